public import FurrowCore

/// Inserts batches into a table: one statement for a whole batch, a verdict for each record.
///
/// A constraint failure stops the statement where it stands (`OR FAIL`), with the rows before it
/// kept: that record is rejected and the statement goes on behind it. Three things take neighbours
/// along, and are done in smaller windows:
/// - an immediate foreign key is checked when the statement is done, and the whole of it undone, so
///   the window is halved until the record stands alone;
/// - an update of a row that is there undoes the statement when it fails, so what stood before it
///   is done again;
/// - a trigger makes SQLite read all rows before it inserts the first, and `OR FAIL` would change
///   what the trigger's own statements do, so a target with triggers takes one record at a time;
///   so does one that its own keys or an expression look into: what they find there are the records
///   before this one, wherever a batch ends.
///
/// <https://www.sqlite.org/lang_conflict.html>, <https://www.sqlite.org/foreignkeys.html>
public final class BatchInserter {
  /// A record that the database refused.
  struct Refusal {
    /// The record's place among the live ones.
    var position: Int
    /// What SQLite said.
    var error: SQLiteError
    /// The foreign key that has no parent, if one is to blame.
    var key: ForeignKeyInfo?
  }

  let database: Database
  let plan: InsertPlan
  let table: BatchTable
  private let observer: (any InsertObserver)?
  /// Keeps the values of a record whose key is there already.
  private var keeping: Statement?
  private let isOneByOne: Bool
  /// Whether rows that come in are changes to SQLite; those that a trigger takes elsewhere are not.
  let countsChanges: Bool
  var statement: Statement
  /// Takes the rows out that records replace.
  var deletion: Statement?
  /// Rows that the last record replaces.
  var replaced = 0
  /// Has a row for each shown record that the plan's filter is true of.
  var filterStatement: Statement?
  let filterReadsTarget: Bool
  /// Whether triggers, or actions of foreign keys, run with the statement.
  let firesTriggers: Bool
  let explanation: RefusalExplanation
  /// The record, by its place in the batch's live ones, at which the whole transaction was rolled
  /// back, as `RAISE(ROLLBACK)` of a trigger does it.
  public internal(set) var breaker: Int?

