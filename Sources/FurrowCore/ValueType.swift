/// What the values of a column may be.
public enum ValueType: Sendable, Equatable {
  /// Any value, kept as the reader found it.
  case any
  /// Any text; a number of a typed source becomes the text it is written as.
  case text
  /// Any text that a column of numeric affinity keeps: SQLite makes `7` of `007` there, and that is
  /// another text.
  case keptText
  /// Whole numbers within `Int64`, in any form that says one: `7`, `007`, `7.0`.
  case integer
  /// Numbers; whole ones that are written as such and fit `Int64` stay whole.
  case numeric
  /// Numbers, as doubles.
  case real
  /// `0`, `1`, `true` and `false`, kept as 0 and 1.
  case boolean
  /// Bytes, written as text.
  case blob(BlobText)

  /// The type in a message, with its article.
  public var name: String {
    switch self {
    case .any: "a value"
    case .text: "text"
    case .keptText: "text that SQLite keeps as it is written in a column of this type"
    case .integer: "an integer"
    case .numeric, .real: "a number"
    case .boolean: "a boolean (0, 1, true or false)"
    case .blob(let form): "bytes as \(form.rawValue)"
    }
  }
}
