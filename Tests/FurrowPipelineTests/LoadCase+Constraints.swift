/// Loads that triggers, keys and checks of the target have a say in.
extension LoadCase {
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
}
