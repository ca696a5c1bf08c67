public import FurrowCore

/// The first place where two readers of a source do not agree.
public struct AuditDifference: Sendable, Equatable, CustomStringConvertible {
  /// The source, as the user named it.
  public var file: String
  /// Where the record stands, as our own reader has it; libcsv's place where ours is at the end.
  public var position: SourcePosition
  /// The field's column, counted from 1; `nil` when the records differ as wholes.
  public var column: Int?
  /// The column's name.
  public var field: String?
  /// What our own reader found there, in words.
  public var native: String
  /// What libcsv found there, in words.
  public var libcsv: String

  /// One line: `file:line: field "name": furrow's reader found ..., libcsv ... (record N, byte B)`.
  public var description: String {
    let place = column.map { column in field.map { " field \"\($0)\":" } ?? " column \(column):" }
    return "\(file):\(position.line):\(place ?? "") furrow's reader found \(native), libcsv"
      + " \(libcsv) (record \(position.record), byte \(position.byte))"
  }
}
