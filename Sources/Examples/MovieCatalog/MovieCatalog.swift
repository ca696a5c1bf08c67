import Furrow

/// A catalogue of films in one database file.
public struct MovieCatalog: Sendable {
  private let queue: DatabaseQueue

  /// Opens the catalogue; at the first run it is made and filled with the films of a TSV file.
  ///
  /// Both can be cut off at any moment: the next run does what is missing.
  public init(path: String, migrations: String, films: String) throws {
    queue = try DatabaseQueue(path: path, options: Database.Options(mode: .create))
    let migrator = Migrator(migrations: try MigrationFolder(path: migrations).migrations)
    _ = try queue.run { try migrator.up($0) }
    try Self.seed(path, from: films)
  }

  /// All films, the oldest first.
  public func all() throws -> [Movie] {
    try queue.run { try $0.fetch(Movie.self, orderedBy: [Movie.year.ascending]) }
  }

  /// The films of a category, the newest first.
  public func films(of category: String) throws -> [Movie] {
    try queue.run {
      try $0.fetch(
        Movie.self,
        where: Movie.category.equals(category),
        orderedBy: [Movie.year.descending]
      )
    }
  }

  /// The films of a category that came after a year, the last added first.
  public func films(of category: String, after year: Int) throws -> [Movie] {
    let filter = Movie.category.equals(category).and(Movie.year.isGreater(than: year))
    return try queue.run {
      try $0.fetch(Movie.self, where: filter, orderedBy: [Movie.id.descending])
    }
  }

  /// The film with this number; `nil` if there is none.
  public func film(_ id: Int64) throws -> Movie? {
    try queue.run { try $0.fetch(Movie.self, key: id) }
  }

  /// Notes whether a film was watched, and how much it is liked, from 0 to 3.
  ///
  /// - Returns: The film as it is now; `nil` if there is none with this number.
  public func rate(_ id: Int64, isWatched: Bool, likes: Int) throws -> Movie? {
    guard (0...3).contains(likes) else { throw BadRating(likes: likes) }
    return try queue.transaction { database in
      guard var movie = try database.fetch(Movie.self, key: id) else { return nil }
      movie.isWatched = isWatched
      movie.likes = likes
      try database.update(movie)
      return movie
    }
  }

  /// Deletes a film.
  ///
  /// - Returns: Whether there was one with this number.
  public func delete(_ id: Int64) throws -> Bool {
    try queue.run { try $0.delete(Movie.self, key: id) }
  }

  /// A number of likes that is not from 0 to 3.
  public struct BadRating: Error, CustomStringConvertible {
    let likes: Int
    /// What is wrong, for a person.
    public var description: String { "expected likes from 0 to 3, found \(likes)" }
  }
}
