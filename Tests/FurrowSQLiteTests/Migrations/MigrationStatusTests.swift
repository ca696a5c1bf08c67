import FurrowSQLite
import TestSupport
import Testing

@Suite struct `Migration status` {
  static let three = (1...3).map { ("00\($0)_t.sql", "CREATE TABLE t\($0)(x)") }

  func states(_ test: MigratorCase, _ files: [(String, String)]) throws -> [String] {
    try MigratorCase.migrations(files).status(of: test.database).entries.map {
      "\($0.version) \($0.state.rawValue)"
    }
  }

  @Test func `without a database all is pending`() throws {
    let status = try MigratorCase.migrations(Self.three).status(of: nil)
    #expect(status.pending.count == 3)
    #expect(status.head == nil && !status.isUpToDate)
  }

  @Test func `asking changes nothing`() throws {
    let test = try MigratorCase(setup: "CREATE TABLE base(x)")
    let before = test.folder.read("a.db")
    var options = Database.Options(mode: .readOnly)
    options.busyTimeout = .zero
    let reader = try Database(path: test.folder.file("a.db"), options: options)
    let migrator = try MigratorCase.migrations(Self.three)
    #expect(try migrator.status(of: reader).pending.count == 3)
    #expect(try migrator.plan(for: reader).groups.map(\.migrations.count) == [3])
    #expect(test.folder.read("a.db") == before)
  }

  @Test func `each state is told`() throws {
    let test = try MigratorCase()
    try test.up([
      Self.three[0], Self.three[2], ("000_gone.sql", "SELECT 1"), ("004_same.sql", "SELECT 1"),
      ("006_ahead.sql", "SELECT 1"),
    ])
    #expect(
      try states(
        test,
        [("001_t.sql", "CREATE TABLE t1(y)")] + Self.three[1...] + [
          ("004_same.sql", "-- why\nSELECT  1"), ("005_new.sql", ""),
        ]
      )
        == [
          "000 missing-file", "001 modified", "002 out-of-order", "003 applied",
          "004 cosmetic", "005 out-of-order", "006 ahead",
        ]
    )
  }

  @Test func `all applied is up to date, whatever the leading zeros`() throws {
    let test = try MigratorCase()
    try test.up(Self.three)
    let renamed = Self.three.map { ($0.0.replacing("00", with: ""), $0.1) }
    let status = try MigratorCase.migrations(renamed).status(of: test.database)
    #expect(status.isUpToDate)
    #expect(status.head == MigrationVersion("3"))
  }

  @Test func `a changed file stops the run, even with nothing pending`() throws {
    let test = try MigratorCase()
    try test.up(Self.three)
    let error = try #require(
      test.failure([Self.three[0], ("002_t.sql", "CREATE TABLE t2(y)"), Self.three[2]])
    )
    #expect(error.kind == .modified)
    #expect("\(error)".contains("002"))
  }

  @Test func `a late file with a lower number is an error that names both`() throws {
    let test = try MigratorCase()
    try test.up([Self.three[0], Self.three[2]])
    let error = try #require(test.failure(Self.three))
    #expect(error.kind == .outOfOrder)
    #expect(error.message.contains("002") && error.message.contains("003"))
    #expect(try test.names() == ["t1", "t3"])
    try test.up(Self.three, allowsOutOfOrder: true)
    #expect(try test.names() == ["t1", "t2", "t3"])
    #expect(try test.history() == [["001"], ["003"], ["002"]])
  }

  @Test func `a database ahead of the folder takes nothing new`() throws {
    let test = try MigratorCase()
    try test.up(Self.three)
    #expect(test.failure([Self.three[0], Self.three[1]])?.kind == .ahead)
    var options = Migrator.Options()
    options.ahead = .warn
    let old = try MigratorCase.migrations([Self.three[0], Self.three[1]])
      .up(test.database, options)
    #expect(old.warnings == ["the database has version 003, which is not in the folder"])
    #expect(test.failure([Self.three[0], Self.three[1], ("0025_x.sql", "SELECT 1")])?.kind != nil)
    #expect(
      test.failure([Self.three[0], Self.three[2], ("004_x.sql", "SELECT 1")])?.kind == .missing
    )
  }

  @Test func `the plan shows the transactions`() throws {
    let migrator = try MigratorCase.migrations([
      ("1_a.sql", "SELECT 1"), ("2_b.sql", "SELECT 1"),
      ("3_c.sql", "-- migrate:up transaction:false\nVACUUM"), ("4_d.sql", "SELECT 1"),
    ])
    #expect(
      try migrator.plan(for: nil).groups.map { $0.migrations.map(\.version.text) } == [
        ["1", "2"], ["3"], ["4"],
      ]
    )
    var options = Migrator.Options()
    options.scope = .each
    #expect(try migrator.plan(for: nil, options).groups.count == 4)
  }
}
