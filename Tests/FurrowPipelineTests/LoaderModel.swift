import FurrowSQLite
import TestSupport

/// One record of a made file: its bytes, and what a reader and a type check have to find in it.
struct MadeRecord {
  /// Without the line end.
  var raw: String
  /// The values; `nil` when the record is at fault before the database sees it.
  var values: [Value]?
  /// The codes of those faults.
  var codes: [String] = []
}

/// A table and a file made at random, with the answer to every field known from the start.
struct MadeImport {
  var sql: String
  var columns: [(name: String, type: String)]
  var filter: String?
  /// Whether a record that repeats a key is left out, and not refused.
  var ignoresRepeats = false
  var records: [MadeRecord] = []

  /// How a field may be written in a column of each type, and what it is there; `nil` is none.
  private static let fields: [String: [(text: String, value: Value?)]] = [
    "INTEGER": [
      ("1", 1), ("2", 2), ("3", 3), ("007", 7), ("1.0", 1), ("1e3", 1000), ("-5", -5), ("", nil),
      ("9223372036854775807", .integer(.max)), ("1.5", .blob([])), ("abc", .blob([])),
      ("9223372036854775808", .blob([])), ("\"\"", .blob([])), (" 1", .blob([])), ("\"2\"", 2),
    ],
    "REAL": [
      ("1", 1.0), ("1.5", 1.5), ("-2.50", -2.5), ("1e400", .blob([])), ("x", .blob([])),
      ("", nil), ("3", 3.0), (".5", 0.5), ("\"\"", .blob([])),
    ],
    "TEXT": [
      ("a", "a"), ("b", "b"), ("c", "c"), ("", nil), ("\"\"", ""), ("007", "007"),
      ("\"a,\"\"b\"", "a,\"b"), ("NA", "NA"), ("\"line\nend\"", "line\nend"), ("é", "é"),
    ],
    "BOOLEAN": [
      ("true", 1), ("False", 0), ("0", 0), ("1", 1), ("", nil), ("yes", .blob([])),
    ],
    "BLOB": [
      ("AAE=", .blob([0, 1])), ("\"\"", .blob([])), ("", nil), ("Zm9v", .blob(Array("foo".utf8))),
    ],
  ]

  init(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let types = Self.fields.keys.sorted()
    columns = (0..<Int.random(in: 2...5, using: &random)).map { index in
      ("c\(index)", types.randomElement(using: &random) ?? "TEXT")
    }
    var parts: [String] = []
    for (name, type) in columns {
      var part = "\(name) \(type)"
      if Bool.oneIn(4, &random) { part += " NOT NULL" }
      if Bool.oneIn(5, &random) { part += " UNIQUE" }
      if Bool.oneIn(5, &random) { part += " CHECK (\(name) <> 'b' AND \(name) <> 3)" }
      if Bool.oneIn(6, &random) { part += " DEFAULT 1" }
      if type == "INTEGER", Bool.oneIn(3, &random) {
        part += " REFERENCES \(Bool.oneIn(3, &random) ? "parents(id)" : "t(c0)")"
        if Bool.oneIn(4, &random) { part += " ON DELETE CASCADE" }
      }
      parts.append(part)
    }
    // The table may refer to itself, and then its first column has to be a key.
    if parts.contains(where: { $0.contains("t(c0)") }), !parts[0].contains("UNIQUE") {
      parts.append("UNIQUE (c0)")
    }
    if Bool.oneIn(4, &random) { parts.append("UNIQUE (c0, c1)") }
    if Bool.oneIn(3, &random) {
      let end = Bool.oneIn(2, &random) ? " AUTOINCREMENT" : ""
      parts.insert("id INTEGER PRIMARY KEY\(end)", at: 0)
    }
    sql = """
      CREATE TABLE parents(id INTEGER PRIMARY KEY); INSERT INTO parents VALUES (1), (2), (1000);
      CREATE TABLE t(\(parts.joined(separator: ", ")));
      """
    if Bool.oneIn(5, &random) {
      sql += """
        CREATE TABLE seen(n);
        CREATE TRIGGER watch AFTER INSERT ON t BEGIN
          INSERT INTO seen VALUES (new.c0);
          SELECT RAISE(ABORT, 'no') WHERE new.c1 = 2;
        END;
        CREATE TRIGGER drop_some BEFORE INSERT ON t WHEN new.c0 = 7 BEGIN
          SELECT RAISE(IGNORE);
        END;
        """
    }
    if Bool.oneIn(3, &random) {
      filter = ["c0 IS NOT NULL", "c0 > 1", "c1 <> 'a'", "c0 < c1", "1"].randomElement(
        using: &random
      )
    }
    // A sequence counts the records, too, that a statement leaves out: the model undoes those.
    ignoresRepeats = Bool.oneIn(3, &random) && !sql.contains("AUTOINCREMENT")
    for _ in 0..<Int.random(in: 0...80, using: &random) { records.append(record(&random)) }
  }

  private func record(_ random: inout SplitMix64) -> MadeRecord {
    switch Int.random(in: 0..<20, using: &random) {
    case 0: return MadeRecord(raw: "1", codes: ["missing-cell"])
    case 1:
      let raw = String(repeating: "1,", count: columns.count) + "1"
      return MadeRecord(raw: raw, codes: ["extra-cell"])
    case 2:
      let raw = "\"1\"x" + String(repeating: ",1", count: columns.count - 1)
      return MadeRecord(raw: raw, codes: ["quote-error"])
    case 3:
      let raw = "a\0b" + String(repeating: ",", count: columns.count - 1)
      return MadeRecord(raw: raw, codes: ["null-byte"])
    default: break
    }
    let chosen = columns.map { column in
      (column.type, Self.fields[column.type]?.randomElement(using: &random) ?? ("", nil))
    }
    // A blob in a column of another type stands for a field that is no value of it.
    let faults = chosen.count { type, field in
      if case .blob = field.1 { type != "BLOB" } else { false }
    }
    return MadeRecord(
      raw: chosen.map(\.1.0).joined(separator: ","),
      values: faults == 0 ? chosen.map { $0.1.1 ?? .null } : nil,
      codes: Array(repeating: "type-error", count: faults)
    )
  }

