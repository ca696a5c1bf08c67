internal import CSQLite

/// Makes `Decodable` values of the rows of one statement, without a dictionary per row.
///
/// Types ask for their columns in the same order for each row, so the place of a name is
/// remembered by the number of the question.
@usableFromInline
@safe
final class RowDecoder {
  /// The statement that gives the rows; it goes with the decoder.
  private(set) var statement: Statement
  let columnNames: [String]

  /// The statement's own handle.
  private let handle: OpaquePointer
  private let state: UnsafeMutablePointer<State>

  /// What changes from row to row.
  ///
  /// It is behind a pointer because a class's own variables are
  /// checked for overlapping access at each use, which took a fifth of the time here.
  private struct State {
    /// The questions of a row, in order, and where their answers are.
    var plan: ContiguousArray<(name: String, column: Int32)> = []
    /// How many questions of the plan were asked for this row.
    var asked = 0
    /// Whether the statement stands on a row; a type may keep its decoder for longer than that.
    var hasRow = false
    /// The container of the last row, which serves the next one, too: a `KeptContainer` of the type
    /// of keys that `keys` names.
    var container: AnyObject?
    var keys: ObjectIdentifier?
  }

  @usableFromInline
  init(_ statement: consuming Statement) {
    columnNames = statement.columnNames
    // Sound: the statement stays as long as the decoder, and the state is freed with it.
    unsafe handle = statement.handle
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: State())
    self.statement = statement
  }

  deinit {
    // Sound: nobody else has the pointer.
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }

  /// Steps to the next row.
  @usableFromInline
  func step() throws(SQLiteError) -> Bool {
    // Sound, here and below: the state lives as long as `self`, and is used by one call at a time.
    unsafe state.pointee.asked = 0
    unsafe state.pointee.hasRow = false
    let hasRow = try statement.step()
    unsafe state.pointee.hasRow = hasRow
    return hasRow
  }

  /// Forgets the row and the container, which holds on to the decoder.
  @usableFromInline
  func finish() {
    unsafe state.pointee.hasRow = false
    unsafe state.pointee.container = nil
    unsafe state.pointee.keys = nil
  }

  /// The number of the column called `name`.
  ///
  /// - Throws: `range` if no column, or more than one, is called so; `misuse` if the row is gone.
  func column(_ name: String) throws(SQLiteError) -> Int32 {
    try checkRow()
    let asked = unsafe state.pointee.asked
    if unsafe asked < state.pointee.plan.count, unsafe state.pointee.plan[asked].name == name {
      unsafe state.pointee.asked = asked + 1
      return unsafe state.pointee.plan[asked].column
    }
    let column = Int32(try statement.onlyColumn(named: name))
    if unsafe asked == state.pointee.plan.count {
      unsafe state.pointee.plan.append((name, column))
      unsafe state.pointee.asked = asked + 1
    }
    return column
  }

  func hasColumn(_ name: String) -> Bool { statement.columnIndex(named: name) != nil }

  /// - Throws: `misuse` if the row is gone.
  func checkRow() throws(SQLiteError) {
    guard unsafe state.pointee.hasRow else {
      throw SQLiteError(code: .misuse, message: "the decoder was kept beyond its row")
    }
  }
}

// Sound, all of them: `column` and `checkRow` proved that the statement stands on a row that has
// this column.
extension RowDecoder {
  func isNull(at column: Int32) -> Bool {
    unsafe sqlite3_column_type(handle, column) == SQLITE_NULL
  }

  func integer<Number: FixedWidthInteger>(at column: Int32) throws(SQLiteError) -> Number {
    if unsafe sqlite3_column_type(handle, column) == SQLITE_INTEGER,
      let number = unsafe Number(exactly: sqlite3_column_int64(handle, column))
    {
      return number
    }
    if unsafe sqlite3_column_type(handle, column) == SQLITE_FLOAT,
      let number = unsafe Number(exactly: sqlite3_column_double(handle, column))
    {
      return number
    }
    throw statement.mismatch(at: Int(column), expected: "\(Number.self)")
  }

