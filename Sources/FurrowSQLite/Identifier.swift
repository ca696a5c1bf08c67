internal import FurrowCore

/// A name of a table, column, schema and the like, that can be put into SQL safely.
///
/// <https://www.sqlite.org/lang_keywords.html>
public struct Identifier: Hashable, Sendable {
  /// The bare name.
  public let name: String

  /// Takes a bare name.
  ///
  /// - Throws: `misuse` if the name holds a NUL character, which no SQL text can carry.
  public init(_ name: String) throws(SQLiteError) {
    guard !name.utf8.contains(ASCII.nul) else {
      throw SQLiteError(code: .misuse, message: "a name cannot hold a NUL character")
    }
    self.name = name
  }

  /// The name between double quotes, ready for SQL.
  public var quoted: String { FurrowSQLite.quoted(name) }
}

/// `name` between double quotes, with its own double quotes doubled, ready for SQL.
///
/// A NUL in it is refused when the SQL is compiled.
public func quoted(_ name: String) -> String {
  var result = "\""
  for scalar in name.unicodeScalars {
    if scalar == "\"" { result.unicodeScalars.append(scalar) }
    result.unicodeScalars.append(scalar)
  }
  result.unicodeScalars.append("\"")
  return result
}
