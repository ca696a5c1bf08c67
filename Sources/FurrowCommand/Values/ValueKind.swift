/// What the text of an option is, for those who make it rather than read it: pipeline files, and
/// whatever completes what is typed.
package enum ValueKind: Sendable, Equatable {
  /// Any text, or one that its parser knows.
  case text
  /// Digits.
  case wholeNumber
  /// Names with commas between them.
  case names
  /// A name, an equals sign and a text.
  case pair
  /// A name, an equals sign and an SQL expression.
  case expressionPair
  /// A condition in SQL, which may have a name and a colon before it.
  case rule
  /// A statement or an expression of SQL.
  case sql
  /// The path of a file or folder that is read.
  case input
  /// The path of a file or folder that is written.
  case output

  /// Whether the text holds SQL, where a value is bound and never spliced in.
  package var isSQL: Bool { self == .sql || self == .expressionPair || self == .rule }
}
