/// What furrow knows of a database beside its history: a text for each key.
struct MigrationMeta {
  /// The keys in use.
  enum Key: String {
    /// The number of the form of furrow's tables.
    case format
    /// What the database is for; `production` is guarded.
    case environment
    /// The tool whose table is kept up to date as well.
    case mirror
    /// `0` if a run was committed and what had to follow was not yet done.
    case afterwork = "post_done"
  }

  static let table = "furrow_meta"

  let database: Database

  /// The text of `key`; `nil` if there is none; changes nothing.
  func value(_ key: Key) throws(SQLiteError) -> String? {
    guard try database.tableExists(Self.table) else { return nil }
    return try database.firstText(
      "SELECT value FROM furrow_meta WHERE key = ?",
      [.text(key.rawValue)]
    )
  }

  /// Sets the text of `key`, or takes it away; the tables must be there.
  func set(_ key: Key, _ value: String?) throws(SQLiteError) {
    guard let value else {
      return try database.execute(
        "DELETE FROM furrow_meta WHERE key = ?",
        [.text(key.rawValue)]
      )
    }
    try database.execute(
      "INSERT OR REPLACE INTO furrow_meta(key, value) VALUES (?, ?)",
      [.text(key.rawValue), .text(value)]
    )
  }
}
