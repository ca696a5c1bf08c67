internal import CSQLite
public import FurrowCore

/// Inserts batches into a table: one statement for a whole batch, a verdict for each record.
///
/// A constraint failure stops the statement where it stands (`OR FAIL`), with the rows before it
/// kept: that record is rejected and the statement goes on behind it. Two things fail only at the
/// statement's end, or take neighbours along, and are done in smaller windows:
/// - an immediate foreign key is checked when the statement is done, and the whole of it undone, so
///   the window is halved until the record stands alone;
/// - a trigger makes SQLite read all rows before it inserts the first, and `OR FAIL` would change
///   what the trigger's own statements do, so a target with triggers takes one record at a time;
///   so does one that its own keys or an expression look into: what they find there are the records
///   before this one, wherever a batch ends.
///
/// <https://www.sqlite.org/lang_conflict.html>, <https://www.sqlite.org/foreignkeys.html>
public final class BatchInserter {
  /// What became of one batch's records.
  public struct Outcome: Sendable, Equatable {
    /// Rows inserted.
    public var inserted = 0
    /// Records left out by the filter, or by a trigger that ignores rows.
    public var filtered = 0
  }

  /// A record that the database refused.
  struct Refusal {
    /// The record's place among the live ones.
    var position: Int
    /// What SQLite said.
    var error: SQLiteError
    /// The foreign key that has no parent, if one is to blame.
    var key: ForeignKeyInfo?
  }

  private let database: Database
  private let plan: InsertPlan
  private let table: BatchTable
  private let observer: (any InsertObserver)?
  private let isOneByOne: Bool
  private let countsChanges: Bool
  private var statement: Statement
  private var filter: Statement?

  /// Prepares the load that `plan` describes; an `observer` hears of every row by itself.
  ///
  /// - Throws: ``SQLiteError`` if the target or a column is not there, or an expression is at fault.
  public init(
    _ database: Database,
    plan: InsertPlan,
    observer: (any InsertObserver)? = nil
  )
    throws(SQLiteError)
  {
    self.database = database
    self.observer = observer
    self.plan = plan
    let target = try database.table(plan.table, schema: plan.schema)
    let isView = target?.kind == .view
    let hasTriggers = try database.hasTriggers(on: plan.table, schema: plan.schema)
    // Rows that an INSTEAD OF trigger takes are not counted as changes.
    countsChanges = !isView
    table = try BatchTable(
      database,
      columns: plan.batchColumns.map { ($0.name, $0.declaredType) }
    )
    for case .expression(let sql) in plan.assignments.map(\.source) {
      try Self.check(sql, in: database)
    }
    if let filter = plan.filter { try Self.check(filter, in: database) }
    let refersToItself = try Self.refersToItself(plan, in: database)
    let isRead = try Self.readsTarget(plan, in: database)
    isOneByOne = isView || hasTriggers || observer != nil || refersToItself || isRead
    statement = try database.prepare(Self.sql(of: plan, orFail: !isOneByOne))
    var index = 0
    for case .constant(let value) in plan.assignments.map(\.source) {
      index += 1
      try statement.bind(value, at: index)
    }
    if isView, let filter = plan.filter {
      self.filter = try database.prepare(
        "SELECT count(*) FROM \(BatchTable.name) WHERE (\(filter)\n)"
      )
    }
  }

  /// Inserts the live records of `batch`; those that the database refuses are rejected.
  ///
  /// - Throws: ``SQLiteError`` for anything that is not a record's fault: a full disk, a lock, a
  ///   trigger that rolls the transaction back.
  public func insert(_ batch: inout RecordBatch) throws(SQLiteError) -> Outcome {
    var refusals: [Refusal] = []
    let count = batch.live.count
    let outcome = try table.show(batch) { () throws(SQLiteError) in
      var outcome = Outcome()
      if isOneByOne {
        for position in 0..<count {
          let inserted = outcome.inserted
          try insertOne(position, &outcome, &refusals)
          if outcome.inserted > inserted {
            try observer?.inserted(position, of: batch, rowID: database.lastInsertRowID)
          }
        }
      } else {
        try insert(0..<count, &outcome, &refusals)
      }
      return outcome
    }
    if !refusals.isEmpty {
      let explanation = RefusalExplanation(plan: plan, database: database)
      for refusal in refusals {
        try explanation.reject(Int(batch.live[refusal.position]), of: &batch, for: refusal)
      }
      batch.narrow()
    }
    return outcome
  }

  private func insert(
    _ window: Range<Int>,
    _ outcome: inout Outcome,
    _ refusals: inout [Refusal]
  ) throws(SQLiteError) {
    var rest = window
    while !rest.isEmpty {
      table.range = rest
      do {
        try run()
        count(rest.count, &outcome)
        return
      } catch {
        guard .constraint ~= error.code, database.isInTransaction else { throw error }
        if error.code == .constraintForeignKey {
          guard rest.count > 1 else {
            try refuse(rest.lowerBound, error, &refusals)
            return
          }
          let middle = rest.lowerBound + rest.count / 2
          try insert(rest.lowerBound..<middle, &outcome, &refusals)
          rest = middle..<rest.upperBound
          continue
        }
        let position = table.current
        count(position - rest.lowerBound, &outcome)
        try refuse(position, error, &refusals)
        rest = (position + 1)..<rest.upperBound
      }
    }
  }

