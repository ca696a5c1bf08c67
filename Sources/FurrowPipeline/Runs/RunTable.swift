internal import FurrowCore
public import FurrowSQLite

/// The table `furrow_runs`: how far each import that commits as it goes has come.
///
/// A row changes in the same transaction as the rows that it speaks of, so it is never ahead of them
/// nor behind.
public struct RunTable {
  private let database: Database

  /// Looks at the table in `database`.
  public init(_ database: Database) {
    self.database = database
  }

  /// Every run, the first one first; none when there is no table.
  ///
  /// - Throws: `SQLiteError` when the database cannot be read.
  public func runs() throws(SQLiteError) -> [RunRecord] {
    try records("ORDER BY id", [])
  }

  /// The last run into `table` of the sources that are written down as `sources` says, with its salt.
  func last(
    of sources: (_ salt: String) -> [String],
    into table: String
  ) throws(SQLiteError) -> RunRecord? {
    guard try database.tableExists("furrow_runs") else { return nil }
    let salt = try hasSalt ? "salt" : "''"
    let runs = try database.rows(
      "SELECT id, sources, \(raw: salt) FROM furrow_runs WHERE target = ? COLLATE NOCASE ORDER BY id DESC",
      [.text(table)]
    )
    let run = runs.first { run in
      run[1].text == sources(run[2].text ?? "").joined(separator: "\n")
    }
    guard let run else { return nil }
    return try records("WHERE id = ?", [run[0]]).first
  }

  /// Whether the table has the column of the salts, which older versions did not make.
  private var hasSalt: Bool {
    get throws(SQLiteError) {
      try database.columns(of: "furrow_runs").contains { $0.name == "salt" }
    }
  }

  /// Writes a new run and gives its number; makes the table if it is not there.
  func insert(_ run: RunRecord) throws(SQLiteError) -> Int64 {
    try database.execute(
      """
      CREATE TABLE IF NOT EXISTS furrow_runs(
        id INTEGER PRIMARY KEY, status TEXT NOT NULL, target TEXT NOT NULL, sources TEXT NOT NULL,
        identities TEXT NOT NULL, options TEXT NOT NULL, definition TEXT NOT NULL,
        source INTEGER NOT NULL, record INTEGER NOT NULL, line INTEGER NOT NULL,
        byte INTEGER NOT NULL, checksum INTEGER NOT NULL, read INTEGER NOT NULL,
        inserted INTEGER NOT NULL, updated INTEGER NOT NULL, unchanged INTEGER NOT NULL,
        ignored INTEGER NOT NULL, rejected INTEGER NOT NULL, duplicates INTEGER NOT NULL,
        filtered INTEGER NOT NULL, bytes INTEGER NOT NULL, faults TEXT NOT NULL,
        raw_bytes INTEGER NOT NULL, fault_bytes INTEGER NOT NULL,
        started_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
        committed_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP, salt TEXT NOT NULL DEFAULT '')
      """
    )
    if try !hasSalt {
      try database.execute("ALTER TABLE furrow_runs ADD COLUMN salt TEXT NOT NULL DEFAULT ''")
    }
    let names = Self.columns.joined(separator: ", ")
    let marks = Self.columns.map { _ in "?" }.joined(separator: ", ")
    try database.execute(
      "INSERT INTO furrow_runs(\(raw: names), salt) VALUES (\(raw: marks), ?)",
      Self.values(of: run) + [.text(run.salt)]
    )
    return database.lastInsertRowID
  }

  /// Brings the row of `run` up to date.
  func update(_ run: RunRecord) throws(SQLiteError) {
    let assignments = Self.columns.map { "\($0) = ?" }.joined(separator: ", ")
    try database.execute(
      "UPDATE furrow_runs SET \(raw: assignments), committed_at = CURRENT_TIMESTAMP WHERE id = ?",
      Self.values(of: run) + [.integer(run.id)]
    )
  }

  private static let columns = [
    "status", "target", "sources", "identities", "options", "definition", "source", "record",
    "line", "byte", "checksum", "read", "inserted", "updated", "unchanged", "ignored", "rejected",
    "duplicates", "filtered", "bytes", "faults", "raw_bytes", "fault_bytes",
  ]

  private static func values(of run: RunRecord) -> [Value] {
    let numbers =
      [
        run.source, run.position.record, run.position.line, run.position.byte, Int(run.checksum),
      ] + run.ledger.counts
    let texts = [
      run.status.rawValue, run.table, run.sources.joined(separator: "\n"),
      run.identities.joined(separator: "\n"), run.options.joined(separator: "\n"), run.schema,
    ]
    let faults = run.faults.sorted { $0.key.rawValue < $1.key.rawValue }
      .map { "\($0.key.rawValue) \($0.value)" }.joined(separator: "\n")
    return texts.map(Value.text) + numbers.map { .integer(Int64($0)) } + [.text(faults)]
      + [.integer(Int64(run.rawBytes)), .integer(Int64(run.faultBytes))]
  }

  private func records(_ clause: String, _ values: [Value]) throws(SQLiteError) -> [RunRecord] {
    guard try database.tableExists("furrow_runs") else { return [] }
    let salt = try hasSalt ? "salt" : "''"
    let names = (["id"] + Self.columns + ["started_at", "committed_at", salt])
      .joined(separator: ", ")
    let rows = try database.rows("SELECT \(raw: names) FROM furrow_runs \(raw: clause)", values)
    return try rows.map(Self.record)
  }

  /// The most that a number of the table can be: all of them can be added up.
  private static let maximum: Int64 = 1 << 56

  private static func record(_ row: [Value]) throws(SQLiteError) -> RunRecord {
    for index in Array(7...20) + [22, 23] where !(0...maximum).contains(row[index].integer ?? -1) {
      throw SQLiteError(
        code: .mismatch,
        message:
          "furrow_runs, run \(row[0].integer ?? 0): expected a number from 0 to \(maximum) as"
          + " \(columns[index - 1]), found"
          + " \(row[index].integer.map(String.init) ?? "something else"); delete the row to begin anew"
      )
    }
    func text(_ index: Int) -> String { row[index].text ?? "" }
    func number(_ index: Int) -> Int { Int(row[index].integer ?? 0) }
    func lines(_ index: Int) -> [String] { text(index).split(separator: "\n").map(String.init) }
    var run = RunRecord(
      table: text(2),
      sources: lines(3),
      identities: lines(4),
      options: lines(5),
      schema: text(6)
    )
    run.id = row[0].integer ?? 0
    run.status = RunRecord.Status(rawValue: text(1)) ?? .running
    run.source = number(7)
    run.position = SourcePosition(record: number(8), line: number(9), byte: number(10))
    run.checksum = UInt32(truncatingIfNeeded: number(11))
    run.ledger = Ledger(counts: (12...20).map(number))
    for line in lines(21) {
      let parts = line.split(separator: " ")
      guard parts.count == 2, let code = Rejection.Code(rawValue: String(parts[0])) else {
        continue
      }
      run.faults[code] = Int(parts[1]).map { min(max($0, 0), Int(maximum)) }
    }
    (run.rawBytes, run.faultBytes) = (number(22), number(23))
    (run.startedAt, run.committedAt, run.salt) = (text(24), text(25), text(26))
    return run
  }
}

extension Ledger {
  /// The counts in the order of the table's columns.
  fileprivate var counts: [Int] {
    [read, inserted, updated, unchanged, ignored, rejected, duplicates, filtered, bytes]
  }
}
