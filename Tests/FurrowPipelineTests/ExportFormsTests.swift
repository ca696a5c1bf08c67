import Dispatch
import FurrowFormats
import FurrowPipeline
import FurrowSQLite
import Synchronization
import TestSupport
import Testing

@Suite struct `The forms of an export` {
  private static let table = """
    CREATE TABLE t(id INTEGER PRIMARY KEY, g, v TEXT);
    INSERT INTO t VALUES (3, 'b', 'x'), (1, 'a', '=1'), (2, NULL, NULL), (5, '', '-'), (4, '../b', 'y');
    CREATE TABLE w(k TEXT PRIMARY KEY, n) WITHOUT ROWID;
    INSERT INTO w VALUES ('z', 1), ('a', 1);
    """

  @Test(arguments: [
    ("--table t", "id,g,v\n1,a,=1\n2,,\n3,b,x\n4,../b,y\n5,\"\",-\n"),
    ("--table w", "k,n\na,1\nz,1\n"),
    ("--table w --order-by n", "k,n\na,1\nz,1\n"),
    ("--table w --order-by 'k DESC'", "k,n\nz,1\na,1\n"),
    ("--table t --where 'id > ?' --columns id 3", "id\n4\n5\n"),
    ("--table t --where 'id > :n' --param n=3 --columns id --limit 1", "id\n4\n"),
    (
      "--query 'SELECT typeof(?), typeof(?), typeof(:a)' 1 007 --param a:real=1",
      "typeof(?),typeof(?),typeof(:a)\ninteger,text,real\n"
    ),
    ("--query 'SELECT 1 AS a UNION ALL SELECT 2' --limit 1", "a\n1\n"),
    ("--table w --quote-style all", "\"k\",\"n\"\n\"a\",\"1\"\n\"z\",\"1\"\n"),
    ("--table w --quote-style nonnumeric", "\"k\",\"n\"\n\"a\",1\n\"z\",1\n"),
    (
      "--query \"SELECT '-5.20' AS a, '-2+3' AS b, '-' AS c, '+49' AS d, '-INF' AS e, -1 AS f\" --excel",
      "\u{FEFF}a,b,c,d,e,f\r\n-5.20,'-2+3,'-,'+49,'-INF,-1\r\n"
    ),
    ("--table t --excel --limit 2", "\u{FEFF}id,g,v\r\n1,a,'=1\r\n2,,\r\n"),
    (
      "--table w --format json --json-shape arrays", "[\n[\"k\",\"n\"],\n[\"a\",1],\n[\"z\",1]\n]\n"
    ),
    ("--table w --format json --json-shape columns", "{\n\"k\":[\"a\",\"z\"],\n\"n\":[1,1]\n}\n"),
    ("--table w --format markdown", "| k | n |\n| --- | ---: |\n| a | 1 |\n| z | 1 |\n"),
    ("--table w --format table", "k  n\n─  ─\na  1\nz  1\n"),
    (
      "--table w --format sql",
      "BEGIN;\nCREATE TABLE w(k TEXT PRIMARY KEY, n) WITHOUT ROWID;\n"
        + "INSERT INTO \"w\" (\"k\", \"n\") VALUES ('a',1);\n"
        + "INSERT INTO \"w\" (\"k\", \"n\") VALUES ('z',1);\nCOMMIT;\n"
    ),
  ])
  func `write the rows that are asked for`(_ arguments: String, _ wanted: String) throws {
    let place = try Workplace(sql: Self.table)
    let run = try place.run("furrow export data.db \(arguments)")
    #expect(run.status == 0, "\(run.errorText)")
    #expect(run.outputText == wanted)
  }

