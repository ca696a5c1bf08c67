import TestSupport
import Testing

/// An import by the command, and what is in the database then.
struct LoadCase: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var csv: String
  var sql: String
  var options: String
  var status: Int32
  /// A question and its answer.
  var ask: String
  var answer: String
  /// Text that standard error has to have.
  var says: String

  init(
    _ name: String,
    _ csv: String,
    into sql: String,
    _ options: String = "",
    status: Int32 = 0,
    ask: String = "SELECT * FROM t",
    is answer: String,
    says: String = ""
  ) {
    testDescription = name
    self.csv = csv
    self.sql = sql
    self.options = options
    self.status = status
    self.ask = ask
    self.answer = answer
    self.says = says
  }

  private static let reject = "--on-error reject --rejects bad"

  static let triggers = [
    LoadCase(
      "names what a trigger breaks in another table",
      "a,b\n1,x\n2,x\n,y\n1,z\n",
      into: """
        CREATE TABLE t(a INTEGER, b TEXT); CREATE TABLE log(k UNIQUE, n NOT NULL);
        CREATE TABLE ids(id INTEGER PRIMARY KEY);
        CREATE TRIGGER x AFTER INSERT ON t BEGIN
          INSERT INTO log VALUES (new.b, new.a); INSERT INTO ids VALUES (new.a);
        END
        """,
      reject,
      status: 2,
      is: "1|'x'",
      says: """
        t.csv:3: expected a key that is not there yet, found one that is (log.k) [unique-error] \
        (record 2, byte 8)
        t.csv:4: expected a value in log.n, found NULL [constraint-error] (record 3, byte 12)
        t.csv:5: expected a primary key that is not there yet, found one that is (ids.id) \
        [primary-key-error] (record 4, byte 15)
        """
    ),
    LoadCase(
      "RAISE(ABORT) rejects the record, and takes back what triggers did before",
      "a\n1\n2\n3\n",
      into: """
        CREATE TABLE t(a INTEGER); CREATE TABLE log(a);
        CREATE TRIGGER x AFTER INSERT ON t BEGIN
          INSERT INTO log VALUES (new.a); SELECT RAISE(ABORT, 'not two') WHERE new.a = 2;
        END
        """,
      reject,
      status: 2,
      ask: "SELECT (SELECT group_concat(a) FROM t), (SELECT group_concat(a) FROM log)",
      is: "'1,3'|'1,3'",
      says: "not two [database-error] (record 2"
    ),
    LoadCase(
      "RAISE(FAIL) does the same",
      "a\n1\n2\n3\n",
      into: """
        CREATE TABLE t(a INTEGER); CREATE TABLE log(a);
        CREATE TRIGGER x AFTER INSERT ON t BEGIN
          INSERT INTO log VALUES (new.a); SELECT RAISE(FAIL, 'not two') WHERE new.a = 2;
        END
        """,
      reject,
      status: 2,
      ask: "SELECT (SELECT group_concat(a) FROM t), (SELECT group_concat(a) FROM log)",
      is: "'1,3'|'1,3'",
      says: "not two [database-error] (record 2"
    ),
    LoadCase(
      "RAISE(IGNORE) filters the record",
      "a\n1\n2\n3\n",
      into: """
        CREATE TABLE t(a INTEGER);
        CREATE TRIGGER x BEFORE INSERT ON t WHEN new.a = 2 BEGIN SELECT RAISE(IGNORE); END
        """,
      is: "1 3",
      says: "t: 3 read, 2 loaded, 1 filtered"
    ),
    LoadCase(
      "RAISE(ROLLBACK) ends the run",
      "a\n1\n2\n3\n",
      into: """
        CREATE TABLE t(a INTEGER); INSERT INTO t VALUES (0);
        CREATE TRIGGER x AFTER INSERT ON t WHEN new.a = 2 BEGIN
          SELECT RAISE(ROLLBACK, 'all of it');
        END
        """,
      reject,
      status: 1,
      is: "0",
      says: "all of it"
    ),
    LoadCase(
      "a trigger's own OR IGNORE keeps its meaning",
      "a\n1\n2\n3\n",
      into: """
        CREATE TABLE t(a INTEGER); CREATE TABLE log(a UNIQUE); INSERT INTO log VALUES (2);
        CREATE TRIGGER x AFTER INSERT ON t BEGIN INSERT OR IGNORE INTO log VALUES (new.a); END
        """,
      ask: "SELECT (SELECT group_concat(a) FROM t), (SELECT group_concat(a) FROM log)",
      is: "'1,2,3'|'2,1,3'"
    ),
    LoadCase(
      "a view with an INSTEAD OF trigger takes records",
      "a,b\n1,x\n2,y\n3,z\n",
      into: """
        CREATE TABLE base(a INTEGER PRIMARY KEY, b);
        CREATE VIEW t AS SELECT a, b FROM base;
        CREATE TRIGGER x INSTEAD OF INSERT ON t BEGIN
          SELECT RAISE(ABORT, 'not y') WHERE new.b = 'y';
          INSERT INTO base VALUES (new.a, new.b);
        END
        """,
      reject + " --where 'a > 1'",
      status: 2,
      is: "3|'z'",
      says: "t: 3 read, 1 loaded, 1 rejected, 1 filtered"
    ),
  ]

  static let keys = [
    LoadCase(
      "an AUTOINCREMENT sequence follows the largest row",
      "id,a\n1,x\n5,y\n9,no\n6,x\n",
      into: "CREATE TABLE t(id INTEGER PRIMARY KEY AUTOINCREMENT, a UNIQUE CHECK (a <> 'no'))",
      reject,
      status: 2,
      ask: "SELECT seq FROM sqlite_sequence",
      is: "5"
    ),
    LoadCase(
      "children may stand before their parents",
      "id,p\n3,2\n2,1\n1,\n",
      into: "CREATE TABLE t(id INTEGER PRIMARY KEY, p INTEGER REFERENCES t(id))",
      is: "1|NULL 2|1 3|2"
    ),
    LoadCase(
      "an orphan is rejected with those that refer to it",
      "id,p\n3,2\n2,7\n1,\n4,1\n",
      into: "CREATE TABLE t(id INTEGER PRIMARY KEY, p INTEGER REFERENCES t(id))",
      reject,
      status: 2,
      is: "1|NULL 4|1",
      says:
        "t.csv:3: field \"p\": expected a row of t to refer to, found none: \"7\" [foreign-key-error]"
    ),
    LoadCase(
      "the repeat of an orphan takes its place",
      "id,p,a\n3,2,x\n2,7,y\n2,,z\n1,8,u\n1,9,v\n1,3,w\n",
      into: "CREATE TABLE t(id INTEGER PRIMARY KEY, p INTEGER REFERENCES t(id), a TEXT)",
      reject,
      status: 2,
      is: "1|3|'w' 2|NULL|'z' 3|2|'x'",
      says: "6 read, 3 loaded, 3 rejected"
    ),
    LoadCase(
      "the repeat of an orphan takes its place where repeats are left out, too",
      "id,p,a\n2,7,x\n2,,y\n2,,z\n3,2,u\n",
      into: "CREATE TABLE t(id INTEGER PRIMARY KEY, p INTEGER REFERENCES t(id), a TEXT)",
      "\(reject) --on-conflict ignore",
      status: 2,
      is: "2|NULL|'y' 3|2|'u'",
      says: "4 read, 2 loaded, 1 rejected"
    ),
    LoadCase(
      "a repeat of an orphan that a trigger refuses is told with that",
      "id,p,a\n2,7,x\n2,,no\n",
      into: """
        CREATE TABLE t(id INTEGER PRIMARY KEY, p INTEGER REFERENCES t(id), a TEXT);
        CREATE TRIGGER r AFTER INSERT ON t WHEN new.a = 'no' BEGIN SELECT RAISE(ABORT, 'never'); END
        """,
      "\(reject) --on-conflict ignore",
      status: 2,
      is: "",
      says: "t.csv:3: the database refused the row: never [database-error]"
    ),
    LoadCase(
      "rows that go with an orphan make room, too",
      "id,p,a\n1,9,x\n2,1,y\n2,,z\n",
      into:
        "CREATE TABLE t(id INTEGER PRIMARY KEY, p INTEGER REFERENCES t(id) ON DELETE CASCADE, a TEXT)",
      reject,
      status: 2,
      is: "2|NULL|'z'",
      says: "t.csv:3: the row that it refers to was rejected [foreign-key-error]"
    ),
    LoadCase(
      "an orphan stops the run",
      "id,p\n3,2\n2,7\n1,\n",
      into:
        "CREATE TABLE t(id INTEGER PRIMARY KEY, p INTEGER REFERENCES t(id)); INSERT INTO t VALUES (9, NULL)",
      status: 1,
      is: "9|NULL",
      says: "2 of 3 records are at fault and nothing was loaded"
    ),
    LoadCase(
      "a key that waits for COMMIT is told by its record",
      "id,p\n1,1\n2,7\n3,2\n",
      into: """
        CREATE TABLE p(id INTEGER PRIMARY KEY); INSERT INTO p VALUES (1), (2);
        CREATE TABLE t(id INTEGER, p INTEGER REFERENCES p(id) DEFERRABLE INITIALLY DEFERRED)
        """,
      reject,
      status: 2,
      is: "1|1 3|2",
      says:
        "t.csv:3: field \"p\": expected a row of p to refer to, found none: \"7\" [foreign-key-error]"
    ),
    LoadCase(
      "a key of two columns is told with both",
      "x,y\n1,1\n1,2\n,2\n",
      into: """
        CREATE TABLE p(x INTEGER, y INTEGER, PRIMARY KEY (x, y)); INSERT INTO p VALUES (1, 1);
        CREATE TABLE t(x INTEGER, y INTEGER, FOREIGN KEY (x, y) REFERENCES p(x, y))
        """,
      reject,
      status: 2,
      is: "1|1 NULL|2",
      says: "expected a row of p to refer to, found none (\"x\", \"y\") [foreign-key-error]"
    ),
    LoadCase(
      "a table WITHOUT ROWID is loaded as any other",
      "k,a\nb,1\na,2\nb,3\n,4\n",
      into: "CREATE TABLE t(k TEXT PRIMARY KEY, a INTEGER) WITHOUT ROWID",
      reject,
      status: 2,
      is: "'a'|2 'b'|1",
      says: "[primary-key-error] (record 4"
    ),
    LoadCase(
      "a STRICT table is, too",
      "i,r,a,b\n1,1,1,AAE=\n,,,\n",
      into: "CREATE TABLE t(i INT, r REAL, a ANY, b BLOB) STRICT",
      is: "1|1.0|'1'|x[0, 1] NULL|NULL|NULL|NULL"
    ),
  ]

  static let names = [
    LoadCase(
      "columns called as values are",
      "true,false,NULL\nno,yes,\n",
      into: "CREATE TABLE t(\"true\" TEXT, \"false\" TEXT, \"NULL\" TEXT)",
      "--where '\"false\" = '\\''yes'\\'",
      ask: "SELECT \"true\", \"false\" FROM t",
      is: "'no'|'yes'"
    ),
    LoadCase(
      "names of every kind",
      "\"a \"\"q\"\" z\",\"b, c\",select,d e,ü\n1,2,3,4,5\n1,2,x,4,5\n",
      into: """
        CREATE TABLE t("a ""q"" z" INTEGER, "b, c" INTEGER, "select" INTEGER, "d e" INTEGER, ü INTEGER)
        """,
      reject,
      status: 2,
      is: "1|2|3|4|5",
      says: "t.csv:3: field \"select\": expected an integer, found \"x\" [type-error]"
    ),
    LoadCase(
      "a broken key of names of every kind",
      "\"a \"\"q\"\" z\",\"b, c\"\n1,2\n1,2\n",
      into: #"CREATE TABLE t("a ""q"" z" INTEGER, "b, c" INTEGER, UNIQUE ("b, c", "a ""q"" z"))"#,
      reject,
      status: 2,
      is: "1|2",
      says: #"found one that is ("b, c", "a "q" z") [unique-error]"#
    ),
    LoadCase(
      "a table with quotes in its name",
      "a\n1\n",
      into: "CREATE TABLE \"my \"\"t\"\", 'x'\"(a INTEGER UNIQUE)",
      "--table $'my \"t\", \\'x\\''",
      ask: "SELECT * FROM \"my \"\"t\"\", 'x'\"",
      is: "1"
    ),
    LoadCase(
      "a table with a reserved name that is made",
      "a\n1\n",
      into: "CREATE TABLE x(y)",
      "--table order",
      ask: "SELECT * FROM \"order\"",
      is: "1"
    ),
    LoadCase(
      "names in another case",
      "ID,Name\n1,x\n",
      into: "CREATE TABLE T(id INTEGER, NAME TEXT, n)",
      "--set 'N = iD + 1' --where 'NAME <> 3' --table t",
      is: "1|'x'|2"
    ),
    LoadCase(
      "names of options in another case",
      "ID,Name,Rest\n1,x,y\n",
      into: "CREATE TABLE t(id INTEGER, label TEXT, d)",
      "--select id,name --rename name=LABEL --default D=7",
      is: "1|'x'|'7'"
    ),
  ]

  static let wishes = [
    LoadCase(
      "expressions see the values as the target has them",
      "a,b\n9,1\n10,2\n,3\n",
      into: "CREATE TABLE t(a INTEGER, b TEXT, c)",
      "--set 'c = a + 1' --where 'a > 8'",
      is: "9|'1'|10 10|'2'|11",
      says: "t: 3 read, 2 loaded, 1 filtered"
    ),
    LoadCase(
      "an expression may take the place of a column that is no value of the target's",
      "date,x\n2024-05-01,1\n",
      into: "CREATE TABLE t(year INTEGER, x TEXT)",
      "--set 'year = CAST(substr(date, 1, 4) AS INTEGER)'",
      is: "2024|'1'"
    ),
    LoadCase(
      "an expression replaces a column of the same name",
      "a\n1\n",
      into: "CREATE TABLE t(a INTEGER)",
      "--set 'a = a * 10'",
      is: "10"
    ),
    LoadCase(
      "an expression may end with a comment",
      "a\n1\n2\n",
      into: "CREATE TABLE t(a INTEGER)",
      "--where 'a = 1 -- the first'",
      is: "1"
    ),
    LoadCase(
      "an expression may look elsewhere",
      "a\nx\ny\n",
      into: """
        CREATE TABLE ids(name, id); INSERT INTO ids VALUES ('x', 1), ('y', 2);
        CREATE TABLE t(a INTEGER)
        """,
      "--set 'a = (SELECT id FROM ids WHERE name = a)'",
      is: "1 2"
    ),
    LoadCase(
      "a generated column is passed over",
      "a,b\n1,7\n",
      into: "CREATE TABLE t(a INTEGER, b AS (a + 1))",
      is: "1|2",
      says: "column \"b\" is computed by the table, and passed over"
    ),
    LoadCase(
      "a column that is left out gets its default",
      "a,b\n1,2\n",
      into: "CREATE TABLE t(a INTEGER, b INTEGER DEFAULT 5)",
      "--select a",
      is: "1|5"
    ),
    LoadCase(
      "NULL is not the empty text",
      "a,b\n,\"\"\nNA,\"NA\"\n",
      into: "CREATE TABLE t(a TEXT, b TEXT)",
      "--null NA",
      is: "NULL|'' NULL|'NA'"
    ),
  ]

  /// How a field is written, the declared type, and what is stored; `nil` when it is no value.
  static let forms: [(field: String, type: String, stored: String?)] = [
    ("007", "INTEGER", "7"), ("1.0", "INTEGER", "1"), ("1e3", "INTEGER", "1000"),
    ("1.5", "INTEGER", nil), ("9223372036854775807", "INTEGER", "9223372036854775807"),
    ("9223372036854775808", "INTEGER", nil),
    ("-9223372036854775808", "BIGINT", "-9223372036854775808"),
    ("+1", "INT", "1"), ("0x10", "INTEGER", nil), ("1_000", "INTEGER", nil), (" 1", "INTEGER", nil),
    ("abc", "INTEGER", nil), ("\"\"", "INTEGER", nil), ("", "INTEGER", "NULL"),
    ("007", "REAL", "7.0"), ("1.5", "REAL", "1.5"), ("1e3", "REAL", "1000.0"),
    ("1e400", "REAL", nil),
    ("1,5", "REAL", nil), ("9223372036854775808", "DOUBLE", "9.223372036854776e+18"),
    ("007", "TEXT", "'007'"), ("1.0", "TEXT", "'1.0'"), ("1e3", "VARCHAR(10)", "'1e3'"),
    ("1.10", "NUMERIC", "1.1"), ("1.0", "DECIMAL(10,2)", "1"), ("007", "NUMERIC", "7"),
    ("9223372036854775808", "NUMERIC", nil), ("x", "NUMERIC", nil),
    ("2024-05-01", "DATE", "'2024-05-01'"), ("007", "", "'007'"),
    ("true", "BOOLEAN", "1"), ("False", "BOOLEAN", "0"), ("1", "BOOLEAN", "1"), ("0", "BOOL", "0"),
    ("2", "BOOLEAN", nil), ("yes", "BOOLEAN", nil), ("", "BOOLEAN", "NULL"),
    ("AAH/", "BLOB", "x[0, 1, 255]"), ("\"\"", "BLOB", "x[]"), ("", "BLOB", "NULL"),
    ("AAH", "BLOB", nil),
  ]
}

