/// A table whose rows hold their keys before any record does.
public struct HeldTable: Sendable {
  /// The path of the database.
  public var database: String
  /// The table or view; `nil` for the name that the first source gives a table.
  public var name: String?
  /// How long to wait for another program's lock.
  public var busyTimeout = Duration.seconds(10)
  /// Whether a database or a table that is not there has no rows; else that is a failure.
  public var mayBeMissing = false
  /// The names of the table's columns for those that the records call otherwise.
  public var renamings: [(old: String, new: String)] = []

  /// Names a table.
  public init(database: String, name: String?) {
    self.database = database
    self.name = name
  }
}
