internal import FurrowCore
internal import FurrowSQLite

/// Foreign keys that can be judged only when everything is loaded: those of a table that refers to
/// itself, and those that are declared to wait.
///
/// A child may stand before its parent, so the keys wait until COMMIT
/// (<https://www.sqlite.org/foreignkeys.html> section 4.2). Where each row came from is kept in a
/// temporary table until then, so that an orphan can be named, and taken out again, by its record.
/// A record that repeats a key is kept, too: the row that has the key may be such an orphan.
final class DeferredKeys: InsertObserver {
  let database: Database
  let table: TableInfo
  /// A name of the rowid that is no column's. <https://www.sqlite.org/lang_createtable.html#rowid>
  let rowID: String
  private(set) var logs: [RejectLog] = []
  /// How a record of each source that was set aside is inserted.
  private(set) var insertions: [SQL] = []
  private var origin: Statement
  private var repeated: Statement

  /// Makes the keys of `target` wait.
  ///
  /// `nil` when none has to, or when rows cannot be told by their record. Those without a rowid are
  /// judged one by one, parents first; those that were there before and are only changed are judged
  /// at the end, and a broken key is then the run's fault.
  init?(
    _ target: Target,
    in database: Database,
    conflict: InsertPlan.Conflict
  )
    throws(PipelineError)
  {
    guard target.hasLateKeys else { return nil }
    let changesRows: Bool
    switch conflict {
    case .abort, .ignore: changesRows = false
    case .replace, .update: changesRows = true
    }
    let names = ["rowid", "_rowid_", "oid"]
    let free = names.first { target.column(named: $0) == nil }
    if target.table.isWithoutRowID || free == nil, !changesRows { return nil }
    rowID = free ?? ""
    try FurrowPipeline.database { () throws(SQLiteError) in
      try database.execute("PRAGMA defer_foreign_keys = ON")
    }
    if changesRows { return nil }
    self.database = database
    table = target.table
    origin = try FurrowPipeline.database { () throws(SQLiteError) in
      try database.execute(
        """
        CREATE TEMP TABLE furrow_origins(
          id INTEGER PRIMARY KEY, source INTEGER, record INTEGER, line INTEGER, byte INTEGER,
          raw BLOB);
        CREATE TEMP TABLE furrow_repeats(
          id INTEGER PRIMARY KEY, place INTEGER, source INTEGER, record INTEGER, line INTEGER,
          byte INTEGER, raw BLOB, code TEXT, "column" INTEGER, field TEXT, rule TEXT, value TEXT,
          message TEXT)
        """
      )
      return try database.prepare("INSERT INTO temp.furrow_origins VALUES (?, ?, ?, ?, ?, ?)")
    }
    repeated = try FurrowPipeline.database { () throws(SQLiteError) in
      try database.prepare(
        "INSERT INTO temp.furrow_repeats VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
      )
    }
  }

  /// The temporary table for the values of the next source's records that repeat a key.
  var setAsideTable: String { "furrow_repeats_\(insertions.count)" }

  /// Says that the records that follow belong to the source of `log`, and are inserted by `plan`.
  func begin(_ log: RejectLog, _ plan: InsertPlan) {
    logs.append(log)
    insertions.append(plan.setAsideInsert ?? "")
  }

  func inserted(
    _ position: Int,
    of batch: borrowing RecordBatch,
    rowID: Int64
  )
    throws(SQLiteError)
  {
    origin.reset()
    try origin.bind(rowID, at: 1)
    try bindPlace(position, of: batch, to: &origin)
    try origin.run()
  }

  func setAside(
    _ position: Int,
    of batch: borrowing RecordBatch,
    place: Int64,
    _ rejection: Rejection?
  ) throws(SQLiteError) {
    repeated.reset()
    try repeated.bind(place, at: 1)
    try bindPlace(position, of: batch, to: &repeated)
    var fault: [Value] = []
    if let rejection, let source = logs.last?.source {
      let found = Fault(rejection, in: batch, of: source.path, columns: source.columns)
      fault = [
        .text(found.code.rawValue), found.column.map { .integer(Int64($0)) } ?? .null,
        Value(found.field), Value(found.rule), Value(found.value), .text(found.message),
      ]
    }
    for index in 0..<6 { try repeated.bind(fault.isEmpty ? .null : fault[index], at: 7 + index) }
    try repeated.run()
  }

  /// Binds source, record, line, byte and bytes of a record, from parameter 2 on.
  private func bindPlace(
    _ position: Int,
    of batch: borrowing RecordBatch,
    to statement: inout Statement
  ) throws(SQLiteError) {
    let extent = batch.extents[Int(batch.live[position])]
    let place = batch.position(of: extent)
    try statement.bind(logs.count - 1, at: 2)
    try statement.bind(place.record, at: 3)
    try statement.bind(place.line, at: 4)
    try statement.bind(place.byte, at: 5)
    try statement.bind(blob: batch.rawBytes(of: extent).span, at: 6)
  }
}

extension Value {
  /// The text, or NULL.
  fileprivate init(_ text: String?) {
    self = text.map(Value.text) ?? .null
  }
}
