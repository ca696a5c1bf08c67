import TestSupport
import Testing

@testable import FurrowSQLite

/// `n_t.sql`, which makes the table `tn`, with its way back.
private func file(_ number: Int, _ more: String = "") throws -> Migration {
  try Migration(
    file: "\(number)_t.sql",
    text:
      "-- migrate:up\nCREATE TABLE t\(number)(x);\(more)\n-- migrate:down\nDROP TABLE t\(number);\n"
  )
}

private func memory() throws -> Database {
  try Database(path: ":memory:", options: .init(mode: .create))
}

@Suite struct `A database marked as production` {
  @Test func `asks for a word before it is undone, redone, synced or filled anew`() throws {
    let database = try memory()
    try Migrator.mark(database, as: Migrator.production)
    #expect(try Migrator.environment(of: database) == "production")
    let migrator = Migrator(migrations: [try file(1), try file(2)])
    try migrator.up(database)
    let actions: [(Migrator.Options) throws -> Void] = [
      { try migrator.down(database, .steps(2), $0) },
      { try migrator.redo(database, $0) },
      { try migrator.sync(database, $0) },
    ]
    for action in actions {
      let error = #expect(throws: MigrationError.self) { try action(Migrator.Options()) }
      #expect(error?.kind == .state && error?.message.contains("production") == true)
    }
    #expect(try migrator.status(of: database).isUpToDate)
    var options = Migrator.Options()
    options.knowsProduction = true
    for action in actions { try action(options) }
    #expect(try migrator.status(of: database).isUpToDate)
    // One step back is what a bad deployment needs.
    try migrator.down(database)
    try Migrator.mark(database, as: nil)
    try migrator.down(database, .steps(2))
  }

  @Test func `can be marked before its first migration, and loaded when that is meant`() throws {
    let database = try memory()
    try Migrator.mark(database, as: Migrator.production)
    let migrator = Migrator(migrations: [try file(1)])
    let dump = try SchemaDump(of: migrator.replay()).text
    #expect(throws: MigrationError.self) { try migrator.load(dump, into: database) }
    var options = Migrator.Options()
    options.knowsProduction = true
    try migrator.load(dump, into: database, options)
    #expect(try migrator.status(of: database).isUpToDate)
  }
}

@Suite struct `Following a change of branches` {
  @Test func `undoes what the folder lacks, from the way back in the database`() throws {
    let database = try memory()
    try Migrator(migrations: [try file(1), try file(2), try file(4)]).up(database)
    let other = Migrator(migrations: [try file(1), try file(3)])
    let done = try other.sync(database)
    #expect(done.undone.map(\.version.text) == ["4", "2"])
    #expect(done.run.applied.map(\.version.text) == ["3"])
    #expect(try database.tableNames().filter { $0.hasPrefix("t") }.sorted() == ["t1", "t3"])
    let again = try other.sync(database)
    #expect(again.undone.isEmpty && again.run.applied.isEmpty)
  }

  @Test func `touches nothing if one has no way back or was changed`() throws {
    let database = try memory()
    let last = try Migration(file: "3_x.sql", text: "CREATE TABLE t3(x);")
    try Migrator(migrations: [try file(1), try file(2), last]).up(database)
    let error = #expect(throws: MigrationError.self) {
      try Migrator(migrations: [try file(1)]).sync(database)
    }
    #expect(error?.kind == .irreversible)
    let changed = #expect(throws: MigrationError.self) {
      try Migrator(migrations: [try file(1, "SELECT 1;")]).sync(database)
    }
    #expect(changed?.kind == .modified && changed?.details == ["+ SELECT 1"])
    #expect(try database.tableNames().filter { $0.hasPrefix("t") }.count == 3)
  }

  @Test func `says what stays undone if the way up fails`() throws {
    let database = try memory()
    try Migrator(migrations: [try file(1), try file(2)]).up(database)
    let broken = try Migration(file: "3_x.sql", text: "SELECT nosuch;")
    let error = #expect(throws: MigrationError.self) {
      try Migrator(migrations: [try file(1), broken]).sync(database)
    }
    #expect(error?.message.contains("undone before, and not applied again: 2") == true)
    #expect(error?.isDatabaseUnchanged == false)
  }
}