  private func insertOne(
    _ position: Int,
    _ outcome: inout Outcome,
    _ refusals: inout [Refusal]
  ) throws(SQLiteError) {
    table.range = position..<(position + 1)
    do {
      // The savepoint takes back what triggers did before one of them refused the record.
      try database.savepoint { () throws(SQLiteError) in try run() }
    } catch {
      guard .constraint ~= error.code, database.isInTransaction else { throw error }
      try refuse(position, error, &refusals)
      return
    }
    if countsChanges {
      count(1, &outcome)
    } else if try passesFilter() {
      outcome.inserted += 1
    } else {
      outcome.filtered += 1
    }
  }

  /// Notes that the record at `position` is refused; a foreign key's is all that the table shows.
  private func refuse(
    _ position: Int,
    _ error: SQLiteError,
    _ refusals: inout [Refusal]
  )
    throws(SQLiteError)
  {
    var refusal = Refusal(position: position, error: error)
    if error.code == .constraintForeignKey {
      refusal.key = try ForeignKeyProbe(database, plan).brokenKey()
    }
    refusals.append(refusal)
  }

  private func run() throws(SQLiteError) {
    statement.reset()
    try statement.run()
  }

  /// Counts what the last statement made of `records` records.
  private func count(_ records: Int, _ outcome: inout Outcome) {
    let inserted = records == 0 ? 0 : Int(database.changes)
    outcome.inserted += inserted
    outcome.filtered += records - inserted
  }

  private func passesFilter() throws(SQLiteError) -> Bool {
    guard filter != nil else { return true }
    filter?.reset()
    _ = try filter?.step()
    defer { filter?.reset() }
    return filter?.integer(at: 0) != 0
  }

  private static func sql(of plan: InsertPlan, orFail: Bool) -> String {
    let columns = plan.assignments.map { quoted($0.column) }.joined(separator: ", ")
    return "INSERT \(orFail ? "OR FAIL " : "")INTO \(quoted(plan.schema)).\(quoted(plan.table))"
      + "(\(columns)) \(rows(of: plan))"
  }

  /// The SELECT that makes rows of records.
  private static func rows(of plan: InsertPlan) -> String {
    // A line end closes a comment that a user's expression may end with.
    let values = plan.assignments.map { assignment in
      switch assignment.source {
      case .field(let column): quoted(plan.batchColumns[column].name)
      case .constant: "?"
      case .expression(let sql): "(\(sql)\n)"
      }
    }.joined(separator: ", ")
    let filter = plan.filter.map { " WHERE (\($0)\n)" } ?? ""
    return "SELECT \(values) FROM \(BatchTable.name)\(filter)"
  }

  private static func refersToItself(
    _ plan: InsertPlan,
    in database: Database
  )
    throws(SQLiteError) -> Bool
  {
    try database.foreignKeys(of: plan.table, schema: plan.schema)
      .contains { $0.parent.lowercased() == plan.table.lowercased() }
  }

  /// Whether an expression looks into the target: SQLite would read all records before the first
  /// is inserted, and what they find would depend on how many there are.
  private static func readsTarget(
    _ plan: InsertPlan,
    in database: Database
  )
    throws(SQLiteError) -> Bool
  {
    let roots = try database.query(
      "SELECT rootpage FROM \(quoted(plan.schema)).sqlite_schema WHERE tbl_name = ? COLLATE NOCASE",
      [.text(plan.table)]
    ) { row in row.integer(at: 0) }
    // Columns: addr, opcode, p1, p2, ... <https://www.sqlite.org/opcode.html#OpenRead>
    let constants = plan.assignments.compactMap { assignment -> Value? in
      if case .constant(let value) = assignment.source { value } else { nil }
    }
    return try database.query("EXPLAIN \(rows(of: plan))", constants) { row in
      row.text(at: 1) == "OpenRead" && roots.contains(row.integer(at: 3))
    }.contains(true)
  }

  /// Proves that `expression` speaks of one record: aggregates are not allowed in a WHERE.
  private static func check(_ expression: String, in database: Database) throws(SQLiteError) {
    let start = "SELECT 1 FROM \(BatchTable.name) WHERE ("
    do {
      _ = try database.prepare("\(start)\(expression)\n)")
    } catch {
      // The place is told in what the user wrote, not in what was made of it.
      var error = error
      error.sql = expression
      error.byteOffset = error.byteOffset.map { min($0 - start.utf8.count, expression.utf8.count) }
      throw error
    }
  }
}
