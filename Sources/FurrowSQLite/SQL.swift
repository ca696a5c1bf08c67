/// A SQL text with the values to bind to it, written as one literal.
///
/// An interpolated value becomes a `?` and is bound, never spliced:
/// ```swift
/// try database.execute("DELETE FROM \(identifier: table) WHERE title = \(title)")
/// ```
public struct SQL: Hashable, Sendable {
  /// The text, with `?` for each value.
  public var text: String
  /// The values, in the order of their `?`.
  public var values: [Value]

  /// Takes a text that the program put together; it must never hold data.
  ///
  /// This and `\(raw:)` are the only ways from a `String` to SQL.
  public init(raw text: String, _ values: [Value] = []) {
    self.text = text
    self.values = values
  }

  /// Its own values, or `more` when it has none.
  ///
  /// - Throws: `misuse` when both are given, since nobody could tell which `?` is whose.
  func values(with more: [Value]) throws(SQLiteError) -> [Value] {
    if more.isEmpty { return values }
    guard values.isEmpty else {
      throw SQLiteError(
        code: .misuse,
        message: "values are given both inside the SQL text and beside it",
        sql: text
      )
    }
    return more
  }

  /// The text, when it carries no values.
  ///
  /// - Throws: `misuse` when it does.
  func withoutValues() throws(SQLiteError) -> SQL {
    guard values.isEmpty else {
      throw SQLiteError(
        code: .misuse,
        message: "values are given both inside the SQL text and by name",
        sql: text
      )
    }
    return self
  }
}

extension SQL: ExpressibleByStringInterpolation {
  /// A text without values.
  public init(stringLiteral text: String) {
    self.init(raw: text)
  }

  /// Takes the pieces of the literal.
  public init(stringInterpolation: Interpolation) {
    self.init(raw: stringInterpolation.text, stringInterpolation.values)
  }

  /// Collects the pieces of a literal.
  public struct Interpolation: StringInterpolationProtocol {
    var text = ""
    var values: [Value] = []

    /// Starts empty.
    public init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + interpolationCount)
      values.reserveCapacity(interpolationCount)
    }

    /// Adds the literal's own text.
    public mutating func appendLiteral(_ literal: String) { text += literal }

    /// Binds a value.
    public mutating func appendInterpolation(_ value: Value) {
      text += "?"
      values.append(value)
    }

    /// Binds a TEXT or NULL.
    public mutating func appendInterpolation(_ value: String?) {
      appendInterpolation(Value(value))
    }

    /// Binds an INTEGER or NULL.
    public mutating func appendInterpolation(_ value: Int?) { appendInterpolation(Value(value)) }

    /// Binds an INTEGER or NULL.
    public mutating func appendInterpolation(_ value: Int64?) { appendInterpolation(Value(value)) }

    /// Binds a REAL or NULL.
    public mutating func appendInterpolation(_ value: Double?) {
      appendInterpolation(Value(value))
    }

    /// Binds a BLOB or NULL.
    public mutating func appendInterpolation(_ value: [UInt8]?) {
      appendInterpolation(Value(value))
    }

    /// Binds 1, 0 or NULL.
    public mutating func appendInterpolation(_ value: Bool?) { appendInterpolation(Value(value)) }

    /// Binds a value of any type that SQLite can hold.
    public mutating func appendInterpolation(_ value: some SQLiteValueConvertible) {
      appendInterpolation(value.sqliteValue)
    }

    /// Binds a value of any type that SQLite can hold, or NULL.
    public mutating func appendInterpolation(_ value: (some SQLiteValueConvertible)?) {
      appendInterpolation(value?.sqliteValue ?? .null)
    }

    /// Splices a quoted name.
    public mutating func appendInterpolation(identifier name: String) { text += quoted(name) }

    /// Splices SQL as it is; it must come from the program, never from data.
    public mutating func appendInterpolation(raw sql: String) { text += sql }

    /// Splices another text with its values.
    public mutating func appendInterpolation(_ sql: SQL) {
      text += sql.text
      values += sql.values
    }
  }
}
