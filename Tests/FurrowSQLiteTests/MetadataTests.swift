import FurrowSQLite
import TestSupport
import Testing

@Suite struct `Metadata` {
  let database: Database

  init() throws {
    database = try Database(path: ":memory:", options: .init(mode: .create))
    try database.execute(
      """
      CREATE TABLE parent(a INTEGER PRIMARY KEY AUTOINCREMENT, b TEXT, UNIQUE (b, a));
      CREATE TABLE "odd ""name"(
        id INT PRIMARY KEY, title TEXT NOT NULL DEFAULT 'x', p REFERENCES parent,
        q INT, r TEXT, up AS (upper(title)), st TEXT AS (title || 'x') STORED,
        FOREIGN KEY (r, q) REFERENCES parent(b, a) ON DELETE CASCADE ON UPDATE SET NULL);
      CREATE TABLE pair(x, y, PRIMARY KEY (y, x)) WITHOUT ROWID;
      CREATE TABLE firm(a ANY) STRICT;
      CREATE TABLE down(a INTEGER PRIMARY KEY DESC);
      CREATE UNIQUE INDEX part ON pair(x, lower(y)) WHERE x > 1;
      CREATE VIEW seen AS SELECT * FROM pair;
      CREATE VIRTUAL TABLE words USING fts5(t);
      CREATE TRIGGER tr AFTER INSERT ON pair BEGIN SELECT 1; END;
      CREATE TEMP TRIGGER tt AFTER INSERT ON firm BEGIN SELECT 1; END;
      """
    )
  }

  @Test(arguments: [
    ("pair", "table"), ("SEEN", "view"), ("words", "virtual"), ("words_data", "shadow"),
    ("nosuch", nil),
  ])
  func `an object has a kind`(name: String, kind: String?) throws {
    #expect(try database.table(name)?.kind.rawValue == kind)
    #expect(try database.tableExists(name) == (kind != nil))
  }

  @Test func `tables are listed by name without what nobody made by hand`() throws {
    #expect(
      try database.tableNames() == ["down", "firm", "odd \"name", "pair", "parent", "words"]
    )
    #expect(try database.tables().contains { $0.name == "seen" })
  }

  @Test func `columns carry all that was declared`() throws {
    let columns = try database.columns(of: "odd \"name")
    #expect(columns.map(\.name) == ["id", "title", "p", "q", "r", "up", "st"])
    #expect(columns.map(\.declaredType) == ["INT", "TEXT", "", "INT", "TEXT", "", "TEXT"])
    #expect(columns[1].isNotNull && columns[1].defaultSQL == "'x'")
    #expect(columns.map(\.primaryKeyPosition) == [1, nil, nil, nil, nil, nil, nil])
    #expect(columns[5].kind == .generatedVirtual && columns[6].kind == .generatedStored)
    #expect(try database.columns(of: "pair").map(\.primaryKeyPosition) == [2, 1])
    #expect(try database.columns(of: "words").filter { $0.kind == .hidden }.count == 2)
    #expect(try database.columns(of: "nosuch") == [])
  }

  @Test func `tables know their options`() throws {
    #expect(try database.table("pair")?.isWithoutRowID == true)
    #expect(try database.table("firm")?.isStrict == true)
    #expect(try database.isAutoincrement("parent"))
    #expect(try !database.isAutoincrement("down"))
  }

  @Test(arguments: [("parent", "a"), ("down", nil), ("pair", nil), ("odd \"name", nil)])
  func `the column that is the rowid is found`(table: String, column: String?) throws {
    #expect(try database.rowIDColumn(of: table) == column)
  }

  @Test(arguments: [("pair", true), ("PAIR", true), ("firm", true), ("parent", false)])
  func `triggers are seen, temporary ones too`(table: String, expected: Bool) throws {
    #expect(try database.hasTriggers(on: table) == expected)
  }

  @Test func `foreign keys come with their columns in order`() throws {
    let keys = try database.foreignKeys(of: "odd \"name").sorted {
      $0.columns.count > $1.columns.count
    }
    #expect(keys.map(\.columns) == [["r", "q"], ["p"]])
    #expect(keys.map(\.parentColumns) == [["b", "a"], []])
    #expect(keys[0].onDelete == "CASCADE" && keys[0].onUpdate == "SET NULL")
    #expect(keys.allSatisfy { $0.parent == "parent" })
  }

  @Test func `unique keys come with their origin`() throws {
    let keys = try database.uniqueKeys(of: "pair")
    #expect(keys.count == 2)
    #expect(keys.contains { $0.origin == .primaryKey && $0.columns == ["y", "x"] })
    #expect(keys.contains { $0.name == "part" && $0.isPartial && $0.columns == ["x", nil] })
    #expect(try database.uniqueKeys(of: "parent").map(\.columns) == [["b", "a"]])
  }
}
