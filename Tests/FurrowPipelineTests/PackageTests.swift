import Foundation
import FurrowCore
import FurrowFormats
import FurrowPipeline
import FurrowSQLite
import TestSupport
import Testing

@Suite struct `A data package` {
  private static let formats: [TextForm] = [
    TextForm(.csv), escapedTSV, TextForm(.json), TextForm(.ndjson), TextForm(.sql), hexadecimal,
  ]

  private static var escapedTSV: TextForm {
    var form = TextForm(.tsv)
    form.dialect.escape = .backslash
    return form
  }

  private static var hexadecimal: TextForm {
    var form = TextForm(.csv)
    form.blob = .hex
    form.lineEnding = .crlf
    form.style.quoting = .all
    form.style.hasByteOrderMark = true
    return form
  }

  /// Random tables, written and read back: the database is the same, storage classes included.
  @Test(arguments: formats, [UInt64](1...2))
  func `gives the database that it was made of`(_ form: TextForm, _ seed: UInt64) throws {
    let place = try TemporaryDirectory()
    var tables = RandomTables(seed: seed, format: form.format)
    try tables.write(to: place.file("data.db"))
    let wanted = try DatabaseDump(place.file("data.db"))
    var plan = ExportPlan(database: place.file("data.db"), rows: .everything, form: form)
    plan.output = place.file("dump")
    plan.isVerified = true
    guard form.format != .sql else {
      let report = try Exporter(plan).run()
      let copy = try Database(path: place.file("copy.db"), options: .init(mode: .create))
      for (path, _) in report.files {
        try copy.execute(SQL(raw: String(decoding: try SmallFile.read(path), as: UTF8.self)))
      }
      #expect(try DatabaseDump(place.file("copy.db")) == wanted, "seed \(seed)")
      return
    }
    plan.hasManifest = true
    if seed > 1 { plan.parts.rowsPerFile = 9 }
    let report = try Exporter(plan).run()
    #expect(report.warnings.allSatisfy { $0.contains("data:") }, "seed \(seed): \(report.warnings)")
    let package = place.file("dump/datapackage.json")
    let load = PackageImporter(path: package, database: place.file("copy.db")).run()
    #expect(load.failure == nil, "seed \(seed): \(load.faults)")
    #expect(try DatabaseDump(place.file("copy.db")) == wanted, "seed \(seed)")
    let check = try PackageVerifier(path: package).run()
    #expect(check.faults.isEmpty, "seed \(seed): \(check.faults)")
  }

  /// Keys, cycles, indexes, views, triggers, sequences, tables without rowid.
  private static let shop = """
    PRAGMA foreign_keys = OFF;
    CREATE TABLE b(id INTEGER PRIMARY KEY AUTOINCREMENT, a REFERENCES a(id), up REFERENCES b);
    CREATE TABLE a(id TEXT PRIMARY KEY COLLATE NOCASE, b INTEGER REFERENCES b(id) ON DELETE CASCADE,
      price NUMERIC DEFAULT 1.5 CHECK (price > 0), twice AS (price * 2) STORED) WITHOUT ROWID;
    CREATE TABLE s(x INT, y ANY, UNIQUE (x, y)) STRICT;
    CREATE INDEX a_price ON a(price) WHERE price > 1;
    CREATE VIEW v AS SELECT * FROM a JOIN b ON b.id = a.b;
    CREATE TRIGGER tr AFTER INSERT ON b BEGIN DELETE FROM s; END;
    INSERT INTO b VALUES (1, 'x', 2), (2, 'y', 1), (9, NULL, 9);
    DELETE FROM b WHERE id = 9;
    INSERT INTO a(id, b, price) VALUES ('x', 1, 2), ('y', 2, 2.5), ('z', NULL, 3);
    INSERT INTO s VALUES (1, 'one'), (2, 2.5), (NULL, NULL);
    """

  @Test(arguments: ["csv", "ndjson", "tsv --escape backslash"])
  func `rebuilds keys, cycles, views and triggers`(_ format: String) throws {
    let place = try Workplace(sql: Self.shop)
    let run = try place.run(
      """
      furrow export data.db --all -o out --manifest --verify --format \(format) &&
      furrow verify out/datapackage.json && furrow import out/datapackage.json --into copy.db
      """
    )
    #expect(run.status == 0, "\(run.errorText)")
    let copy = try DatabaseDump(place.folder.file("copy.db"))
    #expect(copy == (try place.dump))
  }

