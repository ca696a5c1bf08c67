internal import FurrowCore
internal import FurrowSQLite

/// Foreign keys that can be judged only when everything is loaded: those of a table that refers to
/// itself, and those that are declared to wait.
///
/// A child may stand before its parent, so the keys wait until COMMIT
/// (<https://www.sqlite.org/foreignkeys.html> section 4.2). Where each row came from is kept in a
/// temporary table until then, so that an orphan can be named, and taken out again, by its record.
final class DeferredKeys: InsertObserver {
  private let database: Database
  private let table: TableInfo
  /// A name of the rowid that is no column's. <https://www.sqlite.org/lang_createtable.html#rowid>
  private let rowID: String
  private var logs: [RejectLog] = []
  private var origin: Statement

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
          raw BLOB)
        """
      )
      return try database.prepare("INSERT INTO temp.furrow_origins VALUES (?, ?, ?, ?, ?, ?)")
    }
  }

  /// Says that the records that follow belong to the source of `log`.
  func begin(_ log: RejectLog) {
    logs.append(log)
  }

  func inserted(
    _ position: Int,
    of batch: borrowing RecordBatch,
    rowID: Int64
  )
    throws(SQLiteError)
  {
    let extent = batch.extents[Int(batch.live[position])]
    let place = batch.position(of: extent)
    origin.reset()
    try origin.bind(rowID, at: 1)
    try origin.bind(logs.count - 1, at: 2)
    try origin.bind(place.record, at: 3)
    try origin.bind(place.line, at: 4)
    try origin.bind(place.byte, at: 5)
    try origin.bind(blob: batch.rawBytes(of: extent).span, at: 6)
    try origin.run()
  }

  /// Finds the rows that refer to none, and takes them out again with those that refer to them.
  func settle(_ report: inout ImportReport) throws(PipelineError) {
    var isFirst = true
    while true {
      let orphans = try orphans(ofRejected: !isFirst)
      isFirst = false
      guard !orphans.isEmpty else { return }
      for orphan in orphans {
        try orphan.log.keep(orphan.fault, raw: orphan.raw)
        try FurrowPipeline.database { () throws(SQLiteError) in
          try database.execute(
            "DELETE FROM \(identifier: table.name) WHERE \(raw: rowID) = ?",
            [.integer(orphan.rowID)]
          )
          try database.execute(
            "DELETE FROM temp.furrow_origins WHERE id = ?",
            [.integer(orphan.rowID)]
          )
        }
      }
      report.ledger.reject(loaded: orphans.count)
    }
  }

  private struct Orphan {
    var rowID: Int64
    var log: RejectLog
    var fault: Fault
    var raw: [UInt8]
  }

  /// The loaded rows that refer to none; with `ofRejected`, also those that went with a parent.
  private func orphans(ofRejected: Bool) throws(PipelineError) -> [Orphan] {
    let keys = try FurrowPipeline.database { () throws(SQLiteError) in
      try database.foreignKeys(of: table.name)
    }
    let rows = try FurrowPipeline.database { () throws(SQLiteError) in
      try database.rows(
        """
        SELECT o.id, min(c.fkid), o.source, o.record, o.line, o.byte, o.raw
        FROM pragma_foreign_key_check(?) AS c JOIN temp.furrow_origins AS o ON o.id = c.rowid
        GROUP BY o.id
        UNION ALL
        SELECT id, NULL, source, record, line, byte, raw FROM temp.furrow_origins
        WHERE ? AND id NOT IN (SELECT \(raw: rowID) FROM \(identifier: table.name))
        ORDER BY 3, 4
        """,
        [.text(table.name), .integer(ofRejected ? 1 : 0)]
      )
    }
    var result: [Orphan] = []
    for row in rows {
      let key = keys.first { Int64($0.id) == row[1].integer }
      result.append(try orphan(row, key))
    }
    return result
  }

  private func orphan(_ row: [Value], _ key: ForeignKeyInfo?) throws(PipelineError) -> Orphan {
    let rowID = row[0].integer ?? 0
    let log = logs[Int(row[2].integer ?? 0)]
    let column = key?.columns.first
    let value = try column.flatMap { column throws(PipelineError) in
      try FurrowPipeline.database { () throws(SQLiteError) in
        try database.firstText(
          "SELECT CAST(\(identifier: column) AS TEXT) FROM \(identifier: table.name) WHERE \(raw: self.rowID) = ?",
          [.integer(rowID)]
        )
      }
    }
    let index = column.flatMap { column in
      log.source.columns.firstIndex { $0.lowercased() == column.lowercased() }
    }
    let message =
      key.map { "expected a row of \($0.parent) to refer to, found none" }
      ?? "the row that it refers to was rejected"
    let fault = Fault(
      file: log.source.path,
      position: SourcePosition(
        record: Int(row[3].integer ?? 0),
        line: Int(row[4].integer ?? 0),
        byte: Int(row[5].integer ?? 0)
      ),
      column: index.map { $0 + 1 },
      field: column,
      code: .foreignKeyError,
      rule: "foreignKeys",
      value: value,
      message: value.map { "\(message): \(Excerpt($0))" } ?? message
    )
    guard case .blob(let raw) = row[6] else {
      return Orphan(rowID: rowID, log: log, fault: fault, raw: [])
    }
    return Orphan(rowID: rowID, log: log, fault: fault, raw: raw)
  }
}
