/// What each record has to meet beyond its fields: a condition in SQL with a name.
public struct RecordRule: Sendable, Equatable {
  /// The rule's name in messages and reports.
  public var name: String
  /// The condition over the record's columns; a record is at fault where it is false, not where it
  /// is NULL.
  public var condition: String
  /// What a person is told of a record that breaks it; `nil` says that the condition was expected.
  public var message: String?

  /// Makes a rule; without a `name` it has that of its condition.
  public init(_ condition: String, name: String? = nil, message: String? = nil) {
    self.name = name ?? condition
    self.condition = condition
    self.message = message
  }
}
