internal import FurrowCore

/// How a text is written, as a sniffer found it out, and why.
public struct DialectFinding: Sendable, Equatable {
  /// One thing that was decided.
  public struct Decision: Sendable, Equatable {
    /// What it is: the name of a property of Table Dialect, or `preamble` or `lineEnds`.
    public var property: String
    /// What was decided, for people.
    public var value: String
    /// What speaks for it.
    public var reason: String
    /// Whether it differs from what is read without a sniffer.
    public var isChange: Bool
  }

  /// A way to read the text, and how well it fits.
  public struct Reading: Sendable, Equatable {
    /// The way.
    public var dialect: Dialect
    /// How well it fits, from 0 to 1.
    public var score: Double
    /// The number of fields that most records have.
    public var columns: Int
    /// The records that have so many.
    public var agreeing: Int
    /// All records of the sample.
    public var records: Int

    init(_ reading: SampleReading) {
      dialect = reading.dialect
      score = reading.score
      columns = reading.columnCount
      agreeing = reading.agreeing
      records = reading.records.count
    }
  }

  /// The dialect that the text is to be read in.
  public internal(set) var dialect: Dialect
  /// How it was decided.
  public internal(set) var decisions: [Decision] = []
  /// The ways that were compared, the best one first; one where nothing was to be compared.
  public internal(set) var readings: [Reading] = []
  /// What the user should know before it is believed.
  public internal(set) var warnings: [String] = []
  /// Records that stand before the header.
  public internal(set) var preambleRecords = 0

  init(_ dialect: Dialect) {
    self.dialect = dialect
  }

  /// What differs from what is read without a sniffer, a sentence each; empty when nothing does.
  public var changes: [String] {
    decisions.filter(\.isChange).map { "\($0.property): \($0.value), since \($0.reason)" }
  }

  /// The options that read the text in just this way; `nil` where there is none for a part of it.
  ///
  /// What has no option goes into a Table Dialect.
  public var options: [String]? {
    guard dialect.escapeByte == nil, !dialect.skipsInitialSpace, dialect.headerRows == [1] else {
      return nil
    }
    var options = ["-d", Self.word(for: dialect.delimiter)]
    if dialect.quote == nil {
      options += ["--quote", "none"]
    } else if let quote = dialect.quote, quote != ASCII.quote {
      options += ["--quote", String(Character(Unicode.Scalar(quote)))]
    }
    if dialect.skippedLines > 0 { options += ["--skip-lines", String(dialect.skippedLines)] }
    if let comment = dialect.comment {
      options += ["--comment", String(Character(Unicode.Scalar(comment)))]
    }
    if !dialect.hasHeader { options.append("--no-header") }
    return options
  }

  private static func word(for byte: UInt8) -> String {
    switch byte {
    case ASCII.tab: "tab"
    case ASCII.space: "space"
    default: String(Character(Unicode.Scalar(byte)))
    }
  }
}

extension Dialect {
  /// What stands between fields, for people.
  package var delimiterName: String {
    switch delimiter {
    case ASCII.tab: "a tab"
    case ASCII.space: "a space"
    case 0x20..<0x7F: "'\(Character(Unicode.Scalar(delimiter)))'"
    default: "byte \(delimiter)"
    }
  }

  /// What stands around fields, for people.
  package var quoteName: String {
    quote.map { $0 == ASCII.quote ? "'\"'" : "\"\(Character(Unicode.Scalar($0)))\"" } ?? "none"
  }
}
