public import FurrowCore

/// SQL conditions that each record has to meet, asked in a database in memory that holds nothing.
///
/// As for a CHECK of SQLite, a condition that is NULL is met.
/// <https://www.sqlite.org/lang_createtable.html#check_constraints>
public final class BatchConditions {
  /// A record that does not meet a condition.
  public struct Breach: Sendable, Equatable {
    /// The record, by its index in the batch.
    public var record: Int
    /// Why the condition cannot be computed; `nil` when it is false.
    public var failure: String?
  }

  /// One condition; it has a row for each record that breaks it.
  private final class Question {
    var statement: Statement

    init(_ statement: consuming Statement) {
      self.statement = statement
    }
  }

  private let table: BatchTable
  private let questions: [Question]

  /// Prepares `conditions` over batches with these `columns`.
  ///
  /// - Throws: ``SQLiteError`` when a name stands twice, or a condition is at fault; that one is its
  ///   ``SQLiteError/sql`` then.
  public init(
    columns: [InsertPlan.BatchColumn],
    conditions: [String],
    variables: [String: Value] = [:]
  ) throws(SQLiteError) {
    let database = try Database(path: ":memory:", options: Database.Options(mode: .create))
    table = try BatchTable(database, columns: columns)
    questions = try conditions.map { sql throws(SQLiteError) in
      try BatchTable.check(sql, variables, in: database)
      // A line end closes a comment that a user's expression may end with; the second pair of
      // parentheses holds one together that closes the first, as in `a) OR (b`.
      var statement = try database.prepare(
        "SELECT 1 FROM \(raw: BatchTable.name) WHERE ((\(raw: sql)\n)) IS FALSE"
      )
      try statement.bind([], named: variables)
      return Question(statement)
    }
  }

  /// The live records of `batch` that break the condition at `index`, in order.
  ///
  /// - Throws: ``SQLiteError`` for what is no record's fault.
  public func breaches(
    of index: Int,
    in batch: borrowing RecordBatch
  ) throws(SQLiteError) -> [Breach] {
    let count = batch.live.count
    let question = questions[index]
    var found: [(position: Int, failure: String?)] = []
    try table.show(batch) { () throws(SQLiteError) in
      var start = 0
      while start < count {
        table.range = start..<count
        question.statement.reset()
        do throws(SQLiteError) {
          while try question.statement.step() { found.append((table.current, nil)) }
          break
        } catch {
          guard error.isOfRecord, (start..<count).contains(table.current) else { throw error }
          found.append((table.current, error.message))
          start = table.current + 1
        }
      }
      question.statement.reset()
    }
    return found.map { Breach(record: Int(batch.live[$0.position]), failure: $0.failure) }
  }
}
