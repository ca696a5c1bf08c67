/// A record's fault: it costs the record its place in the result, and the run goes on.
public struct Rejection: Sendable, Equatable {
  /// The names of faults, those of Frictionless Data where it has one.
  public enum Code: String, Sendable, CaseIterable {
    /// A header name that is empty.
    case blankHeader = "blank-header"
    /// A header name that stands twice.
    case duplicateLabel = "duplicate-label"
    /// More fields than the header has.
    case extraCell = "extra-cell"
    /// Fewer fields than the header has.
    case missingCell = "missing-cell"
    /// A field that is no value of its column's type.
    case typeError = "type-error"
    /// A value that a NOT NULL, CHECK or schema rule refuses.
    case constraintError = "constraint-error"
    /// A record that a rule over several of its fields refuses.
    case rowConstraint = "row-constraint"
    /// A key that stands twice.
    case uniqueError = "unique-error"
    /// A primary key that stands twice or is empty.
    case primaryKeyError = "primary-key-error"
    /// A reference to a row that is not there.
    case foreignKeyError = "foreign-key-error"
    /// Bytes that are not text in the source's encoding.
    case encodingError = "encoding-error"
    /// A quote never closed, text behind a closing quote, or an unknown escape.
    case quoteError = "quote-error"
    /// Text that is not JSON where JSON is read.
    case jsonError = "json-error"
    /// A name that stands twice in a JSON object.
    case duplicateKey = "duplicate-key"
    /// A JSON record that is no object.
    case notAnObject = "not-an-object"
    /// A NUL byte in a field.
    case nullByte = "null-byte"
    /// Anything else the database refuses.
    case databaseError = "database-error"
  }

  /// Where the record stands.
  public var extent: RecordExtent
  /// The field's column, counted from 1; `nil` when the whole record is at fault.
  public var column: Int?
  /// The offending byte, counted from 0 in the batch's bytes; `nil` stands for the record's first.
  public var offset: Int?
  /// What kind of fault it is.
  public var code: Code
  /// The constraint's name in Table Schema, such as `required`; `nil` when none was broken.
  public var rule: String?
  /// The value at fault as text, or `nil` when it is NULL or there is no single one.
  public var value: String?
  /// What was expected and what was found; lower case, no full stop.
  public var message: String

  /// Makes a rejection of the record at `extent`.
  public init(
    _ code: Code,
    at extent: RecordExtent,
    column: Int? = nil,
    offset: Int? = nil,
    rule: String? = nil,
    value: String? = nil,
    message: String
  ) {
    self.extent = extent
    self.column = column
    self.offset = offset
    self.code = code
    self.rule = rule
    self.value = value
    self.message = message
  }
}
