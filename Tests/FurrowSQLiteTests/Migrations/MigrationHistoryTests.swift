import FurrowSQLite
import TestSupport
import Testing

@Suite struct `The history of a database` {
  static let files = (1...3).map {
    ("\($0)_t.sql", "-- migrate:up\nCREATE TABLE t\($0)(x);\n-- migrate:down\nDROP TABLE t\($0);\n")
  }

  @Test func `keeps every event, and only one row a version in force`() throws {
    let test = try MigratorCase()
    let migrator = try MigratorCase.migrations(Self.files)
    try migrator.up(test.database)
    try migrator.down(test.database)
    try migrator.up(test.database)
    #expect(
      try test.database.rows(
        "SELECT version, direction, state, live FROM furrow_migrations ORDER BY seq"
      )
        == [
          ["1", "up", "applied", 1], ["2", "up", "applied", 1], ["3", "up", "applied", .null],
          ["3", "down", "reverted", .null], ["3", "up", "applied", 1],
        ]
    )
    #expect(try test.database.rows("SELECT value FROM furrow_meta WHERE key = 'format'") == [["1"]])
  }

  @Test func `of another form is refused`() throws {
    let test = try MigratorCase(setup: "CREATE TABLE furrow_migrations(version, future)")
    #expect(test.failure(Self.files)?.kind == .ahead)
  }

  @Test func `of another number is refused, and a run does not touch it`() throws {
    let test = try MigratorCase()
    try MigratorCase.migrations([Self.files[0]]).up(test.database)
    try test.database.execute("UPDATE furrow_meta SET value = '2' WHERE key = 'format'")
    #expect(test.failure(Self.files)?.kind == .ahead)
    #expect(try test.database.rows("SELECT count(*) FROM furrow_migrations") == [[1]])
  }

  @Test func `of an earlier program goes on with the columns that it lacks`() throws {
    let test = try MigratorCase()
    let migrator = try MigratorCase.migrations([Self.files[0]])
    try migrator.up(test.database)
    for column in ["run_id", "schema_before", "tool_version", "git_commit", "applied_by"] {
      try test.database.execute("ALTER TABLE furrow_migrations DROP COLUMN \(raw: column)")
    }
    #expect(try migrator.status(of: test.database).isUpToDate)
    try MigratorCase.migrations([Self.files[0], Self.files[1]]).up(test.database)
    #expect(
      try test.database.rows("SELECT version, run_id IS NULL FROM furrow_migrations ORDER BY seq")
        == [["1", 1], ["2", 0]]
    )
    try test.database.execute("ALTER TABLE furrow_migrations DROP COLUMN applied_by")
    try migrator.down(test.database, .steps(2))
    #expect(
      try test.database.rows(
        "SELECT version, run_id IS NULL FROM furrow_migrations WHERE live IS NULL"
      )
        == [["1", 1], ["2", 0], ["2", 0], ["1", 0]]
    )
  }

  @Test(arguments: [Migrator.TransactionScope.run, .each])
  func `tells the runs, who ran them, and the schema around each transaction`(
    scope: Migrator.TransactionScope
  ) throws {
    let test = try MigratorCase()
    var options = Migrator.Options()
    options.scope = scope
    options.provenance.tool = "app 1"
    options.provenance.gitCommit = "c0ffee"
    options.provenance.appliedBy = "zoë"
    let migrator = try MigratorCase.migrations(Self.files)
    try migrator.up(test.database, options)
    options.provenance = MigrationProvenance()
    try migrator.down(test.database, .steps(2), options)
    let notes = "tool_version, git_commit, applied_by"
    #expect(
      try test.database.rows(
        "SELECT direction, count(*), count(DISTINCT run_id), \(raw: notes) FROM furrow_migrations GROUP BY 1"
      ) == [
        ["down", 2, 1, .null, .null, .null], ["up", 3, 1, "app 1", "c0ffee", "zoë"],
      ]
    )
    #expect(try test.database.rows("SELECT count(DISTINCT run_id) FROM furrow_migrations") == [[2]])
    // Each begins where the one before ended, and the way back ends where the first one did.
    let around = try test.database.rows(
      "SELECT schema_before, schema_after FROM furrow_migrations ORDER BY seq"
    ).flatMap { $0 }.filter { $0 != .null }
    #expect(around.count == (scope == .each ? 10 : 4))
    for index in stride(from: 1, to: around.count - 1, by: 2) {
      #expect(around[index] == around[index + 1] && around[index] != around[index - 1])
    }
    if scope == .each { #expect(around[1] == around[9]) }
  }

  @Test func `can be noted for a database that was there before`() throws {
    let test = try MigratorCase(setup: "CREATE TABLE t1(x); CREATE TABLE t2(x)")
    let migrator = try MigratorCase.migrations(Self.files)
    let version = try #require(MigrationVersion("2"))
    #expect(try migrator.baseline(test.database, at: version).count == 2)
    #expect(try migrator.up(test.database).applied.map(\.file) == ["3_t.sql"])
    #expect {
      try migrator.baseline(test.database, at: version)
    } throws: {
      ($0 as? MigrationError)?.kind == .state
    }
  }

  @Test func `can be corrected`() throws {
    let test = try MigratorCase()
    let two = try #require(MigrationVersion("2"))
    try MigratorCase.migrations(Self.files).up(test.database)
    let changed = try MigratorCase.migrations([
      Self.files[0], ("2_t.sql", Self.files[1].1 + "SELECT 1;"), Self.files[2],
    ])
    #expect(try changed.status(of: test.database).entries[1].state == .modified)
    try changed.repair(test.database, .accept(two))
    #expect(try changed.status(of: test.database).isUpToDate)
    try changed.repair(test.database, .markReverted(two))
    #expect(try changed.status(of: test.database).entries[1].state == .outOfOrder)
    try changed.repair(test.database, .markApplied(two))
    #expect(try changed.status(of: test.database).isUpToDate)
    #expect {
      try changed.repair(test.database, .markApplied(two))
    } throws: {
      ($0 as? MigrationError)?.kind == .state
    }
  }

  @Test func `goes on with a file that stopped, at the statement that is named`() throws {
    let test = try MigratorCase()
    let files = [
      (
        "1_a.sql",
        "-- furrow: transaction=off\nCREATE TABLE a(x);\nINSERT INTO b VALUES (1);\nCREATE TABLE c(x);"
      )
    ]
    #expect(test.failure(files)?.outcome == .partial([], statements: 1))
    try test.database.execute("CREATE TABLE b(x)")
    let version = try #require(MigrationVersion("1"))
    try MigratorCase.migrations(files).resume(version, from: 2, in: test.database)
    #expect(try test.names() == ["a", "b", "c"])
    #expect(try MigratorCase.migrations(files).status(of: test.database).isUpToDate)
  }

  @Test func `lets a file that only tidies up run again by itself`() throws {
    let test = try MigratorCase()
    let files = [("1_a.sql", "-- furrow: transaction=off\nANALYZE;\nVACUUM;")]
    try test.up(files)
    try test.database.execute("UPDATE furrow_migrations SET statements_done = 1, state = 'running'")
    #expect(try test.up(files).applied.count == 1)
    #expect(
      try test.database.firstInteger("SELECT count(*) FROM furrow_migrations WHERE live") == 1
    )
  }

  @Test func `stops a way back over a schema that was changed by hand, unless asked`() throws {
    let test = try MigratorCase()
    let migrator = try MigratorCase.migrations(Self.files)
    try migrator.up(test.database)
    try test.database.execute("CREATE TABLE hand(x)")
    #expect {
      try migrator.down(test.database)
    } throws: {
      ($0 as? MigrationError)?.kind == .drift
    }
    #expect(try migrator.down(test.database, ignoresDrift: true).count == 1)
  }

  @Test func `gives plans a hash that changes with files and database`() throws {
    let test = try MigratorCase()
    let migrator = try MigratorCase.migrations(Self.files)
    let plan = try migrator.plan(for: nil)
    #expect(try migrator.plan(for: nil) == plan)
    #expect(try migrator.plan(for: test.database).migrations == plan.migrations)
    let wanted = try migrator.plan(for: test.database).hash
    try test.database.execute("CREATE TABLE hand(x)")
    var options = Migrator.Options()
    options.planHash = wanted
    #expect {
      try migrator.up(test.database, options)
    } throws: {
      ($0 as? MigrationError)?.kind == .plan
    }
    options.planHash = try migrator.plan(for: test.database).hash
    #expect(try migrator.up(test.database, options).applied.count == 3)
  }
}