@Suite struct `Loading` {
  @Test(arguments: LoadCase.triggers + LoadCase.keys + LoadCase.names + LoadCase.wishes)
  func `does what the database and the user ask for`(_ load: LoadCase) throws {
    for jobs in ["1", "2"] {
      let shop = try Workplace(["t.csv": load.csv], sql: load.sql)
      let run = try shop.run("furrow import t.csv --into data.db --jobs \(jobs) \(load.options)")
      #expect(run.status == load.status, "\(run.errorText)")
      #expect(try shop.ask(load.ask) == load.answer, "\(run.errorText)")
      #expect(load.says.isEmpty || run.errorText.contains(load.says), "\(run.errorText)")
      #expect(try shop.ask("SELECT count(*) FROM pragma_foreign_key_check") == "0")
    }
  }

  @Test func `keeps the value of every form that a type takes`() throws {
    for (field, type, stored) in LoadCase.forms {
      let written = field.contains(",") ? "\"\(field)\"" : field
      let shop = try Workplace(
        ["t.csv": "x,y\n\(written),1\n"],
        sql: "CREATE TABLE t(x \(type), y TEXT)"
      )
      let run = try shop.run("furrow import t.csv --into data.db --on-error reject")
      #expect(run.status == (stored == nil ? 2 : 0), "\(field) into \(type): \(run.errorText)")
      let rows = try shop.ask("SELECT x FROM t")
      #expect(rows == stored ?? "", "\(field) into \(type)")
    }
  }

