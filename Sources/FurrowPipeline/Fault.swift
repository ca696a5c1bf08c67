public import FurrowCore

/// A rejection with its place in the source: what a person or another program is told.
public struct Fault: Sendable, Equatable, CustomStringConvertible {
  /// The source, as the user named it.
  public var file: String
  /// Where the record starts; its byte is the offending one where there is one.
  public var position: SourcePosition
  /// The field's column, counted from 1, and its name.
  public var column: Int?
  /// The column's name.
  public var field: String?
  /// What kind of fault it is.
  public var code: Rejection.Code
  /// The constraint's name in Table Schema.
  public var rule: String?
  /// The value at fault as text.
  public var value: String?
  /// What was expected and what was found.
  public var message: String

  /// One line: `file:line: field "name": message (record N, byte B)`.
  public var description: String {
    let place = field.map { " field \"\($0)\":" } ?? ""
    return "\(file):\(position.line):\(place) \(message) [\(code.rawValue)]"
      + " (record \(position.record), byte \(position.byte))"
  }

  /// The fault as a JSON object.
  public var json: JSONValue {
    [
      "file": .string(file), "line": .integer(position.line), "record": .integer(position.record),
      "byte": .integer(position.byte), "column": JSONValue(column), "field": JSONValue(field),
      "code": .string(code.rawValue), "rule": JSONValue(rule), "value": JSONValue(value),
      "message": .string(message),
    ]
  }
}

extension Fault {
  /// The fault without `secrets`.
  func hiding(_ secrets: Secrets) -> Fault {
    guard !secrets.isEmpty else { return self }
    var fault = self
    fault.file = secrets.masked(file)
    fault.field = field.map(secrets.masked)
    fault.rule = rule.map(secrets.masked)
    fault.value = value.map(secrets.masked)
    fault.message = secrets.masked(message)
    return fault
  }

  /// Makes a fault of `rejection`, found in `batch` of the source `file` with these columns.
  init(
    _ rejection: Rejection,
    in batch: borrowing RecordBatch,
    of file: String,
    columns: [String]
  ) {
    self.file = file
    // A field that was decoded stands behind the bytes of the source, and has no place there.
    let offset = rejection.offset.flatMap { $0 < batch.bytesRead ? $0 : nil }
    position = batch.position(of: rejection.extent, offset: offset)
    column = rejection.column
    field = rejection.column.flatMap { $0 <= columns.count ? columns[$0 - 1] : nil }
    code = rejection.code
    rule = rejection.rule
    value = rejection.value
    let lines = offset.map { batch.lineEnds(from: Int(rejection.extent.start), to: $0) } ?? 0
    message = rejection.message + (lines > 0 ? ", on line \(position.line + lines)" : "")
  }
}

extension RecordBatch {
  /// Physical lines that end between two bytes of the batch.
  fileprivate func lineEnds(from start: Int, to end: Int) -> Int {
    var count = 0
    for index in start..<max(start, end) {
      let isPair = index + 1 < bytes.count && bytes[index + 1] == ASCII.lineFeed
      switch bytes[index] {
      case ASCII.lineFeed: count += 1
      case ASCII.carriageReturn where !isPair: count += 1
      default: break
      }
    }
    return count
  }
}
