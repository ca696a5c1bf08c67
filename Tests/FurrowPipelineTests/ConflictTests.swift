import FurrowCore
import FurrowFormats
import FurrowPipeline
import FurrowSQLite
import TestSupport
import Testing

@Suite("A record whose key is there already") struct ConflictTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var conflict: InsertPlan.Conflict
    var table =
      "CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT NOT NULL, b TEXT UNIQUE, c DEFAULT 7)"
    var setup = "INSERT INTO t VALUES (1, 'old', 'x', 1), (2, 'old', 'y', 2)"
    var records = "1,new,x\n3,new,z\n3,newer,z\n2,old,y\n"
    var filter: String?
    var rows: [String]
    /// Read, inserted, updated, unchanged, ignored, rejected, filtered.
    var counts: [Int]

    var testDescription: String { name }

    static let all = [
      Case(
        name: "is rejected by default",
        conflict: .abort,
        rows: ["1|old|x|1", "2|old|y|2", "3|new|z|7"],
        counts: [4, 1, 0, 0, 0, 3, 0]
      ),
      Case(
        name: "is left out, in the file as against the table",
        conflict: .ignore(key: ["id"]),
        rows: ["1|old|x|1", "2|old|y|2", "3|new|z|7"],
        counts: [4, 1, 0, 0, 3, 0, 0]
      ),
      Case(
        name: "is left out by any key",
        conflict: .ignore(key: []),
        records: "1,new,q\n8,new,x\n9,new,w\n",
        rows: ["1|old|x|1", "2|old|y|2", "9|new|w|7"],
        counts: [3, 1, 0, 0, 2, 0, 0]
      ),
      Case(
        name: "is rejected by another key than the one that is left out",
        conflict: .ignore(key: ["id"]),
        records: "1,new,q\n8,new,x\n9,new,w\n",
        rows: ["1|old|x|1", "2|old|y|2", "9|new|w|7"],
        counts: [3, 1, 0, 0, 1, 1, 0]
      ),
      Case(
        name: "is rejected by NOT NULL though its key is left out",
        conflict: .ignore(key: []),
        records: "1,,q\n8,,w\n9,new,v\n",
        rows: ["1|old|x|1", "2|old|y|2", "9|new|v|7"],
        counts: [3, 1, 0, 0, 0, 2, 0]
      ),
      Case(
        name: "changes the given columns only",
        conflict: .update(key: ["id"]),
        rows: ["1|new|x|1", "2|old|y|2", "3|newer|z|7"],
        counts: [4, 1, 2, 1, 0, 0, 0]
      ),
      Case(
        name: "changes nothing where the filter leaves it out",
        conflict: .update(key: ["id"]),
        filter: "id <> 1",
        rows: ["1|old|x|1", "2|old|y|2", "3|newer|z|7"],
        counts: [4, 1, 1, 1, 0, 0, 1]
      ),
      Case(
        name: "does not take its neighbours along when the change is refused",
        conflict: .update(key: ["id"]),
        records: "5,new,p\n1,new,y\n6,new,q\n2,new,y\n",
        rows: ["1|old|x|1", "2|new|y|2", "5|new|p|7", "6|new|q|7"],
        counts: [4, 2, 1, 0, 0, 1, 0]
      ),
      Case(
        name: "takes the row's place",
        conflict: .replace(key: ["id"]),
        rows: ["1|new|x|7", "2|old|y|7", "3|newer|z|7"],
        counts: [4, 1, 3, 0, 0, 0, 0]
      ),
      Case(
        name: "leaves the row where the one in its place is refused",
        conflict: .replace(key: ["id"]),
        records: "1,,x\n2,new,x\n4,new,w\n",
        rows: ["1|old|x|1", "2|old|y|2", "4|new|w|7"],
        counts: [3, 1, 0, 0, 0, 2, 0]
      ),
      Case(
        name: "fires the triggers of an update",
        conflict: .update(key: ["id"]),
        setup: """
          INSERT INTO t VALUES (1, 'old', 'x', 1), (2, 'old', 'y', 2);
          CREATE TRIGGER u AFTER UPDATE ON t BEGIN
            UPDATE t SET c = c + 100 WHERE id = NEW.id;
          END
          """,
        rows: ["1|new|x|101", "2|old|y|2", "3|newer|z|107"],
        counts: [4, 1, 2, 1, 0, 0, 0]
      ),
      Case(
        name: "is told apart in a table without rowid",
        conflict: .update(key: ["a", "id"]),
        table:
          "CREATE TABLE t(id INT, a TEXT, b TEXT, c DEFAULT 7, PRIMARY KEY (id, a)) WITHOUT ROWID",
        records: "1,old,n\n1,new,n\n2,old,y\n",
        rows: ["1|new|n|7", "1|old|n|1", "2|old|y|2"],
        counts: [3, 1, 1, 1, 0, 0, 0]
      ),
    ]
  }

  @Test(arguments: Case.all, [1, 1 << 16])
  func `keeps its promise, whatever the size of a batch`(test: Case, blockBytes: Int) throws {
    let folder = try TemporaryDirectory()
    let source = try folder.write("id,a,b\n\(test.records)", to: "t.csv")
    let path = folder.file("db.sqlite")
    do {
      let database = try Database(path: path, options: Database.Options(mode: .create))
      try database.execute("\(raw: test.table); \(raw: test.setup)")
    }
    var plan = ImportPlan(sources: [source], database: path, table: "t")
    plan.conflict = test.conflict
    plan.filter = test.filter
    plan.goesOnWithoutRejects = true
    plan.blockBytes = blockBytes
    let report = Importer(plan).run()
    #expect(report.failure == nil)
    let ledger = report.ledger
    #expect(
      [
        ledger.read, ledger.inserted, ledger.updated, ledger.unchanged, ledger.ignored,
        ledger.rejected, ledger.filtered,
      ] == test.counts
    )
    #expect(ledger.isBalanced)
    let database = try Database(path: path)
    let rows = try database.query(
      "SELECT concat FROM (SELECT id||'|'||a||'|'||b||'|'||c AS concat FROM t) ORDER BY concat"
    ) { row in row.text(at: 0) ?? "NULL" }
    #expect(rows == test.rows)
  }

  @Test func `names a key that is none of the table`() throws {
    let folder = try TemporaryDirectory()
    let source = try folder.write("id,a\n1,x\n", to: "t.csv")
    let path = folder.file("db.sqlite")
    do {
      let database = try Database(path: path, options: Database.Options(mode: .create))
      try database.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT)")
    }
    for conflict in [InsertPlan.Conflict.update(key: ["a"]), .replace(key: ["a"])] {
      var plan = ImportPlan(sources: [source], database: path, table: "t")
      plan.conflict = conflict
      let failure = try #require(Importer(plan).run().failure?.description)
      #expect(
        failure
          == "--key a: t has no unique key of just these columns (it has id); CREATE UNIQUE INDEX"
          + " makes one",
        "\(failure)"
      )
    }
  }

  @Test(arguments: [
    (
      "v --on-conflict ignore",
      "v is a view, which has no unique keys: drop --on-conflict, or import into a table"
    ),
    (
      "f --on-conflict update --key id",
      "f is a virtual table, which has no unique keys: drop --on-conflict, or import into a table"
    ),
    (
      "n --on-conflict ignore --key id",
      "--key id: n has no unique key of just these columns (it has none); CREATE UNIQUE INDEX makes one"
    ),
    (
      "k --on-conflict replace --key id",
      "--key id: k has no unique key of just these columns (it has id,a; a); CREATE UNIQUE INDEX makes one"
    ),
  ])
  func `tells in words why a target has not the key that is asked for`(
    _ target: String,
    _ message: String
  ) throws {
    let place = try Workplace(
      ["s.csv": "id,a\n1,x\n"],
      sql: """
        CREATE TABLE n(id, a); CREATE VIRTUAL TABLE f USING fts5(id, a);
        CREATE TABLE k(id, a UNIQUE, UNIQUE (id, a)); CREATE UNIQUE INDEX p ON k(id) WHERE id > 5;
        CREATE VIEW v AS SELECT * FROM n;
        CREATE TRIGGER i INSTEAD OF INSERT ON v BEGIN INSERT INTO n VALUES (new.id, new.a); END
        """
    )
    let run = try place.run("furrow import s.csv --into data.db --table \(target)")
    #expect(run.status == 1)
    #expect(run.errorText == "furrow: \(message)\n")
  }
}
