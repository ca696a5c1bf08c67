internal import CSQLite

/// Runs one section of a migration, statement by statement.
struct MigrationScript {
  let database: Database
  let watcher: StatementGuard
  let migration: Migration
  let section: Migration.Section
  /// How many statements have run.
  private(set) var statementsDone = 0

  /// Where the file's own `BEGIN ... COMMIT` around everything stands.
  private enum Wrapper { case none, open, closed }
  private var wrapper = Wrapper.none
  private var hasOnlyPragmas = true
  /// Whether it was not SQLite who found the fault.
  private var isRefused = false

  init(
    _ section: Migration.Section,
    of migration: Migration,
    _ database: Database,
    _ watcher: StatementGuard
  ) {
    self.section = section
    self.migration = migration
    self.database = database
    self.watcher = watcher
  }

  /// Runs all statements but the first `skipped`; `afterEach` hears how many have run.
  ///
  /// `beforeEach` may end the run.
  mutating func run(
    skipping skipped: Int = 0,
    beforeEach: () throws(SQLiteError) -> Void,
    afterEach: (Int, StatementReport) throws(SQLiteError) -> Void
  ) throws(MigrationError) {
    do throws(SQLiteError) {
      try runAll(skipped, beforeEach, afterEach)
    } catch {
      let reason = watcher.finding.refusal ?? Self.advice(on: error)
      throw MigrationError(
        error,
        in: section,
        of: migration,
        kind: isRefused || watcher.finding.refusal != nil ? .forbidden : .sql,
        message: reason
      )
    }
  }

  /// What to do about a statement that SQLite does not run as it stands.
  private static func advice(on error: SQLiteError) -> String? {
    let message = error.message
    if message.contains("transaction") || message.contains("cannot VACUUM") {
      return "\(message); `transaction:false` behind the file's marker, or"
        + " `-- furrow: transaction=off`, runs it outside"
    }
    if let sql = error.sql, let offset = error.byteOffset,
      message.hasPrefix("near \".\"")
        || message.hasPrefix("unrecognized token: \"\\")
    {
      let line = String(decoding: Array(sql.utf8)[min(offset, sql.utf8.count)...], as: UTF8.self)
      if line.hasPrefix(".") || line.hasPrefix("\\") {
        return "\(message); commands of a shell such as .read or \\i are no SQL and do not run here"
      }
    }
    if message.hasPrefix("error in view") || message.hasPrefix("error in trigger") {
      return "\(message); drop it before the table and make it anew behind, or write"
        + " `PRAGMA legacy_alter_table = ON;` above"
    }
    return nil
  }

  private mutating func runAll(
    _ skipped: Int,
    _ beforeEach: () throws(SQLiteError) -> Void,
    _ afterEach: (Int, StatementReport) throws(SQLiteError) -> Void
  ) throws(SQLiteError) {
    let text = try SQLText(section.sql)
    var offset = text.startOfStatement(from: 0)
    while offset < text.count, statementsDone < skipped {
      // These cannot be compiled: what they make is there already.
      offset = text.startOfStatement(from: text.endOfStatement(from: offset))
      statementsDone += 1
    }
    while offset < text.count {
      let start = offset
      try beforeEach()
      let statement = try watcher.compile(
        text,
        from: start,
        end: &offset,
        isTransactional: section.isTransactional
      )
      offset = text.startOfStatement(from: offset)
      guard var statement else { break }
      if section.isTransactional, try isNeutralised(at: start) { continue }
      try runOne(&statement, at: start)
      statementsDone += 1
      let report = StatementReport(
        section: section,
        range: start..<offset,
        finding: watcher.finding
      )
      do { try afterEach(statementsDone, report) } catch {
        throw SQLiteError(
          code: error.code,
          message: error.message,
          sql: section.sql,
          byteOffset: start,
          path: error.path,
          systemError: error.systemError
        )
      }
    }
    if wrapper == .open { try refuse("there is a BEGIN without a COMMIT", at: text.count) }
  }

  /// Whether the statement just compiled is the file's own outermost BEGIN or COMMIT.
  ///
  /// The runner's transaction stands for that pair: the usual wrapper of a table rebuild, with
  /// `PRAGMA foreign_keys` around it, is taken as it is.
  private mutating func isNeutralised(at offset: Int) throws(SQLiteError) -> Bool {
    let isPragma = watcher.finding.pragma != nil
    switch (watcher.finding.transaction, wrapper) {
    case ("BEGIN", .none) where hasOnlyPragmas:
      wrapper = .open
      return true
    case ("COMMIT", .open):
      wrapper = .closed
      return true
    case (let word?, _):
      try refuse(
        "\(word) is not allowed here; the whole file is one transaction"
          + " (`transaction:false` behind its marker switches that off)",
        at: offset
      )
    case (nil, .closed) where !isPragma:
      try refuse("there is a statement behind the file's own COMMIT", at: offset)
    case (nil, _):
      hasOnlyPragmas = hasOnlyPragmas && isPragma
    }
    return false
  }

  private mutating func runOne(
    _ statement: inout Statement,
    at offset: Int
  ) throws(SQLiteError) {
    let check = Self.checks.contains(watcher.finding.pragma ?? "") ? watcher.finding.pragma : nil
    while try step(&statement) {
      if section.isTransactional, watcher.finding.pragma == "journal_mode",
        let wanted = watcher.finding.pragmaValue?.lowercased(),
        let found = statement.text(at: 0), found != wanted
      {
        // SQLite says so for some modes, and keeps silent about others.
        try refuse(
          "inside a transaction the journal stays \(found); `transaction:false` behind the file's"
            + " marker, or `-- furrow: transaction=off`, runs it outside",
          at: offset
        )
      }
      guard let check, statement.text(at: 0) != "ok" else { continue }
      let values = statement.values.map(\.shown).joined(separator: ", ")
      try refuse("\(check) found: \(values)", at: offset)
    }
    if section.isTransactional, !database.isInTransaction {
      try refuse("the statement ended the transaction", at: offset)
    }
  }

  /// As `step`, and tries again what SQLite gives up at once: `PRAGMA journal_mode` does not wait for
  /// another program, whatever the busy timeout.
  private func step(_ statement: inout Statement) throws(SQLiteError) -> Bool {
    let deadline = ContinuousClock.now + database.busyTimeout
    while true {
      do throws(SQLiteError) {
        return try statement.step()
      } catch {
        guard .busy ~= error.code, watcher.finding.pragma == "journal_mode",
          ContinuousClock.now < deadline
        else { throw error }
        sqlite3_sleep(20)
      }
    }
  }

  /// Pragmas whose rows mean that something is wrong, unless they say "ok".
  private static let checks: Set<String> = [
    "foreign_key_check", "integrity_check", "quick_check",
  ]

  /// Always throws.
  private mutating func refuse(_ message: String, at offset: Int) throws(SQLiteError) {
    isRefused = true
    throw SQLiteError(
      code: .notAuthorized,
      message: message,
      sql: section.sql,
      byteOffset: offset
    )
  }
}