@Suite struct `Taking over from another tool` {
  static let tables = [
    (
      "dbmate",
      "CREATE TABLE schema_migrations(version varchar(128) primary key); INSERT INTO schema_migrations VALUES ('1'), ('2')"
    ),
    (
      "golang-migrate",
      "CREATE TABLE schema_migrations(version uint64, dirty bool); INSERT INTO schema_migrations VALUES (2, 0)"
    ),
    (
      "goose",
      "CREATE TABLE goose_db_version(id INTEGER PRIMARY KEY, version_id INTEGER, is_applied INTEGER, tstamp); INSERT INTO goose_db_version VALUES (1,0,1,''), (2,1,1,''), (3,2,1,''), (4,3,1,''), (5,3,0,'')"
    ),
    (
      "flyway",
      "CREATE TABLE flyway_schema_history(installed_rank INT, version, description, type, script, checksum INT, success); INSERT INTO flyway_schema_history VALUES (1,'1','','SQL','1_t.sql',NULL,1), (2,'2','','SQL','2_t.sql',NULL,1)"
    ),
    (
      "refinery",
      "CREATE TABLE refinery_schema_history(version INT, name, applied_on, checksum); INSERT INTO refinery_schema_history VALUES (1,'t','',''), (2,'t','','')"
    ),
    (
      "sqlx",
      "CREATE TABLE _sqlx_migrations(version BIGINT, description, installed_on, success, checksum, execution_time); INSERT INTO _sqlx_migrations VALUES (1,'','',1,x'00',1), (2,'','',1,x'00',1)"
    ),
    (
      "prisma",
      "CREATE TABLE _prisma_migrations(id, checksum, finished_at, migration_name, rolled_back_at); INSERT INTO _prisma_migrations VALUES (1,'x',1,'1_t',NULL), (2,'x',1,'2_t',NULL)"
    ),
    (
      "diesel",
      "CREATE TABLE __diesel_schema_migrations(version, run_on); INSERT INTO __diesel_schema_migrations VALUES ('1',''), ('2','')"
    ),
    (
      "sql-migrate",
      "CREATE TABLE gorp_migrations(id, applied_at); INSERT INTO gorp_migrations VALUES ('1_t.sql',''), ('2_t.sql','')"
    ),
    (
      "GRDB",
      "CREATE TABLE grdb_migrations(identifier TEXT PRIMARY KEY); INSERT INTO grdb_migrations VALUES ('1_t'), ('2_t')"
    ),
  ]