  /// The bytes of the file.
  var bytes: [UInt8] {
    let header = columns.map(\.name).joined(separator: ",") + "\n"
    return Array((header + records.map { $0.raw + "\n" }.joined()).utf8)
  }
}

extension Bool {
  static func oneIn(_ count: Int, _ random: inout SplitMix64) -> Bool {
    Int.random(in: 0..<count, using: &random) == 0
  }
}

/// The loader the slow and obvious way: one INSERT a record, each in a savepoint of its own.
struct LoaderModel {
  private(set) var loaded = 0
  private(set) var filtered = 0
  private(set) var ignored = 0
  private(set) var faults: [ImportOutcome.RecordFault] = []
  /// The rejected records in the order they are found: orphans when all the others are loaded.
  private(set) var rejected: [Int] = []

  private let database: Database
  private let made: MadeImport
  /// The row of each loaded record.
  private var rows: [(record: Int, rowID: Int64)] = []
  /// The records that repeat a key, to be tried again when rows are taken out.
  private var repeats: [ImportOutcome.RecordFault] = []

  /// Loads `made` into `database`, which has its tables.
  init(_ made: MadeImport, into database: Database) throws {
    self.database = database
    self.made = made
    let list = made.columns.map { "\($0.name) \($0.type)" }.joined(separator: ", ")
    try database.execute("CREATE TEMP TABLE record(\(raw: list))")
    try database.execute("BEGIN; PRAGMA defer_foreign_keys = \(raw: refersToItself ? "ON" : "OFF")")
    for (index, record) in made.records.enumerated() {
      try load(record, number: index + 1)
    }
    while try refersToItself && removeOrphans() {
      let again = repeats
      repeats = []
      for fault in again { try insert(made.records[fault.record - 1], number: fault.record) }
    }
    try database.execute("COMMIT; DROP TABLE temp.record")
    if made.ignoresRepeats { ignored = repeats.count } else { faults += repeats }
    for fault in faults where rejected.last != fault.record { rejected.append(fault.record) }
    faults.sort()
  }

  private var refersToItself: Bool { made.sql.contains("REFERENCES t(") }

  private mutating func load(_ record: MadeRecord, number: Int) throws {
    guard let values = record.values else {
      faults += record.codes.map { ImportOutcome.RecordFault(record: number, code: $0) }
      return
    }
    try show(values)
    if let filter = made.filter,
      try database.firstValue("SELECT \(raw: filter) FROM temp.record") != .integer(1)
    {
      filtered += 1
      return
    }
    try insert(record, number: number)
  }

  /// Puts a record where SQL can see it.
  private func show(_ values: [Value]) throws {
    let marks = values.map { _ in "?" }.joined(separator: ", ")
    try database.execute("DELETE FROM temp.record")
    try database.execute("INSERT INTO temp.record VALUES (\(raw: marks))", values)
  }

  private mutating func insert(_ record: MadeRecord, number: Int) throws {
    try show(record.values ?? [])
    let names = made.columns.map(\.name).joined(separator: ", ")
    do {
      try database.savepoint { () throws(SQLiteError) in
        try database.execute("INSERT INTO t(\(raw: names)) SELECT \(raw: names) FROM temp.record")
      }
    } catch {
      let fault = ImportOutcome.RecordFault(record: number, code: Self.code(of: error))
      if ["unique-error", "primary-key-error"].contains(fault.code) {
        if refersToItself || made.ignoresRepeats { return repeats.append(fault) }
      }
      return faults.append(fault)
    }
    if database.changes == 0 {
      filtered += 1
    } else {
      loaded += 1
      rows.append((number, database.lastInsertRowID))
    }
  }

  /// Takes out the rows that refer to none; true if there were any.
  private mutating func removeOrphans() throws -> Bool {
    let orphans = try database.rows("SELECT DISTINCT rowid FROM pragma_foreign_key_check('t')")
      .map { $0[0].integer ?? 0 }
    for rowID in orphans {
      try database.execute("DELETE FROM t WHERE rowid = ?", [.integer(rowID)])
      for row in rows where row.rowID == rowID {
        faults.append(ImportOutcome.RecordFault(record: row.record, code: "foreign-key-error"))
      }
      rows.removeAll { $0.rowID == rowID }
      loaded -= 1
    }
    // Those that a deletion takes along.
    for row in rows
    where try database.firstValue("SELECT 1 FROM t WHERE rowid = ?", [.integer(row.rowID)]) == nil {
      faults.append(ImportOutcome.RecordFault(record: row.record, code: "foreign-key-error"))
      rows.removeAll { $0.rowID == row.rowID }
      loaded -= 1
    }
    return !orphans.isEmpty
  }

  private static func code(of error: SQLiteError) -> String {
    switch error.code {
    case .constraintNotNull, .constraintCheck: "constraint-error"
    case .constraintUnique: "unique-error"
    case .constraintPrimaryKey, .constraintRowID: "primary-key-error"
    case .constraintForeignKey: "foreign-key-error"
    default: "database-error"
    }
  }
}
