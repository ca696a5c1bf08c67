import Foundation
import TestSupport
import Testing

@testable import FurrowSQLite

@Suite struct `Writing the rebuild of a table` {
  static let schema = """
    CREATE TABLE parent(id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, -- whose
      boss REFERENCES parent(id), size INTEGER, twice AS (size * 2));
    CREATE TABLE child(id TEXT PRIMARY KEY, p INTEGER REFERENCES Parent(id) ON DELETE CASCADE);
    CREATE TABLE pair(a, b, PRIMARY KEY (a, b)) WITHOUT ROWID;
    CREATE TABLE "odd name"("the key" TEXT, [select] INT) STRICT;
    CREATE INDEX parent_name ON parent(name COLLATE NOCASE) WHERE name <> '';
    CREATE VIEW names AS SELECT name FROM parent;
    CREATE VIEW counted AS SELECT count(*) AS n FROM names;
    CREATE TRIGGER named AFTER UPDATE OF name ON parent BEGIN
      UPDATE parent SET size = CASE WHEN new.name = '' THEN 0 ELSE 1 END WHERE id = new.id;
    END;
    CREATE TRIGGER seen INSTEAD OF INSERT ON names BEGIN
      INSERT INTO parent(name) VALUES (new.name);
    END;
    CREATE TRIGGER gone AFTER DELETE ON child BEGIN DELETE FROM parent WHERE id = old.p; END;
    INSERT INTO parent(name, boss) VALUES ('a', NULL), ('b', 1), ('c', 2);
    DELETE FROM parent WHERE id = 3;
    INSERT INTO child VALUES ('x', 1), ('y', 2), ('z', NULL);
    INSERT INTO pair VALUES (1, 2);
    INSERT INTO "odd name"(rowid, "the key", "select") VALUES (7, 'it''s', 1);
    """

  func database() throws -> Database {
    let database = try Database(path: ":memory:", options: .init(mode: .create))
    try database.execute(SQL(raw: Self.schema))
    return database
  }

  @Test(arguments: ["parent", "PARENT", "child", "pair", "odd name"])
  func `keeps rows, row numbers, indexes, triggers, views and keys`(table: String) throws {
    let database = try database()
    let dump = try SchemaDump(of: database)
    let tables = ["parent", "child", "pair", "odd name", "sqlite_sequence"]
    let before = try tables.map { try database.rows("SELECT * FROM \(identifier: $0) ORDER BY 1") }
    let numbers = try database.rows("SELECT rowid FROM \"odd name\"")
    let sql = try TableRebuild(of: table, in: database).sql
    let migration = try Migration(file: "1_rebuild.sql", text: sql)
    try Migrator(migrations: [migration]).up(database)
    #expect(try SchemaDump(of: database) == dump)
    let after = try tables.map { try database.rows("SELECT * FROM \(identifier: $0) ORDER BY 1") }
    #expect(after == before)
    #expect(try database.rows("SELECT rowid FROM \"odd name\"") == numbers)
    try database.execute("INSERT INTO names VALUES ('new')")
    #expect(try database.firstInteger("SELECT max(id) FROM parent") == 4)
  }

  @Test func `fails in a tool that lets cascades delete rows, before they are gone for good`()
    throws
  {
    let database = try database()
    let sql = try TableRebuild(of: "parent", in: database).sql
    #expect(throws: SQLiteError.self) {
      try database.transaction { () throws(SQLiteError) in try database.execute(SQL(raw: sql)) }
    }
    #expect(try database.firstInteger("SELECT count(*) FROM child") == 3)
  }

  @Test func `fails where the copy leaves rows behind`() throws {
    let database = try database()
    let sql = try TableRebuild(of: "pair", in: database).sql
      .replacing("FROM pair;", with: "FROM pair WHERE a > 1;")
    let migration = try Migration(file: "1_rebuild.sql", text: sql)
    #expect(throws: MigrationError.self) { try Migrator(migrations: [migration]).up(database) }
    #expect(try database.firstInteger("SELECT count(*) FROM pair") == 1)
  }

  @Test(arguments: ["nosuch", "names", "sqlite_sequence", "furrow_migrations"])
  func `is refused for what is no table of a person`(table: String) throws {
    let database = try database()
    try Migrator(migrations: [Migration(file: "1_a.sql", text: "CREATE TABLE a(x);")]).up(database)
    let error = #expect(throws: MigrationError.self) { try TableRebuild(of: table, in: database) }
    #expect(error?.kind == .state && error?.message.contains("child") == true)
  }

  @Test(arguments: [
    (MigrationFormat.dbmate, 1), (.golangMigrate, 2), (.flyway, 1), (.goose, 1), (.diesel, 2),
  ])
  func `makes a file that check finds nothing wrong with`(
    format: MigrationFormat,
    count: Int
  ) throws {
    let folder = try TemporaryDirectory()
    let name =
      switch format {
      case .flyway: "V1__a.sql"
      case .golangMigrate: "1_a.up.sql"
      case .diesel: "1_a/up.sql"
      default: "1_a.sql"
      }
    let marker = format == .goose ? "-- +goose Up\n" : format == .dbmate ? "-- migrate:up\n" : ""
    try folder.write(marker + Self.schema, to: name)
    let new = try NewMigration("Stricter", in: folder.path, rebuilds: ["parent", "child"])
    #expect(new.paths.count == count)
    let found = try MigrationFolder(path: folder.path)
    #expect(found.migrations.last?.format == format)
    #expect(try MigrationCheck(found).findings() == [])
  }
}
