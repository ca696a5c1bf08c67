internal import FurrowCore

extension BatchInserter {
  /// Inserts the live records in `window`, with one statement as long as none is refused.
  func insert(
    _ window: Range<Int>,
    _ outcome: inout InsertOutcome,
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
        guard error.isOfRecord, database.isInTransaction else { throw error }
        // Nobody knows the record: the check came at the end, or SQLite read ahead.
        if error.code == .constraintForeignKey || !rest.contains(table.current) {
          guard rest.count > 1 else { return try refuse(rest.lowerBound, error, &refusals) }
          let middle = rest.lowerBound + rest.count / 2
          try insert(rest.lowerBound..<middle, &outcome, &refusals)
          rest = middle..<rest.upperBound
          continue
        }
        let position = table.current
        let before = rest.lowerBound..<position
        if plan.conflict == .abort, error.keepsRowsBefore {
          count(before.count, &outcome)
        } else {
          try insert(before, &outcome, &refusals)
        }
        try refuse(position, error, &refusals)
        rest = (position + 1)..<rest.upperBound
      }
    }
  }

  /// Inserts one record in a savepoint, which takes back what triggers did before one refused it.
  func insertOne(
    _ position: Int,
    _ outcome: inout InsertOutcome,
    _ refusals: inout [Refusal]
  ) throws(SQLiteError) {
    table.range = position..<(position + 1)
    do {
      guard try passesFilter() else {
        outcome.filtered += 1
        return
      }
      try database.savepoint { () throws(SQLiteError) in
        try deleteReplaced()
        try runOnce()
        // A trigger that drops the record must not have cost the row that it was to replace.
        if replaced > 0, database.changes == 0 { throw Self.dropped }
      }
    } catch {
      if error == Self.dropped {
        outcome.filtered += 1
        return
      }
      if error.isOfRecord, !database.isInTransaction { breaker = position }
      guard error.isOfRecord, database.isInTransaction else { throw error }
      return try refuse(position, error, &refusals)
    }
    count(1, &outcome)
  }

  /// Says that a trigger dropped a record.
  private static var dropped: SQLiteError { SQLiteError(code: .abort, message: "dropped") }

  /// Runs the statement over the window; one that fails leaves nothing unless it may keep rows.
  private func run() throws(SQLiteError) {
    guard plan.conflict != .abort else { return try runOnce() }
    try database.savepoint { () throws(SQLiteError) in try runOnce() }
  }

  private func runOnce() throws(SQLiteError) {
    table.conflicts = 0
    statement.reset()
    try statement.run()
  }

  private func deleteReplaced() throws(SQLiteError) {
    guard deletion != nil else { return }
    replaced = 0
    deletion?.reset()
    try deletion?.run()
    replaced = Int(database.changes)
  }

  /// Counts what the last statement made of `records` records.
  ///
  /// SQLite counts the rows that changed, the counter the keys that were there. Where no trigger can
  /// drop a record, one without a fate stays without, and the books show it.
  private func count(_ records: Int, _ outcome: inout InsertOutcome) {
    guard records > 0 else { return }
    let changes = countsChanges ? Int(database.changes) : records
    let known: Int
    switch plan.conflict {
    case .abort:
      outcome.inserted += changes
      known = changes
    case .replace:
      if replaced > 0 { outcome.updated += changes } else { outcome.inserted += changes }
      known = changes
    case .ignore:
      outcome.inserted += changes
      outcome.ignored += table.conflicts
      known = changes + table.conflicts
    case .update:
      let inserted = min(records - table.conflicts, changes)
      outcome.inserted += inserted
      outcome.updated += changes - inserted
      outcome.unchanged += table.conflicts - (changes - inserted)
      known = inserted + table.conflicts
    }
    if firesTriggers { outcome.filtered += records - known }
  }

  /// Notes that the record at `position` is refused; a foreign key's is all that the table shows.
  private func refuse(
    _ position: Int,
    _ error: SQLiteError,
    _ refusals: inout [Refusal]
  ) throws(SQLiteError) {
    var refusal = Refusal(position: position, error: error)
    if error.code == .constraintForeignKey {
      refusal.key = try ForeignKeyProbe(database, plan).brokenKey()
    }
    refusals.append(refusal)
  }
}

extension SQLiteError {
  /// Whether it speaks of the record, so that the run can go on without it.
  ///
  /// An expression, a CHECK or a trigger that fails while it is computed gives the plain error code.
  package var isOfRecord: Bool { .constraint ~= code || .mismatch ~= code || code == .error }

  /// Whether a unique key is there already.
  package var isOfKey: Bool {
    [.constraintUnique, .constraintPrimaryKey, .constraintRowID].contains(code)
  }

  /// Whether `OR FAIL` kept the rows before the record: only a constraint of the table asks for that.
  fileprivate var keepsRowsBefore: Bool {
    .constraint ~= code && code != .constraintDataType
  }
}
