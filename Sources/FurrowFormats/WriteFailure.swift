/// Why a target cannot be written: the run's fault.
///
/// What stood there before still stands.
public struct WriteFailure: Error, Sendable, Equatable, CustomStringConvertible {
  /// The target, as the user named it; `-` is standard output.
  public var path: String
  /// The record that cannot be written, counted from 1; `nil` when no single one is at fault.
  public var record: Int?
  /// Its column, counted from 1.
  public var column: Int?
  /// The column's name.
  public var field: String?
  /// What was expected and found, and what to do; lower case, no full stop.
  public var message: String
  /// Whether the reader of a pipe went away: a run ends then as SIGPIPE ends it, without a word.
  public var isBrokenPipe: Bool

  /// Makes a failure of the target at `path`.
  public init(
    path: String,
    record: Int? = nil,
    column: Int? = nil,
    field: String? = nil,
    message: String,
    isBrokenPipe: Bool = false
  ) {
    self.path = path
    self.record = record
    self.column = column
    self.field = field
    self.message = message
    self.isBrokenPipe = isBrokenPipe
  }

  /// One line: `path: record 2, column 3, field "name": message`.
  public var description: String {
    var places: [String] = []
    if let record { places.append("record \(record)") }
    if let column { places.append("column \(column)") }
    if let field { places.append("field \"\(field)\"") }
    let place = places.isEmpty ? "" : places.joined(separator: ", ") + ": "
    return "\(path): \(place)\(message)"
  }
}