  /// What a format cannot tell apart is marked; where nothing can say so, it is not proved.
  @Test func `marks values that are written alike`() throws {
    let place = try Workplace(
      sql: """
        CREATE TABLE t(a, b TEXT);
        INSERT INTO t VALUES (x'0001', 'data:,'), ('a', '7'), ('data:,b', NULL), (7, '7.0'), ('7', ''),
          ('', CAST(x'612CFF' AS TEXT)), (NULL, 'data:;base64,AAE='), (1.5, 'y'), ('-INF', 'z'), ('1 apple', ''), (x'', '')
        """
    )
    let run = try place.run(
      "furrow export data.db --table t -o t.csv --verify --manifest && furrow import datapackage.json"
        + " --into copy.db && cat t.csv"
    )
    #expect(run.status == 0, "\(run.errorText)")
    #expect(
      run.outputText == """
        a,b
        "data:;base64,AAE=","data:,data:,"
        a,"data:,7"
        "data:,data:,b",
        7,"data:,7.0"
        "data:,7",""
        "","data:text/plain;base64,YSz/"
        ,"data:,data:;base64,AAE="
        1.5,y
        "data:,-INF",z
        1 apple,""
        "data:;base64,",""

        """
    )
    #expect(run.errorText.contains("column \"a\" holds integer and real and text and blob"))
    let copy = try DatabaseDump(place.folder.file("copy.db"))
    #expect(copy == (try place.dump))
    for (format, message) in [("csv", "add --manifest"), ("ndjson", "expected UTF-8")] {
      let alone = try place.run("furrow export data.db --table t -o u.\(format) --verify")
      #expect(alone.status == 1 && alone.errorText.contains(message), "\(alone.errorText)")
      #expect(!place.folder.names.contains("u.\(format)"))
    }
  }

  /// Whole numbers may be strings, of which each format has another kind.
  @Test func `reads whole numbers that are written as strings`() throws {
    let place = try Workplace(
      sql: """
        CREATE TABLE t(a, b, c INTEGER);
        INSERT INTO t VALUES (9007199254740993, '9007199254740993', 1), (1, -9007199254740993, -(1 << 62)),
          (0.5, x'00', NULL), (NULL, 'x', 3)
        """
    )
    let run = try place.run(
      "furrow export data.db --table t -o t.json --big-ints string --verify --manifest && furrow import"
        + " datapackage.json --into copy.db"
    )
    #expect(run.status == 0, "\(run.errorText)")
    let copy = try DatabaseDump(place.folder.file("copy.db"))
    #expect(copy == (try place.dump))
  }

  /// Of the text in a schema SQLite reads one statement, and whoever runs the file would run all.
  @Test(arguments: [
    "(a); DROP TABLE u", "(a) /* ", "(a) -- x\n; DROP TABLE u",
    "(a) /*/ \"*/; DROP TABLE u; --\"", "(a DEFAULT (3/**/*2)); DROP TABLE u; /* */",
  ])
  func `of SQL has no statement that a schema hides`(_ forged: String) throws {
    let place = try Workplace(
      sql: """
        CREATE TABLE t(a);
        PRAGMA writable_schema = ON;
        UPDATE sqlite_schema SET sql = 'CREATE TABLE t\(forged)';
        """
    )
    let run = try place.run("furrow export data.db --table t --format sql")
    #expect(run.status == 1 && run.errorText.contains("not one statement"), "\(run.errorText)")
    #expect(run.output.isEmpty)
  }

  /// What SQL makes of its own text is held against the rows that it was made of.
  @Test(arguments: [
    ("CREATE TABLE t(a TEXT); INSERT INTO t VALUES ('12')", "INTEGER", "read back the integer 12"),
    (
      "CREATE TABLE t(a TEXT); INSERT INTO t VALUES (NULL)", "NOT NULL",
      "NOT NULL constraint failed"
    ),
    (
      "CREATE TABLE t(a TEXT); INSERT INTO t VALUES (1)", "CHECK (a IS NULL)",
      "CHECK constraint failed"
    ),
  ])
  func `of SQL is proved by running it`(_ sql: String, _ type: String, _ message: String) throws {
    let place = try Workplace(
      sql: """
        \(sql);
        PRAGMA writable_schema = ON;
        UPDATE sqlite_schema SET sql = 'CREATE TABLE t(a \(type))';
        """
    )
    let run = try place.run("furrow export data.db --table t -o t.sql --verify")
    #expect(run.status == 1 && run.errorText.contains(message), "\(run.errorText)")
    #expect(place.folder.names == ["data.db"])
  }

  @Test(arguments: [
    "--table s", "--table s --order-by 'n DESC'", "--table w --order-by 'n, k DESC' --limit 2",
    "--table i --order-by -id --where 'n > (SELECT min(n) FROM s)'", "--table v",
    "--table i --columns n --order-by -id", "--query 'SELECT n AS \"\", n AS m FROM s ORDER BY 2'",
    "--all",
  ])
  func `of SQL is found to be the rows that were asked for`(_ rows: String) throws {
    let place = try Workplace(
      sql: """
        CREATE TABLE s(rowid TEXT, n, "a;b'--/*" AS (n + 1)); INSERT INTO s VALUES ('z', 2), ('y;''z', 1);
        CREATE TABLE w(k PRIMARY KEY DESC, n) WITHOUT ROWID; INSERT INTO w VALUES ('a', 1), ('b', 1), (x'00', 0);
        CREATE TABLE i(id INTEGER PRIMARY KEY AUTOINCREMENT, n -- a comment; with ' in it
          UNIQUE); INSERT INTO i VALUES (5, 2.5), (9, 'x'), (1, char(59, 10, 0, 39)); DELETE FROM i WHERE id = 9;
        CREATE INDEX "i;n" ON i(n) WHERE n <> ';';
        CREATE VIEW v AS SELECT * FROM i ORDER BY n;
        """
    )
    let run = try place.run("furrow export data.db \(rows) -o out.sql --format sql --verify")
    #expect(run.status == 0, "\(run.errorText)")
    guard rows == "--all" else { return }
    let copy = try Database(path: place.folder.file("copy.db"), options: .init(mode: .create))
    for table in ["i", "s", "w"] {
      try copy.execute(SQL(raw: place.text("out.sql/\(table).sql")))
    }
    try copy.execute("CREATE VIEW v AS SELECT * FROM i ORDER BY n")
    #expect(try DatabaseDump(place.folder.file("copy.db")) == place.dump)
  }

  /// Digits that are close to the middle between two doubles, and powers of ten that SQLite knows
  /// coarsely: what SQL says is what SQLite reads.
  @Test func `of SQL has reals that SQLite reads as the same`() throws {
    let place = try TemporaryDirectory()
    var random = SplitMix64(seed: 7)
    var values = [
      51.35958646552508, 0.000868234343666867, 2.091550757823588e-14, 2.2606631148481385e-299,
      .leastNonzeroMagnitude,
      .leastNormalMagnitude, 1.189151423103472e-308, .greatestFiniteMagnitude, 1e22, 1e23, -0.0,
      0x1p53 + 2, 1e200, 1e-200, 0x1p-200, 1.0.nextUp, .infinity,
    ]
    for _ in 0..<300 {
      let value = Double(bitPattern: random.next())
      values += [value.isNaN ? 0 : value, Double.random(in: 0..<1000, using: &random)]
    }
    let database = try Database(path: place.file("data.db"), options: .init(mode: .create))
    try database.execute("CREATE TABLE t(a)")
    for value in values { try database.execute("INSERT INTO t VALUES (\(value))") }
    var plan = ExportPlan(database: place.file("data.db"), rows: .table("t"), form: TextForm(.sql))
    plan.output = place.file("t.sql")
    plan.isVerified = true
    #expect(try Exporter(plan).run().files.count == 1)
  }

  @Test(arguments: [
    ("--query 'SELECT 1 AS a, 2 AS A' --manifest -o t.csv", "--rename-duplicates"),
    ("--query 'SELECT 1 AS \"\", 2 AS \"\"' -o t.sql", "--rename-duplicates"),
    ("--table b -o b.tsv", "blank line"),
    ("--table b --table B -o out --manifest", "twice"),
    ("--table b -o datapackage.json --manifest", "choose another"),
    ("--table b -o /dev/stdout --verify", "choose a file"),
    ("--table b -o /dev/null --manifest", "choose a file"),
    ("--query \"SELECT 'NA' AS a\" -o t.tsv --null NA", "--null"),
    ("--query 'SELECT 7 AS a' -o t.tsv --null 7 --escape backslash", "--null"),
  ])
  func `that cannot be what is asked for is not written`(
    _ arguments: String,
    _ message: String
  ) throws {
    let place = try Workplace(sql: "CREATE TABLE b(\"\")")
    let run = try place.run("furrow export data.db \(arguments)")
    #expect(run.status == 1 && run.errorText.contains(message), "\(run.errorText)")
    #expect(place.folder.names == ["data.db"] && run.output.isEmpty)
  }

  /// A blank cell of a header is a name where the table or the schema has it.
  @Test(arguments: ["csv", "tsv", "json", "ndjson"])
  func `with a blank name is read by every way in`(_ format: String) throws {
    let place = try Workplace(
      ["s.json": #"{"fields": [{"name": "", "type": "integer"}, {"name": "b"}]}"#],
      sql: "CREATE TABLE t(\"\" INTEGER, b TEXT); INSERT INTO t VALUES (1, 'x')"
    )
    let run = try place.run(
      """
      furrow export data.db --table t -o t.\(format) --verify && furrow validate t.\(format) --schema s.json &&
      furrow import t.\(format) --into data.db --table t &&
      furrow import t.\(format) --into data.db --table u --schema s.json
      """
    )
    #expect(run.status == 0, "\(run.errorText)")
    #expect(try place.ask("SELECT * FROM t UNION ALL SELECT * FROM u") == "1|'x' 1|'x' 1|'x'")
  }

  @Test func `of a folder that is changed is told by verify and refused by import`() throws {
    let changes = [
      ("printf x >> out/s.csv", " bytes, found "),
      ("sed -i s/one/two/ out/s.csv", "SHA-256"),
      ("rm out/s.csv", "no such file"),
    ]
    for (change, message) in changes {
      let place = try Workplace(sql: Self.shop)
      let run = try place.run("furrow export data.db --all -o out --manifest && \(change)")
      #expect(run.status == 0, "\(run.errorText)")
      let check = try place.run("furrow verify out/datapackage.json")
      #expect(check.status == 1 && check.errorText.contains(message), "\(check.errorText)")
      let load = try place.run("furrow import out/datapackage.json --into copy.db")
      #expect(load.status == 1 && load.errorText.contains(message), "\(load.errorText)")
      #expect(!place.folder.names.contains("copy.db"))
    }
  }

  @Test(arguments: [
    (#"{"resources": [{"name": "t", "path": "../t.csv", "schema": {"fields": []}}]}"#, "within"),
    (#"{"resources": [{"name": "t", "path": "/etc/passwd", "schema": {"fields": []}}]}"#, "within"),
    (
      #"{"resources": [{"name": "t", "path": "t.csv", "schema": {"fields": [{"name": "a"}]}, "#
        + #""furrow": {"sql": ["DROP TABLE old"]}}]}"#, "expected CREATE"
    ),
    (#"{"resources": []}"#, "no resources"),
    (#"{"resources": [{"name": "t", "path": "t.csv"}]}"#, "no schema"),
    ("{", "expected"),
  ])
  func `that is wrong loads nothing`(_ package: String, _ message: String) throws {
    let place = try Workplace(
      ["datapackage.json": package, "t.csv": "a\n1\n"],
      sql: "CREATE TABLE old(a); INSERT INTO old VALUES (1)"
    )
    let before = try place.dump
    let run = try place.run("furrow import datapackage.json --into data.db")
    #expect(run.status == 1 && run.errorText.contains(message), "\(run.errorText)")
    #expect(try place.dump == before)
  }

  @Test func `of another program is loaded by its schemas`() throws {
    let place = try Workplace([
      "datapackage.json": #"""
      {"resources": [
        {"name": "child", "path": ["c1.csv", "c2.csv"], "schema": {"fields": [
          {"name": "id", "type": "integer"}, {"name": "p", "type": "integer"}], "primaryKey": "id",
          "foreignKeys": [{"fields": "p", "reference": {"resource": "parent", "fields": "id"}}]}},
        {"name": "parent", "path": "p.csv", "dialect": {"delimiter": ";"}, "schema": {"fields": [
          {"name": "id", "type": "integer"},
          {"name": "n", "type": "number", "decimalChar": ","}], "primaryKey": ["id"]}}]}
      """#,
      "c1.csv": "id,p\n1,7\n", "c2.csv": "id,p\n2,\n", "p.csv": "id;n\n7;1,5\n",
    ])
    let run = try place.run("furrow import datapackage.json --into data.db")
    #expect(run.status == 0, "\(run.errorText)")
    #expect(try place.ask("SELECT * FROM child") == "1|7 2|NULL")
    #expect(try place.ask("SELECT * FROM parent") == "7|1.5")
    #expect(try place.ask("SELECT count(*) FROM pragma_foreign_key_list('child')") == "1")
    let broken = try place.run(
      "echo 3,99 >> c2.csv; furrow import datapackage.json --into other.db"
    )
    #expect(broken.status == 1, "\(broken.errorText)")
    #expect(!place.folder.names.contains("other.db"))
  }

  @Test(.enabled(if: PublicSuites.path("databases") != nil), arguments: ["chinook", "northwind"])
  func `of a well-known database is that database`(_ name: String) throws {
    let path = try #require(PublicSuites.path("databases/\(name).sqlite"))
    let place = try TemporaryDirectory()
    for form in [TextForm(.csv), TextForm(.ndjson)] {
      let folder = place.file(form.format.rawValue)
      var plan = ExportPlan(database: path, rows: .everything, output: folder, form: form)
      plan.hasManifest = true
      plan.isVerified = true
      let report = try Exporter(plan).run()
      #expect(report.warnings.isEmpty, "\(report.warnings)")
      let copy = "\(folder).db"
      let load = PackageImporter(path: "\(folder)/datapackage.json", database: copy).run()
      #expect(load.failure == nil, "\(load.failure?.description ?? "") \(load.faults)")
      #expect(try DatabaseDump(copy) == DatabaseDump(path))
    }
  }
}
