/// A moment, in whole milliseconds since 1970-01-01 00:00:00 UTC.
///
/// SQLite has no type for it, so the format is stated where one is stored. As a
/// ``SQLiteValueConvertible`` it is text; for the other formats:
/// ```swift
/// try database.execute("INSERT INTO log VALUES (?)", [now.value(as: .seconds)])
/// let time = try row.timestamp(at: 0, as: .seconds)
/// ```
public struct Timestamp: Hashable, Comparable, Sendable {
  /// How a moment is stored; SQLite's date functions understand all of them
  /// (<https://www.sqlite.org/lang_datefunc.html>).
  public enum Format: Hashable, Sendable {
    /// TEXT in UTC: `2025-03-04 05:06:07.089`.
    case text
    /// INTEGER: seconds since 1970; a part of a second is cut off.
    case seconds
    /// REAL: seconds since 1970 with three decimals.
    case fractionalSeconds
  }

  /// Milliseconds since 1970-01-01 00:00:00 UTC; negative before.
  public var milliseconds: Int64

  /// Makes a moment from milliseconds since 1970-01-01 00:00:00 UTC.
  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// Makes a moment from seconds since 1970-01-01 00:00:00 UTC, rounded to the millisecond.
  ///
  /// - Returns: `nil` if the number is not finite or too large.
  public init?(seconds: Double) {
    guard let milliseconds = Int64(exactly: (seconds * 1000).rounded()) else { return nil }
    self.init(milliseconds: milliseconds)
  }

  /// Seconds since 1970-01-01 00:00:00 UTC.
  public var seconds: Double { Double(milliseconds) / 1000 }

  /// Whether `first` comes before `second`.
  public static func < (first: Timestamp, second: Timestamp) -> Bool {
    first.milliseconds < second.milliseconds
  }

  /// The value to store in `format`.
  public func value(as format: Format) -> Value {
    switch format {
    case .text: .text(description)
    case .seconds: .integer(milliseconds.dividedDown(by: 1000))
    case .fractionalSeconds: .real(seconds)
    }
  }

  /// Makes the moment of a value stored in `format`; `nil` if it is none.
  public init?(_ value: Value, as format: Format) {
    switch (format, value) {
    case (.text, .text(let text)):
      self.init(text: text)
    case (.seconds, .integer(let seconds)):
      let (milliseconds, overflows) = seconds.multipliedReportingOverflow(by: 1000)
      if overflows { return nil }
      self.init(milliseconds: milliseconds)
    case (.fractionalSeconds, .real(let seconds)): self.init(seconds: seconds)
    case (.fractionalSeconds, .integer(let seconds)): self.init(seconds: Double(seconds))
    default: return nil
    }
  }
}

extension Timestamp: SQLiteValueConvertible {
  /// The moment as text.
  public var sqliteValue: Value { value(as: .text) }

  /// Makes the moment of a text.
  public init?(sqliteValue: Value) { self.init(sqliteValue, as: .text) }
}

extension Timestamp: Codable {
  /// Reads the moment as text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let result = Timestamp(text: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "expected a moment like 2025-03-04 05:06:07.089"
      )
    }
    self = result
  }

  /// Writes the moment as text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension Statement {
  /// Reads the moment in column `index`, from 0; `nil` for NULL.
  ///
  /// - Throws: `mismatch` if the column holds no moment in `format`.
  public func timestamp(
    at index: Int,
    as format: Timestamp.Format
  ) throws(SQLiteError) -> Timestamp? {
    let value = try exactValue(at: index)
    if value == .null { return nil }
    guard let result = Timestamp(value, as: format) else {
      throw mismatch(at: index, expected: "a moment as \(format)")
    }
    return result
  }
}
