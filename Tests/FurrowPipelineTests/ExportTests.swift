import Foundation
import TestSupport
import Testing

@Suite struct `Export` {
  /// A table with a value of every kind, and of every kind of text.
  private static let table = #"""
    CREATE TABLE t(i INTEGER, r REAL, s TEXT, b BLOB, f BOOLEAN);
    INSERT INTO t VALUES (1, 1.5, 'plain', x'0001FF', 1), (NULL, NULL, NULL, NULL, NULL),
      (9223372036854775807, 1e300, '', x'', 0), (-9223372036854775808, -0.1, 'a,b "c"', x'2C', 1),
      (0, 3.0, 'tab' || char(9) || 'line' || char(10) || 'return' || char(13, 10) || '\ \N', NULL, 0),
      (7, 5e-324, ' blanks ', NULL, NULL), (8, 0.1, '007', NULL, 1), (9, 1e22, char(0x1F600, 233), x'0A', 1);
    """#

  @Test(arguments: [
    "csv", "tsv --escape backslash", "csv -d ';' --quote \"'\"", "csv --line-ending crlf",
    "csv --blob hex", "csv --no-header",
  ])
  func `is what an import takes back`(_ format: String) throws {
    let shop = try Workplace(sql: Self.table)
    let copy = try Workplace(sql: Self.table + "DELETE FROM t;")
    let out = copy.folder.file("out.txt")
    let run = try shop.run("furrow export data.db --table t --format \(format) -o \(out)")
    #expect(run.status == 0, "\(run.errorText)")
    let names = format.contains("--no-header") ? "--columns i,r,s,b,f" : ""
    let reading = format.replacing("--line-ending crlf", with: "")
    let load = try copy.run(
      "furrow import out.txt --into data.db --table t --format \(reading) \(names)"
    )
    #expect(load.status == 0, "\(load.errorText)")
    #expect(try copy.dump == shop.dump)
    let again = try copy.run("furrow export data.db --table t --format \(format)")
    #expect(again.output == copy.folder.read("out.txt"))
  }

  @Test func `keeps the old file when it fails`() throws {
    let shop = try Workplace(["out.tsv": "old\n"], sql: Self.table)
    for line in [
      "furrow export data.db --table t -o out.tsv --format tsv",
      "furrow export data.db --query 'SELECT i, abs(i) FROM t' -o out.tsv",
      "furrow export data.db --table none -o out.tsv",
      "trap '' XFSZ; (ulimit -f 1; furrow export data.db -o out.tsv --escape backslash --query "
        + "'WITH RECURSIVE c(x) AS (VALUES(1) UNION ALL SELECT x+1 FROM c LIMIT 9999) SELECT * FROM c')",
    ] {
      let run = try shop.run(line)
      #expect(run.status == 1, "\(line)")
      #expect(run.errorText.hasPrefix("furrow: "), "\(run.errorText)")
      #expect(shop.text("out.tsv") == "old\n", "\(line)")
      #expect(shop.folder.names == ["data.db", "out.tsv"], "\(line)")
    }
  }

  @Test func `writes through a link, and in place where it has to`() throws {
    let shop = try Workplace(
      ["real.csv": "old\n"],
      sql: "CREATE TABLE t(a); INSERT INTO t VALUES (1)"
    )
    shop.folder.link("link.csv", to: "real.csv")
    #expect(try shop.run("furrow export data.db --table t -o link.csv").status == 0)
    #expect(shop.text("real.csv") == "a\n1\n")
    #expect(shop.folder.target(of: "link.csv") == "real.csv")
    #expect(try shop.run("furrow export data.db --table t").outputText == "a\n1\n")
    #expect(try shop.run("furrow export data.db --table t -o -").outputText == "a\n1\n")
    #expect(
      try shop.run("furrow export data.db --table t -o /dev/stdout | cat").outputText == "a\n1\n"
    )
    let pipe = try shop.run("mkfifo p; (furrow export data.db --table t -o p &) ; cat p")
    #expect(pipe.outputText == "a\n1\n")
  }

  @Test(arguments: [
    "export data.db --format csv --query", "query data.db --format csv", "query data.db",
  ])
  func `ends as SIGPIPE does when the reader goes away`(_ command: String) throws {
    let shop = try Workplace(sql: "CREATE TABLE t(a)")
    let run = try shop.run(
      """
      furrow \(command) 'WITH RECURSIVE c(x) AS (VALUES(1) UNION ALL SELECT x+1 FROM c LIMIT 999999)
        SELECT * FROM c' | head -n 1 > /dev/null
      echo ${PIPESTATUS[0]}
      """
    )
    #expect(run.outputText == "141\n", "\(run.errorText)")
    #expect(run.errors.isEmpty, "\(run.errorText)")
  }

  @Test func `answers a query with values, as a table or as text`() throws {
    let shop = try Workplace(
      sql: "CREATE TABLE t(a INTEGER, b TEXT); INSERT INTO t VALUES (1, 'x'), (2, NULL), (3, '3')"
    )
    let table = try shop.run("furrow query data.db 'SELECT * FROM t WHERE a < ? OR b = ?' 2 3")
    #expect(table.status == 0, "\(table.errorText)")
    #expect(table.outputText == "a\tb\n1\tx\n3\t3\n")
    let text = try shop.run(
      "furrow query data.db 'SELECT * FROM t WHERE a < ? OR b = ?' 2 3 --format csv"
    )
    #expect(text.outputText == "a,b\n1,x\n3,3\n")
    let lines = try shop.run(
      "furrow query data.db 'SELECT b FROM t' -o out.ndjson && cat out.ndjson"
    )
    #expect(lines.outputText == "{\"b\":\"x\"}\n{\"b\":null}\n{\"b\":\"3\"}\n")
    let wrong = try shop.run("furrow query data.db 'SELECT aa FROM t'")
    #expect(wrong.status == 1)
    #expect(
      wrong.errorText
        == "furrow: no such column: aa (SQL line 1, column 8)\nSELECT aa FROM t\n       ^\n"
    )
  }
}
