/// What became of one batch's records in the database.
public struct InsertOutcome: Sendable, Equatable {
  /// Rows that are new.
  public var inserted = 0
  /// Rows that were there and are changed to, or replaced by, a record.
  public var updated = 0
  /// Rows that were there and hold what the record says already.
  public var unchanged = 0
  /// Records left out because their key is there already.
  public var ignored = 0
  /// Records left out by the filter, or by a trigger that ignores rows.
  public var filtered = 0
  /// Records refused for a key that is there already, which the observer may try again.
  public var setAside = 0

  /// Makes the outcome of nothing.
  public init() {}
}
