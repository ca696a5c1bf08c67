/// Makes `Decodable` values of the rows of one statement, without a dictionary per row.
///
/// Types ask for their columns in the same order for each row, so the place of a name is
/// remembered by the number of the question.
final class RowDecoder: Decoder {
  var statement: Statement
  let columnNames: [String]

  /// The questions of a row, in order, and where their answers are.
  private var plan: [(name: String, column: Int)] = []
  private var next = 0

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ statement: consuming Statement) {
    columnNames = statement.columnNames
    self.statement = statement
  }

  /// Whether the statement stands on a row; a type may keep its decoder for longer than that.
  private(set) var hasRow = false

  /// Steps to the next row.
  func step() throws(SQLiteError) -> Bool {
    next = 0
    hasRow = false
    hasRow = try statement.step()
    return hasRow
  }

  /// - Throws: `misuse` if the row is gone.
  func checkRow() throws(SQLiteError) {
    guard hasRow else {
      throw SQLiteError(code: .misuse, message: "the decoder was kept beyond its row")
    }
  }

  /// The value of this row.
  func element<Element: Decodable>(_ type: Element.Type) throws -> Element {
    guard let convertible = type as? any SQLiteValueConvertible.Type else {
      return try Element(from: self)
    }
    guard columnNames.count == 1 else {
      throw SQLiteError(
        code: .mismatch,
        message: "expected one column for \(type), found \(columnNames.count)"
      )
    }
    return try cast(convertible, at: 0)
  }

  /// The number of the column called `name`.
  ///
  /// - Throws: `range` if no column, or more than one, is called so.
  func column(_ name: String) throws(SQLiteError) -> Int {
    try checkRow()
    if next < plan.count, plan[next].name == name {
      next += 1
      return plan[next - 1].column
    }
    let column = try statement.onlyColumn(named: name)
    if next == plan.count {
      plan.append((name, column))
      next += 1
    }
    return column
  }

  func hasColumn(_ name: String) -> Bool { statement.columnIndex(named: name) != nil }

  func isNull(at column: Int) -> Bool { hasRow && statement.isNull(at: column) }

  func isNull(_ name: String) throws(SQLiteError) -> Bool {
    try checkRow()
    return try statement.isNull(at: statement.onlyColumn(named: name))
  }

  /// Reads a column as a type that is `Decodable`, whatever else it is.
  func decode<T: Decodable>(_ type: T.Type, at column: Int) throws -> T {
    try checkRow()
    if let convertible = type as? any SQLiteValueConvertible.Type {
      return try cast(convertible, at: column)
    }
    return try T(from: ColumnDecoder(row: self, column: column))
  }

  private func cast<Convertible: SQLiteValueConvertible, T>(
    _ type: Convertible.Type,
    at column: Int
  ) throws -> T {
    let value = try Convertible.read(statement, at: column)
    guard let result = value as? T else {
      throw statement.mismatch(at: column, expected: "\(T.self)")
    }
    return result
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(RowContainer(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw NestedValue(column: columnNames.first ?? "").error
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    try checkRow()
    return ColumnDecoder(row: self, column: 0)
  }
}

/// A value that wants more than one column to itself.
struct NestedValue {
  let column: String

  var error: SQLiteError {
    SQLiteError(
      code: .mismatch,
      message: "column \"\(column)\": a nested value does not fit a column;"
        + " make its type SQLiteValueConvertible"
    )
  }
}
