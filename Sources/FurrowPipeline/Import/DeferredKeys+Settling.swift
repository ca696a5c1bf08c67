internal import FurrowCore
internal import FurrowSQLite

extension DeferredKeys {
  /// Takes out the rows that refer to none, and tries those again whose keys they had, until neither
  /// changes anything; tells what stays refused.
  ///
  /// A row that was taken out stays out, so that it ends.
  func settle(_ report: inout ImportReport) throws(PipelineError) {
    while try takeOutOrphans(&report) { try retry(&report.ledger) }
    try tellRepeats()
  }

  /// Writes down the records that repeat a key.
  func tellRepeats() throws(PipelineError) {
    let rows = try rows(
      """
      SELECT source, record, line, byte, raw, code, "column", field, rule, value, message
      FROM temp.furrow_repeats WHERE code NOT NULL ORDER BY id
      """
    )
    for row in rows {
      let log = logs[Int(row[0].integer ?? 0)]
      let fault = Fault(
        file: log.source.path,
        position: position(row[1...]),
        column: row[6].integer.map { Int($0) },
        field: row[7].text,
        code: Rejection.Code(rawValue: row[5].text ?? "") ?? .databaseError,
        rule: row[8].text,
        value: row[9].text,
        message: row[10].text ?? ""
      )
      try log.keep(fault, raw: bytes(row[4]))
    }
    try execute("DELETE FROM temp.furrow_repeats")
  }

  /// Takes out the rows that refer to none, and with them those that the database itself takes out
  /// with these; false if there were none.
  private func takeOutOrphans(_ report: inout ImportReport) throws(PipelineError) -> Bool {
    // What a trigger has taken out is none of the keys' business.
    try execute("DELETE FROM temp.furrow_origins WHERE \(raw: isGone)")
    let orphans = try orphans()
    guard !orphans.isEmpty else { return false }
    for orphan in orphans {
      try orphan.log.keep(orphan.fault, raw: orphan.raw)
      try execute(
        "DELETE FROM \(identifier: table.name) WHERE \(raw: rowID) = ?",
        [.integer(orphan.rowID)]
      )
      try execute("DELETE FROM temp.furrow_origins WHERE id = ?", [.integer(orphan.rowID)])
    }
    let gone = try rows(
      """
      SELECT id, NULL, source, record, line, byte, raw FROM temp.furrow_origins
      WHERE \(raw: isGone) ORDER BY 3, 4
      """
    )
    for row in gone {
      let orphan = try orphan(row, nil)
      try orphan.log.keep(orphan.fault, raw: orphan.raw)
    }
    try execute("DELETE FROM temp.furrow_origins WHERE \(raw: isGone)")
    report.ledger.reject(loaded: orphans.count + gone.count)
    return true
  }

  /// The condition of a row of `furrow_origins` that is no longer in the table.
  private var isGone: String { "id NOT IN (SELECT \(rowID) FROM main.\(quoted(table.name)))" }

  /// Inserts the records that repeat a key which is free now, in the order of the source.
  private func retry(_ ledger: inout Ledger) throws(PipelineError) {
    let repeats = try rows(
      "SELECT id, place, source, code ISNULL FROM temp.furrow_repeats ORDER BY id"
    )
    for row in repeats {
      let isIgnored = row[3] == .integer(1)
      do throws(SQLiteError) {
        let isInserted = try database.savepoint { () throws(SQLiteError) in
          try database.execute(insertions[Int(row[2].integer ?? 0)], [row[1]])
          return database.changes > 0
        }
        let newRow = database.lastInsertRowID
        ledger.move(setAside: isIgnored, to: isInserted ? .live : .filtered)
        if isInserted {
          try database.execute(
            """
            INSERT INTO temp.furrow_origins
            SELECT ?, source, record, line, byte, raw FROM temp.furrow_repeats WHERE id = ?
            """,
            [.integer(newRow), row[0]]
          )
        }
        try database.execute("DELETE FROM temp.furrow_repeats WHERE id = ?", [row[0]])
      } catch {
        guard error.isOfRecord, database.isInTransaction else { throw .database(error) }
        // Nobody has its key any more, but something else refuses it.
        if !error.isOfKey {
          if isIgnored { ledger.move(setAside: true, to: .rejected) }
          try execute(
            """
            UPDATE temp.furrow_repeats SET code = 'database-error', "column" = NULL, field = NULL,
              rule = NULL, value = NULL, message = 'the database refused the row: ' || ?2
            WHERE id = ?1
            """,
            [row[0], .text(error.message)]
          )
        }
      }
    }
  }
}

extension DeferredKeys {
  private struct Orphan {
    var rowID: Int64
    var log: RejectLog
    var fault: Fault
    var raw: [UInt8]
  }

  /// The loaded rows that refer to none.
  private func orphans() throws(PipelineError) -> [Orphan] {
    let keys = try FurrowPipeline.database { () throws(SQLiteError) in
      try database.foreignKeys(of: table.name)
    }
    let rows = try rows(
      """
      SELECT o.id, min(c.fkid), o.source, o.record, o.line, o.byte, o.raw
      FROM pragma_foreign_key_check(?) AS c JOIN temp.furrow_origins AS o ON o.id = c.rowid
      GROUP BY o.id ORDER BY 3, 4
      """,
      [.text(table.name)]
    )
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
      position: position(row[3...]),
      column: index.map { $0 + 1 },
      field: column,
      code: .foreignKeyError,
      rule: "foreignKeys",
      value: value,
      message: value.map { "\(message): \(Excerpt($0))" } ?? message
    )
    return Orphan(rowID: rowID, log: log, fault: fault, raw: bytes(row[6]))
  }
}

extension DeferredKeys {
  /// The place that stands as record, line and byte at the start of `values`.
  private func position(_ values: ArraySlice<Value>) -> SourcePosition {
    let numbers = values.prefix(3).map { Int($0.integer ?? 0) }
    return SourcePosition(record: numbers[0], line: numbers[1], byte: numbers[2])
  }

  private func bytes(_ value: Value) -> [UInt8] {
    if case .blob(let bytes) = value { bytes } else { [] }
  }

  private func rows(_ sql: SQL, _ values: [Value] = []) throws(PipelineError) -> [[Value]] {
    try FurrowPipeline.database { () throws(SQLiteError) in try database.rows(sql, values) }
  }

  private func execute(_ sql: SQL, _ values: [Value] = []) throws(PipelineError) {
    try FurrowPipeline.database { () throws(SQLiteError) in try database.execute(sql, values) }
  }
}
