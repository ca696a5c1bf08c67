/// What is wrong with a JSON document that a person wrote: a schema, a dialect, a data package.
public struct DocumentError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The document, as the user named it; empty until somebody knows.
  public var file = ""
  /// The line of the fault, counted from 1, where it is known.
  public var line: Int?
  /// The character in that line, counted from 1.
  public var column: Int?
  /// The value at fault.
  public var path: JSONPath
  /// What was expected and found; lower case, no full stop.
  public var message: String

  /// Makes an error of the value at `path`.
  public init(_ path: JSONPath, line: Int? = nil, column: Int? = nil, _ message: String) {
    self.path = path
    self.line = line
    self.column = column
    self.message = message
  }

  /// One line: `file:line:column: $.path: message`.
  public var description: String {
    var place = file
    if let line { place += ":\(line)" }
    if let column { place += ":\(column)" }
    return "\(place.isEmpty ? "" : "\(place): ")\(path): \(message)"
  }
}
