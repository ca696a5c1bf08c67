import Testing

/// An import by the command, and what is in the database then.
struct LoadCase: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var csv: String
  var sql: String
  var options: String
  var status: Int32
  /// A question and its answer.
  var ask: String
  var answer: String
  /// Text that standard error has to have.
  var says: String

  init(
    _ name: String,
    _ csv: String,
    into sql: String,
    _ options: String = "",
    status: Int32 = 0,
    ask: String = "SELECT * FROM t",
    is answer: String,
    says: String = ""
  ) {
    testDescription = name
    self.csv = csv
    self.sql = sql
    self.options = options
    self.status = status
    self.ask = ask
    self.answer = answer
    self.says = says
  }

  /// The sound records are loaded, and the others kept.
  static let reject = "--on-error reject --rejects bad"
}
