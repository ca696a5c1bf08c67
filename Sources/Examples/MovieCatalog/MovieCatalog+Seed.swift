import Furrow

extension MovieCatalog {
  /// Says that no film was ever added, in the transaction that adds the first ones.
  ///
  /// SQLite notes the largest number an `AUTOINCREMENT` table ever gave in the same transaction as
  /// the rows (<https://www.sqlite.org/autoinc.html>). So a run that was cut off left no trace and
  /// is done again, a catalogue that was emptied stays empty, and of two programs that start at
  /// once the second finds the films of the first.
  ///
  /// SQLite looks once for each batch of the import, so the films must fit into one, 512 KiB.
  private static let isUnseeded =
    "NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'movies')"

  /// Imports the films once: title, category, year, film page and cover, without a header.
  static func seed(_ path: String, from films: String) throws {
    var dialect = Dialect.tsv
    dialect.hasHeader = false
    dialect.columns = ["title", "category", "year", "movieURL", "coverURL"]
    var plan = ImportPlan(sources: [films], dialect: dialect, database: path, table: "movies")
    plan.creation = .never
    plan.defaults = [("likes", "0")]
    plan.filter = isUnseeded
    if let failure = Importer(plan).run().failure { throw failure }
  }
}
