/// What the values of one column are.
public struct ColumnProfile: Sendable {
  /// A count, and whether it is exact or an estimate.
  public struct Count: Sendable, Equatable {
    /// The number.
    public var value: Int
    /// Whether it is exact.
    public var isExact: Bool
  }

  /// A value or a pattern, and how often it was seen.
  public struct Frequency: Sendable, Equatable {
    /// The text; of a long value the start.
    public var text: String
    /// Whether only the start of the value is there.
    public var isCut: Bool
    /// How often it was seen; if the count is no exact one, at least so often.
    public var count: Int
  }

  /// What numbers have beside that.
  public struct Numbers: Sendable, Equatable {
    /// The least.
    public var minimum: Double
    /// The greatest.
    public var maximum: Double
    /// The least and the greatest with all their digits, when all are whole numbers of 64 bits.
    public var wholeRange: ClosedRange<Int64>?
    /// The arithmetic mean.
    public var mean: Double
    /// The standard deviation of all of them; infinite when it is too large to be computed.
    public var deviation: Double
    /// The numbers that the shares 0.05, 0.25, 0.5, 0.75 and 0.95 of all are not above.
    public var quantiles: [(rank: Double, number: Double)]
    /// How many lie in ranges of equal width.
    public var histogram: [HistogramBin]
    /// Whether quantiles and histogram are exact.
    public var isExact: Bool

    /// Whether all figures are the same.
    public static func == (left: Numbers, right: Numbers) -> Bool {
      left.minimum == right.minimum && left.maximum == right.maximum
        && left.wholeRange == right.wholeRange && left.mean == right.mean
        && left.deviation == right.deviation && left.histogram == right.histogram
        && left.isExact == right.isExact
        && left.quantiles.elementsEqual(right.quantiles) {
          $0.rank == $1.rank && $0.number == $1.number
        }
    }
  }

  /// What texts have beside that; lengths are in characters (Unicode scalars).
  public struct Texts: Sendable, Equatable {
    /// The shortest.
    public var shortest: Int
    /// The longest.
    public var longest: Int
    /// The mean length.
    public var mean: Double
    /// The first in the order of bytes, cut short where it is long.
    public var first: String
    /// The last in the order of bytes, cut short where it is long.
    public var last: String
    /// What values look like, the most frequent first.
    public var patterns: [Frequency]
    /// Whether the counts of patterns are exact.
    public var isExact: Bool
  }

  /// The name.
  public var name: String
  /// The type that all values have, as Table Schema calls it.
  public var type: String
  /// For each narrower type the value that ruled it out.
  public var exclusions: [ColumnInference.Exclusion]
  /// Those of them that a type held out against for a while: what the first value rules out says little.
  public var tellingExclusions: [ColumnInference.Exclusion] {
    guard let first = exclusions.first else { return [] }
    return exclusions.filter { $0.line != first.line && (type == "string" || $0.kind == .integer) }
  }
  /// Values that are not NULL.
  public var values: Int
  /// NULLs.
  public var nulls: Int
  /// Empty texts.
  public var empties: Int
  /// Blobs, of a database.
  public var blobs: Int
  /// Different values.
  public var distinct: Count
  /// The most frequent values, the most frequent first.
  public var frequent: [Frequency]
  /// Whether their counts are exact.
  public var isFrequentExact: Bool
  /// Figures of the numbers; `nil` when a value is none.
  public var numbers: Numbers?
  /// Figures of the texts; `nil` when there are none.
  public var texts: Texts?
}