  /// Prepares the load that `plan` describes; an `observer` hears of every row by itself.
  ///
  /// - Throws: ``SQLiteError`` if the target or a column is not there, an expression is at fault, or
  ///   the plan's key is none.
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
    let kind = try database.table(plan.table, schema: plan.schema)?.kind
    countsChanges = kind != .view
    table = try BatchTable(
      database,
      columns: plan.batchColumns
    )
    for case .expression(let sql) in plan.assignments.map(\.source) {
      try BatchTable.check(sql, plan.variables, in: database)
    }
    if let filter = plan.filter { try BatchTable.check(filter, plan.variables, in: database) }
    if plan.conflict != .abort { try Self.checkConflict(of: plan, kind, in: database) }
    let sql = InsertSQL(plan: plan)
    let keepsRows = plan.conflict == .abort
    // Programs of their own: triggers, or actions of foreign keys.
    firesTriggers = try database.explains(sql.insert(orFail: keepsRows)) { row in
      row.text(at: 1) == "Program"
    }
    if let clause = try database.conflictClause(of: plan), firesTriggers || !keepsRows {
      throw SQLiteError(
        code: .misuse,
        message:
          "\(plan.table) is defined with \(clause), which would drop or replace rows behind the"
          + " import's back; it can be filled only without triggers and without --on-conflict"
      )
    }
    let parents = try database.foreignKeys(of: plan.table, schema: plan.schema).map(\.parent)
    let refersToItself = parents.contains { $0.lowercased() == plan.table.lowercased() }
    let isRead = try Self.readsTarget(sql.select, of: plan, in: database)
    filterReadsTarget = try Self.readsTarget(sql.filterSelect, of: plan, in: database)
    var isOneByOne =
      firesTriggers || refersToItself || isRead || filterReadsTarget || observer != nil
    if case .replace(let key) = plan.conflict {
      isOneByOne = true
      deletion = try database.prepare(SQL(raw: sql.deleteKeys(key)))
    }
    self.isOneByOne = isOneByOne
    statement = try database.prepare(SQL(raw: sql.insert(orFail: keepsRows && !firesTriggers)))
    if plan.filter != nil { filterStatement = try database.prepare(SQL(raw: sql.filterSelect)) }
    if let name = plan.setAsideTable {
      try database.execute(SQL(raw: sql.makeSetAside(name)))
      keeping = try database.prepare(SQL(raw: sql.setAside(name)))
    }
    explanation = try RefusalExplanation(plan, in: database)
    try statement.bind(named: plan.bindings)
    try deletion?.bind(named: plan.bindings)
    try filterStatement?.bind(named: plan.bindings)
    try keeping?.bind(named: plan.bindings)
  }

  /// Inserts the live records of `batch`; those that the database refuses are rejected.
  ///
  /// - Throws: ``SQLiteError`` for anything that is not a record's fault: a full disk, a lock, a
  ///   trigger that rolls the transaction back.
  public func insert(_ batch: inout RecordBatch) throws(SQLiteError) -> InsertOutcome {
    try filter(&batch)
    var refusals: [Refusal] = []
    let count = batch.live.count
    let outcome = try table.show(batch) { () throws(SQLiteError) in
      var outcome = InsertOutcome()
      guard isOneByOne else {
        try insert(0..<count, &outcome, &refusals)
        return outcome
      }
      for position in 0..<count {
        let before = outcome
        let known = refusals.count
        try insertOne(position, &outcome, &refusals)
        if outcome.inserted > before.inserted {
          try observer?.inserted(position, of: batch, rowID: database.lastInsertRowID)
        } else if outcome.ignored > before.ignored {
          try setAside(position, of: batch, nil)
        } else if let refusal = refusals.last, refusals.count > known, refusal.error.isOfKey,
          try setAside(position, of: batch, refusal)
        {
          refusals.removeLast()
          outcome.setAside += 1
        }
      }
      return outcome
    }
    try reject(refusals, of: &batch)
    batch.narrow()
    return outcome
  }

  /// Keeps the record that the table shows, if somebody wants to try it again; false if nobody does.
  @discardableResult
  private func setAside(
    _ position: Int,
    of batch: borrowing RecordBatch,
    _ refusal: Refusal?
  ) throws(SQLiteError) -> Bool {
    guard let observer, keeping != nil else { return false }
    keeping?.reset()
    try keeping?.run()
    let rejection = refusal.map {
      explanation.rejection(Int(batch.live[position]), of: batch, for: $0)
    }
    try observer.setAside(position, of: batch, place: database.lastInsertRowID, rejection)
    return true
  }

  /// Whether an expression looks into the target: SQLite would read all records before the first
  /// is inserted, and what they find would depend on how many there are.
  private static func readsTarget(
    _ select: String,
    of plan: InsertPlan,
    in database: Database
  )
    throws(SQLiteError) -> Bool
  {
    let roots = try database.query(
      "SELECT rootpage FROM \(identifier: plan.schema).sqlite_schema WHERE tbl_name = ? COLLATE NOCASE",
      [.text(plan.table)]
    ) { row in row.integer(at: 0) }
    // Columns: addr, opcode, p1, p2, ... <https://www.sqlite.org/opcode.html#OpenRead>
    return try database.explains(select) { row in
      row.text(at: 1) == "OpenRead" && roots.contains(row.integer(at: 3))
    }
  }

  /// Proves that the target can tell which rows records meet, by asking for an upsert on the key.
  private static func checkConflict(
    of plan: InsertPlan,
    _ kind: TableInfo.Kind?,
    in database: Database
  )
    throws(SQLiteError)
  {
    if kind == .view || kind == .virtual {
      let title = kind == .view ? "a view" : "a virtual table"
      throw SQLiteError(
        code: .misuse,
        message:
          "\(plan.table) is \(title), which has no unique keys: drop --on-conflict, or import"
          + " into a table"
      )
    }
    let key = plan.conflict.key
    if key.isEmpty { return }
    var question = plan
    question.conflict = .update(key: key)
    do throws(SQLiteError) {
      _ = try database.prepare(SQL(raw: InsertSQL(plan: question).insert(orFail: false)))
    } catch {
      guard error.message.hasPrefix("ON CONFLICT clause does not match") else { throw error }
      throw try noKey(key, of: plan, in: database)
    }
  }

  /// Says which keys the target has instead of `key`.
  private static func noKey(
    _ key: [String],
    of plan: InsertPlan,
    in database: Database
  ) throws(SQLiteError) -> SQLiteError {
    let table = (name: plan.table, schema: plan.schema)
    var keys = try database.uniqueKeys(of: table.name, schema: table.schema)
      .filter { !$0.isPartial }.map { $0.columns.compactMap { $0 } }
    if let rowID = try database.rowIDColumn(of: table.name, schema: table.schema) {
      keys.insert([rowID], at: 0)
    }
    let names = keys.map { $0.joined(separator: ",") }
    let known = names.isEmpty ? "it has none" : "it has \(names.joined(separator: "; "))"
    return SQLiteError(
      code: .misuse,
      message: "--key \(key.joined(separator: ",")): \(plan.table) has no unique key of just these"
        + " columns (\(known)); CREATE UNIQUE INDEX makes one"
    )
  }
}

extension Database {
  /// Whether a step of the program that SQLite makes of `sql` is one that `isWanted` looks for.
  ///
  /// <https://www.sqlite.org/opcode.html>
  fileprivate func explains(
    _ sql: String,
    _ isWanted: (borrowing Statement) -> Bool
  ) throws(SQLiteError) -> Bool {
    // Parameters have no value here, and a program is the same with any.
    var explanation = try prepare("EXPLAIN \(raw: sql)")
    while try explanation.step() {
      if isWanted(explanation) { return true }
    }
    return false
  }
}
