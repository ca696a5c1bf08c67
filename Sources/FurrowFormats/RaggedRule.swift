/// What becomes of a record that has more or fewer fields than there are columns.
public enum RaggedRule: String, Sendable, CaseIterable {
  /// It is rejected: an `extra-cell` or a `missing-cell`.
  case reject
  /// It keeps its own number of fields; for those who write it as text again.
  case keep
  /// The fields that a short one lacks are NULL.
  case fill
  /// The fields that a long one has too many are dropped, if none of them holds anything.
  case truncateEmpty = "truncate-empty"
  /// The last field of a long one goes up to the record's end, delimiters and quotes as written.
  case join
}
