public import FurrowCore

/// How values that JSON has no form for are written.
public struct JSONEncoding: Sendable, Equatable {
  /// How the records stand in the text.
  public enum Layout: String, Sendable, CaseIterable {
    /// One array of objects, an object a line.
    case array
    /// One object a line, and nothing else. <https://github.com/ndjson/ndjson-spec>
    case lines
  }

  /// What a record is.
  public enum Shape: String, Sendable, CaseIterable {
    /// An object.
    case objects
    /// There are no records: one object has an array of values for each column.
    case columns
    /// An array; the first has the names.
    case arrays
  }

  /// What a REAL that is not finite becomes.
  public enum NonFinite: String, Sendable, CaseIterable {
    /// A failure.
    case stop
    /// `null`.
    case null
    /// `"Infinity"`, `"-Infinity"` or `"NaN"`. <https://protobuf.dev/programming-guides/json/>
    case string
  }

  /// What an INTEGER becomes that a double may not hold: beyond 2^53 - 1 either way.
  /// <https://www.rfc-editor.org/rfc/rfc7493#section-2.2>
  public enum BigIntegers: String, Sendable, CaseIterable {
    /// A number with all its digits.
    case number
    /// A string with all its digits.
    case string
  }

  /// How the records stand in the text.
  public var layout: Layout
  /// What a record is.
  public var shape = Shape.objects
  /// What a REAL that is not finite becomes.
  public var nonFinite: NonFinite
  /// What a big INTEGER becomes.
  public var bigIntegers: BigIntegers
  /// What a BLOB becomes: a string of this form.
  public var blob: BlobText
  /// Columns whose text is written as it is where it is a JSON array or object, and not as a string.
  public var columnsOfJSON: [String] = []
  /// What ends a line.
  public var lineEnding: LineEnding

  /// Makes an encoding; what is not named has the default.
  public init(
    layout: Layout = .array,
    nonFinite: NonFinite = .stop,
    bigIntegers: BigIntegers = .number,
    blob: BlobText = .base64,
    lineEnding: LineEnding = .lf
  ) {
    self.layout = layout
    self.nonFinite = nonFinite
    self.bigIntegers = bigIntegers
    self.blob = blob
    self.lineEnding = lineEnding
  }
}
