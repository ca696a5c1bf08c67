import Furrow
import MovieCatalog
import TestSupport
import Testing

/// The package's folder, whatever the working directory is.
let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

@Suite struct `The film catalogue` {
  let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  func open(films: String = "\(root)/Fixtures/movies.tsv") throws -> MovieCatalog {
    try MovieCatalog(path: folder.file("m.db"), migrations: "\(root)/migrations", films: films)
  }

  @Test func `the first run makes and fills it, later ones leave it alone`() throws {
    let films = try open().all()
    #expect(films.count == 20)
    #expect(films.map(\.year) == films.map(\.year).sorted())
    #expect(films.contains { $0.title == "Schindler's List" && $0.year == 1993 })
    #expect(films.allSatisfy { !$0.isWatched && $0.likes == 0 && $0.page != nil })
    #expect(try open().all() == films)
  }

  @Test func `a run that stopped between making and filling heals itself`() throws {
    #expect(throws: (any Error).self) { try open(films: folder.file("missing.tsv")) }
    let database = try Database(path: folder.file("m.db"))
    #expect(try database.firstInteger("SELECT count(*) FROM movies") == 0)
    #expect(try open().all().count == 20)
  }

  @Test func `a file with one bad record fills nothing, and a good one later fills all`() throws {
    let bad = try folder.write("A\tCrime\t1972\tp\tc\r\nB\tCrime\tnever\tp\tc\r\n", to: "bad.tsv")
    #expect(throws: (any Error).self) { try open(films: bad) }
    #expect(try open().all().count == 20)
  }

  @Test func `a catalogue that was emptied stays empty`() throws {
    let catalog = try open()
    for film in try catalog.all() { #expect(try catalog.delete(film.id ?? 0)) }
    #expect(try open().all() == [])
  }

  @Test func `programs that start at once fill it once`() async throws {
    let folder = folder
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        group.addTask {
          try MovieCatalog(
            path: folder.file("m.db"),
            migrations: "\(root)/migrations",
            films: "\(root)/Fixtures/movies.tsv"
          ).all().count
        }
      }
      for try await count in group { #expect(count == 20) }
    }
  }

  @Test func `films are found by category and year, in their orders`() throws {
    let catalog = try open()
    let category = try catalog.all()[0].category
    let films = try catalog.films(of: category)
    #expect(!films.isEmpty && films.allSatisfy { $0.category == category })
    #expect(films.map(\.year) == films.map(\.year).sorted(by: >))
    let late = try catalog.films(of: category, after: films[films.count - 1].year)
    #expect(late.allSatisfy { $0.year > films[films.count - 1].year })
    #expect(late.compactMap(\.id) == late.compactMap(\.id).sorted(by: >))
    #expect(try catalog.films(of: "' OR 1=1 --") == [])
  }

  @Test func `a film is rated within its limits, and deleted once`() throws {
    let catalog = try open()
    let film = try catalog.rate(3, isWatched: true, likes: 3)
    #expect(film?.isWatched == true && film?.likes == 3)
    #expect(try catalog.film(3) == film)
    for likes in [-1, 4] {
      #expect {
        try catalog.rate(3, isWatched: true, likes: likes)
      } throws: {
        "\($0)" == "expected likes from 0 to 3, found \(likes)"
      }
    }
    #expect(try catalog.rate(99, isWatched: true, likes: 0) == nil)
    #expect(try catalog.delete(3))
    #expect(try !catalog.delete(3))
    #expect(try catalog.film(3) == nil)
  }
}
