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
        try count(rest.count, &outcome)
        return
      } catch {
        guard error.isOfRecord, database.isInTransaction else { throw error }
        if error.code == .constraintForeignKey {
          guard rest.count > 1 else { return try refuse(rest.lowerBound, error, &refusals) }
          let middle = rest.lowerBound + rest.count / 2
          try insert(rest.lowerBound..<middle, &outcome, &refusals)
          rest = middle..<rest.upperBound
          continue
        }
        let position = table.current
        let before = rest.lowerBound..<position
        if plan.conflict == .abort {
          try count(before.count, &outcome)
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
      try database.savepoint { () throws(SQLiteError) in
        try deleteReplaced(&outcome)
        try runOnce()
      }
    } catch {
      guard error.isOfRecord, database.isInTransaction else { throw error }
      return try refuse(position, error, &refusals)
    }
    try count(1, &outcome)
  }

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

  private func deleteReplaced(_ outcome: inout InsertOutcome) throws(SQLiteError) {
    guard deletion != nil else { return }
    replaced = 0
    deletion?.reset()
    try deletion?.run()
    replaced = Int(database.changes)
  }

  /// Counts what the last statement made of `records` records.
  ///
  /// SQLite counts the rows that changed, the counter the keys that were there.
  private func count(_ records: Int, _ outcome: inout InsertOutcome) throws(SQLiteError) {
    guard records > 0 else { return }
    let passed = try countPassing() ?? records
    let changes = countsChanges ? Int(database.changes) : passed
    switch plan.conflict {
    case .abort:
      outcome.inserted += changes
      outcome.filtered += records - changes
    case .replace:
      if replaced > 0 { outcome.updated += changes } else { outcome.inserted += changes }
      outcome.filtered += records - changes
    case .ignore:
      outcome.inserted += changes
      outcome.ignored += table.conflicts
      outcome.filtered += records - changes - table.conflicts
    case .update:
      let inserted = min(passed - table.conflicts, changes)
      outcome.inserted += inserted
      outcome.updated += changes - inserted
      outcome.unchanged += table.conflicts - (changes - inserted)
      outcome.filtered += records - inserted - table.conflicts
    }
  }

  private func countPassing() throws(SQLiteError) -> Int? {
    guard passing != nil else { return nil }
    passing?.reset()
    defer { passing?.reset() }
    _ = try passing?.step()
    return (passing?.integer(at: 0)).map { Int($0) }
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
  fileprivate var isOfRecord: Bool { .constraint ~= code || .mismatch ~= code }
}
