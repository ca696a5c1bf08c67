import FurrowSQLite
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A line that cannot succeed, and what a person is told.
struct BadCase: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var files: [String: String] = ["t.csv": "a,b\n1,2\n"]
  var sql: String? = "CREATE TABLE t(a INTEGER, b TEXT)"
  var line = "furrow import t.csv --into data.db"
  /// All of standard error but the line end.
  var message: String
  var status: Int32 = 1

  init(
    _ name: String,
    files: [String: String]? = nil,
    sql: String? = "CREATE TABLE t(a INTEGER, b TEXT)",
    _ line: String = "furrow import t.csv --into data.db",
    says message: String,
    status: Int32 = 1
  ) {
    testDescription = name
    self.files = files ?? self.files
    self.sql = sql
    self.line = line
    self.message = message
    self.status = status
  }

  static let all = [
    BadCase(
      "missing file",
      "furrow import no.csv --into data.db",
      says: "furrow: no.csv: no such file"
    ),
    BadCase(
      "folder as file",
      "mkdir d.csv; furrow import d.csv --into data.db --table t",
      says: "furrow: d.csv: is a directory; a file was expected"
    ),
    BadCase("empty file", files: ["t.csv": ""], says: "furrow: t.csv"),
    BadCase("BOM only", files: ["t.csv": "\u{FEFF}"], says: "furrow: t.csv"),
    BadCase("NUL", files: ["t.csv": "a,b\n1,\0\n"], says: "t.csv:2"),
    BadCase(
      "file that may not be read",
      "chmod 0 t.csv; chmod 777 .; chmod 666 data.db; setpriv --reuid 65534 --clear-groups "
        + "\"$0\" import t.csv --into data.db",
      says: "furrow: t.csv: permission denied; the file may not be read"
    ),
    BadCase(
      "file in a folder that may not be entered",
      "mkdir d; mv t.csv d; chmod 700 d; chmod 777 .; setpriv --reuid 65534 --clear-groups "
        + "\"$0\" import d/t.csv --into data.db",
      says: "furrow: d/t.csv: permission denied; the file may not be read"
    ),
    BadCase(
      "database that may not be written",
      "chmod 755 .; chmod 444 data.db; setpriv --reuid 65534 --clear-groups "
        + "\"$0\" import t.csv --into data.db",
      says: "furrow: data.db: the database cannot be written: no permission to write the file"
    ),
    BadCase(
      "database in no folder",
      "furrow import t.csv --into no/data.db",
      says: "furrow: no/data.db: cannot open the database: no such file or directory"
    ),
    BadCase(
      "database where the kernel allows none",
      "furrow import t.csv --into /proc/data.db",
      says: "furrow: /proc/data.db: cannot open the database"
    ),
    BadCase(
      "no database",
      "furrow import t.csv --into t.csv",
      says: "furrow: t.csv: this file is not a SQLite database (or it is encrypted)"
    ),
    BadCase(
      "unknown table",
      "furrow import t.csv --into data.db --table tt --create never",
      says: "furrow: data.db: no such table: \"tt\" (did you mean \"t\"?)"
    ),
    BadCase(
      "unknown column",
      files: ["t.csv": "a,c\n1,2\n"],
      says: "furrow: t.csv:1: field \"c\": column 2 is not in the table t"
    ),
    BadCase(
      "unknown column whose name is part of another's in an expression",
      files: ["t.csv": "a,b,c\n1,2,3\n"],
      "furrow import t.csv --into data.db --set 'b = coalesce(a, 1)'",
      says: "furrow: t.csv:1: field \"c\": column 3 is not in the table t"
    ),
    BadCase("too few fields", files: ["t.csv": "a,b\n1\n"], says: "t.csv:2"),
    BadCase("too many fields", files: ["t.csv": "a,b\n1,2,3\n"], says: "t.csv:2"),
    BadCase(
      "no value for a NOT NULL column",
      sql: "CREATE TABLE t(a, b, c NOT NULL)",
      says: "furrow: t.csv: no value for \"c\" of t, which is NOT NULL and has no default;"
        + " give one with --default c=VALUE"
    ),
    BadCase(
      "view without a trigger",
      sql: "CREATE VIEW t AS SELECT 1 AS a, 2 AS b",
      says:
        "furrow: t is a view and has no INSTEAD OF INSERT trigger; import into the table behind it"
    ),
    BadCase(
      "generated column that is set",
      sql: "CREATE TABLE t(a, b, c AS (a))",
      "furrow import t.csv --into data.db --set c=1",
      says: "furrow: --set c: the table computes that column itself"
    ),
    BadCase(
      "name twice in a strict header",
      files: ["t.csv": "a,a\n1,2\n"],
      "furrow import t.csv --into data.db --strict-header",
      says: "furrow: t.csv:1"
    ),
    BadCase(
      "unknown column to select",
      "furrow import t.csv --into data.db --select a,bb",
      says: "furrow: --select: t.csv has no column \"bb\" (did you mean \"b\"?)"
    ),
    BadCase(
      "unknown column to rename",
      "furrow import t.csv --into data.db --rename x=a",
      says: "furrow: --rename: t.csv has no column \"x\""
    ),
    BadCase(
      "expression that is no SQL",
      "furrow import t.csv --into data.db --set 'b=1+'",
      says: "furrow: near \")\": syntax error (SQL line 1, column 3)\n1+\n  ^\n"
    ),
    BadCase(
      "aggregate",
      "furrow import t.csv --into data.db --set 'b=count(*)'",
      says: "furrow: misuse of aggregate function count() (SQL line 1, column 1)\ncount(*)\n^\n"
    ),
    BadCase(
      "filter with an unknown name",
      "furrow import t.csv --into data.db --where 'aa > 1'",
      says: "furrow: no such column: aa (SQL line 1, column 1)\naa > 1\n^\n"
    ),
    BadCase(
      "default of another type",
      sql: "CREATE TABLE t(a, b, c INTEGER)",
      "furrow import t.csv --into data.db --default c=x",
      says: "furrow: --default c=x: expected an integer, as the column is declared INTEGER"
    ),
    BadCase(
      "default for no column",
      "furrow import t.csv --into data.db --default c=1",
      says: "furrow: --default: t has no column \"c\""
    ),
    BadCase(
      "report in no folder",
      "furrow import t.csv --into data.db --report no/r.json",
      says: "furrow: no/r.json: cannot be written: no such folder"
    ),
    BadCase(
      "rejects in a file",
      files: ["t.csv": "a,b\nx,2\n", "bad": ""],
      "furrow import t.csv --into data.db --on-error reject --rejects bad",
      says: "t.csv:2"
    ),
    BadCase(
      "full disk",
      files: [
        "t.csv": "a,b\n"
          + String(repeating: "1,\(String(repeating: "x", count: 90))\n", count: 5000)
      ],
      "trap '' XFSZ; (ulimit -f 64; furrow import t.csv --into data.db)",
      says: "furrow: data.db: the file system failed: disk I/O error"
    ),
    BadCase(
      "two wishes of standard input",
      "furrow import - - --into data.db --table t",
      says: "furrow import: standard input is named twice\nsee 'furrow import --help'",
      status: 64
    ),
    BadCase(
      "export to a full disk",
      "furrow export data.db --query 'SELECT 1' -o /dev/full",
      says: "furrow: /dev/full: cannot be written: no space left on the device"
    ),
    BadCase(
      "export of no table",
      "furrow export data.db --table u",
      says: "furrow: data.db: no such table: \"u\" (did you mean \"t\"?)"
    ),
    BadCase(
      "export of no database",
      "furrow export no.db --table t",
      says: "furrow: no.db: cannot open the database: no such file or directory"
    ),
    BadCase(
      "query that writes",
      "furrow query data.db 'DELETE FROM t'",
      says: "furrow: data.db: the database cannot be written"
    ),
  ]
}

