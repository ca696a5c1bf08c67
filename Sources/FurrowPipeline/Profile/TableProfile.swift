public import FurrowCore

/// What is in a file or a table: its records, and each of its columns.
public struct TableProfile: Sendable {
  /// The file, or the table of a database.
  public var name: String
  /// Records that were read.
  public var read = 0
  /// How many of them could not be read as records, by code; ragged ones are `extra-cell` and
  /// `missing-cell`.
  public var rejected: [(code: Rejection.Code, count: Int)] = []
  /// Records that are equal to an earlier one in every value.
  public var duplicates = ColumnProfile.Count(value: 0, isExact: true)
  /// Bytes of the source.
  public var bytes = 0
  /// The columns, in the order of the source.
  public var columns: [ColumnProfile] = []
  /// What the user should know.
  public var warnings: [String] = []
  /// How long it took.
  public var duration = Duration.zero

  /// Records that the columns' figures are of.
  public var records: Int { read - rejected.reduce(0) { $0 + $1.count } }
}