@Suite struct `Work behind a run` {
  @Test func `is remembered by the database until it is done`() throws {
    let database = try memory()
    let migrator = Migrator(migrations: [try file(1)])
    var options = Migrator.Options()
    options.hasAfterwork = true
    #expect(try !Migrator.isAfterworkDue(database))
    try migrator.up(database, options)
    #expect(try Migrator.isAfterworkDue(database))
    try Migrator.finishAfterwork(database)
    #expect(try !Migrator.isAfterworkDue(database))
    try migrator.down(database, .steps(1), options)
    #expect(try Migrator.isAfterworkDue(database))
  }
}

@Suite struct `What was applied` {
  @Test func `is compared with the file in tokens`() throws {
    let database = try memory()
    try Migrator(migrations: [try file(1, "\nINSERT INTO t1 VALUES (1);")]).up(database)
    let version = try #require(MigrationVersion("1"))
    let cosmetic = Migrator(migrations: [
      try file(1, " -- why\n  insert_;".replacing("insert_;", with: "INSERT INTO t1\nVALUES(1) ;"))
    ])
    #expect(try cosmetic.changes(of: version, in: database) == [])
    let changed = Migrator(migrations: [try file(1, "INSERT INTO t1 VALUES (2); SELECT 1;")])
    #expect(
      try changed.changes(of: version, in: database) == [
        "- INSERT INTO t1 VALUES (1)", "+ INSERT INTO t1 VALUES (2)", "+ SELECT 1",
      ]
    )
    try changed.repair(database, .accept(version), isDryRun: true)
    #expect(try !changed.status(of: database).isUpToDate)
    try changed.repair(database, .accept(version))
    #expect(try changed.status(of: database).isUpToDate)
    #expect(try changed.changes(of: version, in: database) == [])
  }
}

@Suite struct `The table of another tool` {
  @Test(arguments: [
    (Migrator.Mirror.dbmate, "SELECT group_concat(version) FROM schema_migrations"),
    (.goose, "SELECT group_concat(version_id) FROM goose_db_version WHERE version_id > 0"),
    (.flyway, "SELECT group_concat(version) FROM flyway_schema_history"),
  ])
  func `is kept up to date, and read again by adopt`(tool: Migrator.Mirror, query: String) throws {
    let folder = try TemporaryDirectory()
    for number in 1...3 {
      let name = tool == .flyway ? "V\(number)__t.sql" : "\(number)_t.sql"
      try folder.write("CREATE TABLE t\(number)(x);", to: name)
    }
    if tool == .flyway {
      try folder.write("DROP TABLE t3;", to: "U3__t.sql")
    } else {
      try folder.write(
        "-- migrate:up\nCREATE TABLE t3(x);\n-- migrate:down\nDROP TABLE t3;\n",
        to: "3_t.sql"
      )
    }
    let all = try Migrator(folder: folder.path)
    let database = try memory()
    var options = Migrator.Options()
    options.target = MigrationVersion("1")
    try all.up(database, options)
    try all.mirror(tool, in: database)
    #expect(try database.firstText(SQL(raw: query)) == "1")
    try all.up(database)
    #expect(try database.firstText(SQL(raw: query)) == "1,2,3")
    try all.down(database)
    #expect(try database.firstText(SQL(raw: query)) == "1,2")
    try all.up(database)
    #expect(try database.firstText(SQL(raw: query)) == "1,2,3")
    // It is no part of the schema.
    #expect(try all.drift(of: database) == [])
    try database.execute("DROP TABLE furrow_migrations; DROP TABLE furrow_meta;")
    let adoption = try all.adopt(database)
    #expect(adoption.tool == tool.rawValue && adoption.warnings == [])
    #expect(try all.status(of: database).isUpToDate)
    try all.mirror(nil, in: database)
    try all.down(database)
    #expect(try database.firstText(SQL(raw: query)) == "1,2,3")
  }

  @Test func `of goose takes whole numbers only`() throws {
    let migration = try Migration(file: "99999999999999999999_t.sql", text: "SELECT 1;")
    let error = #expect(throws: MigrationError.self) {
      try Migrator(migrations: [migration]).mirror(.goose, in: memory())
    }
    #expect(error?.kind == .version)
  }
}
