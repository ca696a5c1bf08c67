import MovieCatalog

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

let usage = """
  usage: movies list [CATEGORY [AFTER-YEAR]]
         movies show ID
         movies rate ID LIKES      LIKES is 0 to 3
         movies watched ID
         movies delete ID
  The database is movies.db in the current folder.
  """

let missing = "no such film"

/// The folder of the package, which holds the migrations and the films.
let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")

func line(_ movie: Movie) -> String {
  "\(movie.id ?? 0)\t\(movie.year)\t\(movie.title)\t\(movie.category)"
    + "\t\(movie.isWatched ? "watched" : "-")\t\(String(repeating: "*", count: movie.likes))"
}

func run(_ arguments: [String]) throws -> [String]? {
  let catalog = try MovieCatalog(
    path: "movies.db",
    migrations: "/\(root)/migrations",
    films: "/\(root)/Fixtures/movies.tsv"
  )
  func film() throws -> Movie? {
    try arguments.count > 1 ? Int64(arguments[1]).flatMap { try catalog.film($0) } : nil
  }
  func rated(_ change: (inout Movie) -> Void) throws -> [String] {
    guard var movie = try film(), let id = movie.id else { return [missing] }
    change(&movie)
    return try catalog.rate(id, isWatched: movie.isWatched, likes: movie.likes).map { [line($0)] }
      ?? [missing]
  }
  switch (arguments.first, arguments.count) {
  case ("list", 1): return try catalog.all().map(line)
  case ("list", 2): return try catalog.films(of: arguments[1]).map(line)
  case ("list", 3):
    guard let year = Int(arguments[2]) else { return nil }
    return try catalog.films(of: arguments[1], after: year).map(line)
  case ("show", 2):
    return try film().map { [line($0), $0.page ?? "", $0.cover] } ?? [missing]
  case ("rate", 3):
    guard let likes = Int(arguments[2]) else { return nil }
    return try rated { $0.likes = likes }
  case ("watched", 2): return try rated { $0.isWatched = true }
  case ("delete", 2):
    let isGone = try Int64(arguments[1]).map { try catalog.delete($0) } ?? false
    return [isGone ? "deleted" : missing]
  default: return nil
  }
}

do {
  guard let lines = try run(Array(CommandLine.arguments.dropFirst())) else {
    print(usage)
    exit(64)
  }
  print(lines.joined(separator: "\n"))
  if lines == [missing] { exit(1) }
} catch {
  print("movies: \(error)")
  exit(1)
}