  @Test(arguments: tables)
  func `notes what it has applied`(tool: String, table: String) throws {
    let test = try MigratorCase(setup: "CREATE TABLE t1(x); CREATE TABLE t2(x); \(table);")
    let migrator = try MigratorCase.migrations(`The history of a database`.files)
    let adoption = try migrator.adopt(test.database)
    #expect(adoption.tool == tool)
    #expect(adoption.adopted.map(\.version.text) == ["1", "2"])
    #expect(try migrator.up(test.database).applied.map(\.file) == ["3_t.sql"])
  }

  @Test(arguments: [
    (
      "CREATE TABLE schema_migrations(version, dirty); INSERT INTO schema_migrations VALUES (2, 1)",
      "did not finish"
    ),
    (
      "CREATE TABLE _prisma_migrations(checksum, finished_at, migration_name, rolled_back_at); INSERT INTO _prisma_migrations VALUES ('x', NULL, '1_t', NULL)",
      "did not finish"
    ),
    (
      "CREATE TABLE alembic_version(version_num); INSERT INTO alembic_version VALUES ('ab')",
      "baseline"
    ),
    (
      "CREATE TABLE schema_migrations(version); INSERT INTO schema_migrations VALUES ('9')",
      "has applied 9"
    ),
    ("CREATE TABLE other(x)", "baseline"),
  ])
  func `stops where it cannot be sure`(table: String, words: String) throws {
    let test = try MigratorCase(setup: table)
    let migrator = try MigratorCase.migrations(`The history of a database`.files)
    #expect {
      try migrator.adopt(test.database)
    } throws: {
      let error = $0 as? MigrationError
      return error?.kind == .state && error?.message.contains(words) == true
    }
    #expect(try !test.database.tableExists("furrow_migrations"))
  }

  @Test func `says when a file is not the one that Flyway applied`() throws {
    let folder = try TemporaryDirectory()
    try folder.write([0xEF, 0xBB, 0xBF] + Array("SELECT 1;\r\n".utf8), to: "V1__a.sql")
    // The CRC-32 of `SELECT 1;`, as a signed number of 32 bits.
    for (number, warnings) in [(78_787_420, 0), (7, 1)] {
      let test = try MigratorCase(
        setup:
          "CREATE TABLE flyway_schema_history(version, script, checksum, success); INSERT INTO flyway_schema_history VALUES ('1', 'V1__a.sql', \(number), 1)"
      )
      let adoption = try Migrator(folder: folder.path).adopt(test.database)
      #expect(adoption.warnings.count == warnings)
    }
  }
}