  @Test func `takes blobs as hex, too`() throws {
    let shop = try Workplace(["t.csv": "x\n00fF\n\"\"\n"], sql: "CREATE TABLE t(x BLOB)")
    #expect(try shop.run("furrow import t.csv --into data.db --blob hex").status == 0)
    #expect(try shop.ask("SELECT x FROM t") == "x[0, 255] x[]")
  }

  @Test func `makes a table whose types keep every byte that is written`() throws {
    let columns = [
      "1", "007", "1.5", "1.0", "1e5", "9223372036854775808", "-0", "+1", "NA", "true", "1.10",
      "03/04/2025", "0", "-7", "0.1", "\"\"", "inf", "nan", "1.", ".5", "é", "9223372036854775807",
    ]
    let csv =
      columns.indices.map { "c\($0)" }.joined(separator: ",") + "\n"
      + columns.joined(separator: ",") + "\n"
    let shop = try Workplace(["t.csv": csv])
    #expect(try shop.run("furrow import t.csv --into data.db").status == 0)
    #expect(try shop.run("furrow export data.db --table t").outputText == csv)
    let types = try shop.ask("SELECT group_concat(type) FROM pragma_table_info('t')")
    #expect(
      types
        == "'INTEGER,TEXT,REAL,REAL,TEXT,TEXT,TEXT,TEXT,TEXT,TEXT,TEXT,TEXT,INTEGER,INTEGER,REAL,"
        + "TEXT,TEXT,TEXT,TEXT,TEXT,TEXT,INTEGER'"
    )
  }

  @Test func `loads as many columns as a table can have`() throws {
    let names = (1...2000).map { "c\($0)" }
    let csv =
      names.joined(separator: ",") + "\n" + (1...2000).map(String.init).joined(separator: ",")
      + "\n"
    let shop = try Workplace(["t.csv": csv, "u.csv": "\(csv.dropLast()),\n"])
    let run = try shop.run("furrow import t.csv --into data.db")
    #expect(run.status == 0, "\(run.errorText)")
    #expect(try shop.ask("SELECT c1, c2000 FROM t") == "1|2000")
    #expect(try shop.run("furrow export data.db --table t").outputText == csv)
    #expect(try shop.run("furrow import t.csv --into data.db").status == 0)
    let wide = "x," + csv.replacing("\n1,", with: "\n0,1,")
    try shop.folder.write(wide, to: "wide.csv")
    let more = try shop.run("furrow import wide.csv --into data.db --table w")
    #expect(more.status == 1)
    #expect(
      more.errorText.hasPrefix("furrow: wide.csv:1: 2001 columns, and SQLite's tables have 2000")
    )
    let some = try shop.run("furrow import wide.csv --into data.db --table w --select c7,x")
    #expect(some.status == 0, "\(some.errorText)")
    #expect(try shop.ask("SELECT x, c7 FROM w") == "0|7")
  }
}