@Suite struct `Bad input` {
  @Test(arguments: BadCase.all)
  func `is told in one line, and the database stays as it was`(_ bad: BadCase) throws {
    let shop = try Workplace(bad.files, sql: bad.sql)
    let before = try shop.dump
    let run = try shop.run(bad.line)
    #expect(run.status == bad.status)
    #expect(run.errorText.hasPrefix(bad.message), "\(run.errorText)")
    // A record's fault has its own line, before that of the run; wrong usage is told what to read,
    // and SQL is shown with a caret under the fault.
    let lines = run.errorText.split(separator: "\n")
    let isOfRecord = !lines[0].hasPrefix("furrow")
    let more = isOfRecord || bad.status == 64 ? 1 : run.errorText.contains("(SQL line") ? 2 : 0
    #expect(lines.count == 1 + more, "\(run.errorText)")
    #expect(run.errorText.hasSuffix("\n"))
    #expect(run.output.isEmpty)
    #expect(try shop.dump == before)
    #expect(try bad.sql == nil || shop.ask("PRAGMA integrity_check") == "'ok'")
    #expect(!shop.folder.has("data.db-journal"))
  }

  @Test(arguments: ["BEGIN IMMEDIATE", "BEGIN EXCLUSIVE", "BEGIN; SELECT * FROM t"])
  func `is a lock that another program holds`(_ lock: String) throws {
    let shop = try Workplace(
      ["t.csv": "a\n1\n"],
      sql: "CREATE TABLE t(a); INSERT INTO t VALUES (0), (1)"
    )
    let database = try Database(path: shop.folder.file("data.db"))
    try database.execute(SQL(raw: lock == "BEGIN; SELECT * FROM t" ? "BEGIN" : lock))
    if lock.hasSuffix("t") { _ = try database.rows("SELECT * FROM t") }
    let run = try shop.run("furrow import t.csv --into data.db --busy-timeout 200ms")
    #expect(
      run.errorText == """
        furrow: data.db: the database is locked by another program; end it, or wait longer with \
        --busy-timeout

        """
    )
    #expect(run.status == 1)
    try database.execute("COMMIT")
    #expect(try shop.ask("SELECT * FROM t") == "0 1")
    #expect(try shop.run("furrow import t.csv --into data.db").status == 0)
  }

  /// The limits, in KiB, let the file grow to other sizes before a write fails: what waits then differs.
  @Test(arguments: [600, 1024, 1500, 2200])
  func `ends where the disk is full, however much waits to be written`(_ limit: Int) throws {
    let records = (1...100_000).map { "\($0),some text that takes room\n" }.joined()
    let place = try Workplace(["t.csv": "id,v\n\(records)"])
    let run = try place.run(
      "trap '' XFSZ; ulimit -f \(limit); timeout -s KILL 60 \"$0\" import t.csv --into data.db"
    )
    #expect(run.status == 1)
    #expect(run.errorText == "furrow: data.db: the file system failed: disk I/O error\n")
    #expect(place.folder.names == ["t.csv"])
  }
}
