import FurrowSQLite
import TestSupport
import Testing

@Suite("Writes that a thread of their own makes") struct WriteBehindTests {
  private static func open(_ path: String, _ fileSystem: String?) throws -> Database {
    var options = Database.Options(mode: .create)
    options.fileSystem = fileSystem
    // So few pages fit that nearly every one is written, and read again, before the end.
    options.cacheKibibytes = 40
    return try Database(path: path, options: options)
  }

  @Test(arguments: ["delete", "truncate", "memory", "wal"], [1, 2, 3] as [UInt64])
  func `make the database that others make`(_ journal: String, _ seed: UInt64) throws {
    let folder = try TemporaryDirectory()
    let name = try #require(Database.writeBehindFileSystem)
    let one = try Self.open(folder.file("one.db"), nil)
    let two = try Self.open(folder.file("two.db"), name)
    var random = SplitMix64(seed: seed)
    for database in [one, two] {
      _ = try database.firstText("PRAGMA journal_mode = \(raw: journal)")
      try database.execute("CREATE TABLE t(k TEXT PRIMARY KEY, v BLOB)")
      try database.execute("CREATE INDEX i ON t(v)")
    }
    for _ in 0..<40 {
      let (kind, size, start) = (
        Int.random(in: 0..<8, using: &random), Int.random(in: 1...60_000, using: &random),
        Int.random(in: 0..<1_000_000, using: &random)
      )
      for database in [one, two] {
        try Self.change(database, kind, size, start)
        let sum: SQL =
          "SELECT count(*), sum(length(v)), min(k), max(k), total(unicode(hex(v))) FROM t"
        #expect(try one.rows(sum) == two.rows(sum) || database === one, "seed \(seed)")
      }
    }
    // Who comes later, and by the usual way, sees the same.
    let again = try Self.open(folder.file("two.db"), nil)
    #expect(try again.firstText("PRAGMA integrity_check") == "ok")
    #expect(try again.rows("SELECT * FROM t ORDER BY k") == one.rows("SELECT * FROM t ORDER BY k"))
  }

  /// Adds, takes out or rewrites rows; half of the time in a transaction or savepoint that is undone.
  private static func change(
    _ database: Database,
    _ kind: Int,
    _ size: Int,
    _ start: Int
  ) throws {
    let fill = """
      WITH RECURSIVE c(x) AS (VALUES(\(start)) UNION ALL SELECT x + 1 FROM c WHERE x < \(start + 1500))
      INSERT OR REPLACE INTO t SELECT hex(x * 7919 % 1000003), zeroblob(x % 700) FROM c
      """
    switch kind {
    case 0, 1: try database.execute(SQL(raw: fill))
    case 2: try database.execute("DELETE FROM t WHERE length(v) % 3 = \(start % 3)")
    case 3: try database.execute("UPDATE t SET v = zeroblob(length(v) / 2 + 1)")
    case 4:
      try database.execute("INSERT OR REPLACE INTO t VALUES (\(String(start)), zeroblob(\(size)))")
    case 5: try database.execute("BEGIN; \(raw: fill); ROLLBACK")
    case 6:
      try database.execute(
        "BEGIN; SAVEPOINT s; \(raw: fill); ROLLBACK TO s; DELETE FROM t WHERE k LIKE '3%'; COMMIT"
      )
    default: try database.execute("VACUUM")
    }
  }
}
