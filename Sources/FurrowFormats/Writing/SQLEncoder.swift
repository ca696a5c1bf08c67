internal import FurrowCore

/// A table that is written as SQL.
public struct SQLTable: Sendable, Equatable {
  /// The table's name.
  public var name: String
  /// The statement that makes it, without a semicolon; `nil` makes one without types, in which every
  /// value keeps its storage class.
  public var definition: String?
  /// Statements for behind the rows: indexes.
  public var followers: [String]

  /// Describes a table.
  public init(name: String, definition: String? = nil, followers: [String] = []) {
    self.name = name
    self.definition = definition
    self.followers = followers
  }
}

/// Writes SQL for SQLite that makes a table and fills it, all or nothing.
///
/// <https://www.sqlite.org/lang_expr.html#literal_values_constants_>
struct SQLEncoder: RecordEncoder {
  var counts = WriteCounts()
  private let table: SQLTable
  private let lineEnd: String
  private var head: [UInt8] = []

  init(_ table: SQLTable, lineEnding: LineEnding) {
    self.table = table
    lineEnd = lineEnding == .crlf ? "\r\n" : "\n"
  }

  mutating func begin(_ columns: [String], _ buffer: inout OutputBuffer) throws(FieldFault) {
    for (column, name) in columns.enumerated() where name.contains("\0") {
      throw FieldFault(column: column, message: "the name holds a NUL, which no SQL text can carry")
    }
    if let twin = HeaderNames(columns, allowsBlank: true).renamings.first {
      throw FieldFault(
        column: twin.column - 1,
        message:
          "columns \(twin.first ?? 1) and \(twin.column) have the same name, which a table cannot"
          + " hold; rename one"
      )
    }
    let names = columns.map(Self.quoted).joined(separator: ", ")
    head = Array("INSERT INTO \(Self.quoted(table.name)) (\(names)) VALUES (".utf8)
    buffer.append("BEGIN;\(lineEnd)")
    let definition = table.definition ?? "CREATE TABLE \(Self.quoted(table.name)) (\(names))"
    append(statement: definition, to: &buffer)
  }

  mutating func append(
    _ fields: Range<Int>,
    of batch: borrowing RecordBatch,
    to buffer: inout OutputBuffer
  ) throws(FieldFault) {
    buffer.append(head.span)
    let bytes = batch.bytes.span
    for index in fields {
      if index > fields.lowerBound { buffer.append(ASCII.comma) }
      let field = batch.fields[index]
      switch field.kind {
      case .null: buffer.append("NULL")
      case .integer: buffer.append(Int64(bitPattern: batch.values[index]))
      case .real: append(Double(bitPattern: batch.values[index]), to: &buffer)
      case .blob: appendBlob(bytes.extracting(Int(field.start)..<field.end), to: &buffer)
      case .text: appendText(bytes.extracting(Int(field.start)..<field.end), to: &buffer)
      }
    }
    buffer.append(");\(lineEnd)")
  }

  mutating func end(_ buffer: inout OutputBuffer) {
    for statement in table.followers { append(statement: statement, to: &buffer) }
    buffer.append("COMMIT;\(lineEnd)")
  }

  private func append(statement: String, to buffer: inout OutputBuffer) {
    buffer.append(statement)
    // A line end closes a comment at the end.
    if statement.contains("--") { buffer.append(lineEnd) }
    buffer.append(";\(lineEnd)")
  }

  /// A literal too large for a double is an infinity; NaN does not exist in SQLite.
  private func append(_ value: Double, to buffer: inout OutputBuffer) {
    if value.isFinite {
      buffer.append(SQLReal(value).text)
    } else {
      buffer.append(value.isNaN ? "NULL" : value < 0 ? "-9e999" : "9e999")
    }
  }

  private func appendBlob(_ bytes: Span<UInt8>, to buffer: inout OutputBuffer) {
    buffer.append(UInt8(ascii: "x"), UInt8(ascii: "'"))
    BlobText.hex.append(bytes, to: &buffer)
    buffer.append(UInt8(ascii: "'"))
  }

  /// A text with a NUL, or with bytes that are not UTF-8, is no SQL text: its bytes are cast.
  private func appendText(_ bytes: Span<UInt8>, to buffer: inout OutputBuffer) {
    var isPlain = (try? UTF8Span(validating: bytes)) != nil
    let start = buffer.count
    buffer.append(UInt8(ascii: "'"))
    for index in bytes.indices {
      let byte = bytes[index]
      if byte == ASCII.nul {
        isPlain = false
        break
      }
      if byte == UInt8(ascii: "'") { buffer.append(byte) }
      buffer.append(byte)
    }
    buffer.append(UInt8(ascii: "'"))
    guard !isPlain else { return }
    buffer.truncate(to: start)
    buffer.append("CAST(")
    appendBlob(bytes, to: &buffer)
    buffer.append(" AS TEXT)")
  }

  private static func quoted(_ name: String) -> String {
    var result = "\""
    for scalar in name.unicodeScalars {
      if scalar == "\"" { result.unicodeScalars.append(scalar) }
      result.unicodeScalars.append(scalar)
    }
    return result + "\""
  }
}