  @Test func `divide rows among files that stay in their folder`() throws {
    let place = try Workplace(sql: Self.table)
    let run = try place.run(
      """
      mkdir out && furrow export data.db --table t -o out/t.csv --partition-by g &&
      furrow export data.db --table t -o out/n.csv --rows-per-file 2 &&
      furrow export data.db --table t -o out/b.json --bytes-per-file 80 && ls out && cat out/n.*
      """
    )
    #expect(run.status == 0, "\(run.errorText)")
    #expect(
      run.outputText == """
        b.00001.json
        b.00002.json
        b.00003.json
        n.00001.csv
        n.00002.csv
        n.00003.csv
        t.g=%2E%2E%2Fb.csv
        t.g=.csv
        t.g=a.csv
        t.g=b.csv
        t.g~null.csv
        id,g,v
        1,a,=1
        2,,
        id,g,v
        3,b,x
        4,../b,y
        id,g,v
        5,"",-

        """
    )
  }

  /// Whatever ends the run, the files of the last one are all there and no others.
  @Test(arguments: [
    "--query 'SELECT 1 AS a UNION ALL SELECT abs(-9223372036854775807 - 1)' -o out/t.csv --rows-per-file 1",
    "--table t -o out/t.tsv --rows-per-file 1 --where \"v = char(9) OR id < 3\"",
    "--table t --table none -o out",
    "--table bad --table t --format json -o out",
  ])
  func `leave all files of a failed run as they were`(_ arguments: String) throws {
    let place = try Workplace(
      sql: Self.table + "INSERT INTO t VALUES (9, 'a', char(9)); CREATE TABLE bad(a);"
        + "INSERT INTO bad VALUES (CAST(x'FF' AS TEXT))"
    )
    let run = try place.run(
      """
      mkdir out; echo old > out/t.00001.csv; echo old > out/t.json
      furrow export data.db \(arguments); echo "status $?"; ls -A out; cat out/*
      """
    )
    #expect(run.outputText == "status 1\nt.00001.csv\nt.json\nold\nold\n", "\(run.errorText)")
  }

  @Test func `are read by Python as the same values`() throws {
    let place = try Workplace(
      sql: #"""
        CREATE TABLE t(i, r, s);
        INSERT INTO t VALUES (9223372036854775807, 0.1, 'a "b", c' || char(10) || 'é\/'),
          (-1, 1e300, ''), (0, -2.5e-10, '=x' || char(13, 1, 127))
        """#
    )
    let run = try place.run(
      #"""
      command -v python3 > /dev/null || exit 77
      for format in csv json ndjson; do furrow export data.db --table t -o t.$format; done
      python3 - <<'END'
      import csv, json, sqlite3
      rows = sqlite3.connect("data.db").execute("SELECT * FROM t").fetchall()
      texts = [[str(a) if isinstance(a, int) else repr(a) if isinstance(a, float) else a for a in r] for r in rows]
      found = list(csv.reader(open("t.csv", newline="", encoding="utf-8")))[1:]
      assert [[a, float(b), c] for a, b, c in found] == [[a, float(b), c] for a, b, c in texts], found
      assert [tuple(x.values()) for x in json.load(open("t.json"))] == rows
      assert [tuple(json.loads(x).values()) for x in open("t.ndjson", newline="\n")] == rows
      END
      """#
    )
    #expect([0, 77].contains(run.status), "\(run.errorText)")
  }

  @Test func `are of one state while another connection writes`() throws {
    let place = try Workplace(
      sql: "PRAGMA journal_mode = wal; CREATE TABLE a(x); CREATE TABLE b(x)"
    )
    let path = place.folder.file("data.db")
    let isDone = Atomic(false)
    let writer = DispatchQueue(label: "writer")
    writer.async {
      guard let database = try? Database(path: path) else { return }
      while !isDone.load(ordering: .relaxed) {
        try? database.transaction { () throws(SQLiteError) in
          try database.execute("INSERT INTO a VALUES (1); INSERT INTO b VALUES (1)")
        }
      }
    }
    for _ in 0..<4 {
      let plan = ExportPlan(
        database: path,
        rows: .everything,
        output: place.folder.file("out"),
        form: TextForm(.ndjson)
      )
      let report = try Exporter(plan).run()
      #expect(report.files[0].rows == report.files[1].rows)
    }
    isDone.store(true, ordering: .relaxed)
    writer.sync {}
  }

  @Test(arguments: [
    ("--set 'n = a * 2' --where 'a > 9'", "a,b,n\n10,x,20\n"),
    ("--set 'b = upper(b)' --select b", "b\nX\nY\n"),
    ("--rename a=c --set 'd = c || b'", "c,b,d\n10,x,10x\n9,y,9y\n"),
    ("--where 'b = :x'", nil),
    ("--set 'b = 1, 2'", nil),
    ("--set 'b = abs(-9223372036854775807 - 1 + a * 0)'", nil),
  ])
  func `of a conversion compute with SQL`(_ arguments: String, _ wanted: String?) throws {
    let place = try Workplace(["in.csv": "a,b\n10,x\n9,y\n"])
    let run = try place.run("furrow convert in.csv \(arguments) -o out.csv -q")
    #expect((run.status == 0) == (wanted != nil), "\(run.errorText)")
    #expect(place.text("out.csv") == wanted ?? "", "\(run.errorText)")
  }
}