  func real(at column: Int32) throws(SQLiteError) -> Double {
    if unsafe sqlite3_column_type(handle, column) == SQLITE_FLOAT {
      return unsafe sqlite3_column_double(handle, column)
    }
    return try Double.read(statement, at: Int(column))
  }

  func text(at column: Int32) throws(SQLiteError) -> String {
    guard unsafe sqlite3_column_type(handle, column) == SQLITE_TEXT else {
      throw statement.mismatch(at: Int(column), expected: "String")
    }
    guard let start = unsafe sqlite3_column_text(handle, column) else { return "" }
    let count = unsafe Int(sqlite3_column_bytes(handle, column))
    let bytes = unsafe UnsafeBufferPointer(start: start, count: count)
    guard let valid = try? unsafe UTF8Span(validating: bytes.span) else {
      return try statement.validText(at: Int(column))
    }
    return String(copying: valid)
  }

  func value<Convertible: SQLiteValueConvertible>(
    at column: Int32,
    as type: Convertible.Type = Convertible.self
  ) throws(SQLiteError) -> Convertible {
    try Convertible.read(statement, at: Int(column))
  }

  /// Reads a column as a type that is `Decodable`, whatever else it is.
  func decode<T: Decodable>(_ type: T.Type, at column: Int32) throws -> T {
    try checkRow()
    if let convertible = type as? any SQLiteValueConvertible.Type {
      return try cast(convertible, at: column)
    }
    return try T(from: ColumnDecoder(row: self, column: column))
  }

  /// The values of all rows, if the type says itself how it is stored in a column.
  @usableFromInline
  func elementsOfOneColumn<T: Decodable>(_ type: T.Type) throws(SQLiteError) -> [T]? {
    guard type is any SQLiteValueConvertible.Type else { return nil }
    var elements: [T] = []
    while try step() {
      if let element = try elementOfOneColumn(type) { elements.append(element) }
    }
    return elements
  }

  /// The value of this row, if the type says itself how it is stored in a column.
  func elementOfOneColumn<T: Decodable>(_ type: T.Type) throws(SQLiteError) -> T? {
    guard let convertible = type as? any SQLiteValueConvertible.Type else { return nil }
    try checkOnlyColumn()
    return try cast(convertible, at: 0)
  }

  func checkOnlyColumn() throws(SQLiteError) {
    guard columnNames.count == 1 else {
      throw SQLiteError(
        code: .mismatch,
        message: "expected one column for a single value, found \(columnNames.count)"
      )
    }
  }

  private func cast<Convertible: SQLiteValueConvertible, T>(
    _ type: Convertible.Type,
    at column: Int32
  ) throws(SQLiteError) -> T {
    guard let result = try value(at: column, as: type) as? T else {
      throw statement.mismatch(at: Int(column), expected: "\(T.self)")
    }
    return result
  }
}

extension RowDecoder: Decoder {
  @usableFromInline var codingPath: [any CodingKey] { [] }

  @usableFromInline var userInfo: [CodingUserInfoKey: Any] { [:] }

  @usableFromInline
  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    if unsafe state.pointee.keys == ObjectIdentifier(type),
      let kept = unsafe state.pointee.container
    {
      // Sound: the two are set together, below; asking the object for its type takes longer than
      // reading a column.
      return unsafe unsafeDowncast(kept, to: KeptContainer<Key>.self).container
    }
    let kept = KeptContainer<Key>(KeyedDecodingContainer(RowContainer(decoder: self)))
    if unsafe state.pointee.hasRow {
      unsafe state.pointee.container = kept
      unsafe state.pointee.keys = ObjectIdentifier(type)
    }
    return kept.container
  }

  @usableFromInline
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw NestedValue(column: columnNames.first ?? "").error
  }

  /// The only column: what an enum or another type of one value asks for.
  @usableFromInline
  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    try checkRow()
    try checkOnlyColumn()
    return ColumnDecoder(row: self, column: 0)
  }
}

/// A container on the heap, where it is found by its keys' type.
private final class KeptContainer<Key: CodingKey> {
  let container: KeyedDecodingContainer<Key>

  init(_ container: KeyedDecodingContainer<Key>) {
    self.container = container
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
