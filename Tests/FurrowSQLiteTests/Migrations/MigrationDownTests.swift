import FurrowSQLite
import TestSupport
import Testing

@Suite struct `Undoing migrations` {
  static let files = (1...3).map { number in
    (
      "00\(number)_t.sql",
      "-- migrate:up\nCREATE TABLE t\(number)(x);\n-- migrate:down\nDROP TABLE t\(number);\n"
    )
  }

  func down(
    _ test: MigratorCase,
    _ files: [(String, String)],
    _ extent: Migrator.Extent = .steps(1),
    _ scope: Migrator.TransactionScope = .run
  ) throws -> [String] {
    var options = Migrator.Options()
    options.scope = scope
    return try MigratorCase.migrations(files).down(test.database, extent, options)
      .map(\.version.text)
  }

  func failure(_ test: MigratorCase, _ files: [(String, String)]) -> MigrationError? {
    do {
      _ = try down(test, files, .steps(9))
      Issue.record("it was undone")
      return nil
    } catch {
      return error as? MigrationError
    }
  }

  @Test(
    arguments: [
      (Migrator.Extent.steps(1), ["003"]), (.steps(2), ["003", "002"]),
      (.steps(9), ["003", "002", "001"]), (.steps(0), []),
    ],
    Migrator.TransactionScope.allCases
  )
  func `the one applied last goes first`(
    expected: (extent: Migrator.Extent, versions: [String]),
    scope: Migrator.TransactionScope
  ) throws {
    let test = try MigratorCase()
    try test.up(Self.files)
    #expect(try down(test, Self.files, expected.extent, scope) == expected.versions)
    #expect(try test.names().count == 3 - expected.versions.count)
    #expect(try test.history().count == 3 - expected.versions.count)
  }

  @Test func `all above a version are undone, and can be applied again`() throws {
    let test = try MigratorCase()
    try test.up(Self.files)
    let version = try #require(MigrationVersion("1"))
    #expect(try down(test, Self.files, .to(version)) == ["003", "002"])
    #expect(try test.up(Self.files).applied.count == 2)
  }

  @Test func `the way back in the database serves when the file is gone or changed`() throws {
    let test = try MigratorCase()
    try test.up(Self.files)
    let changed = (
      "002_t.sql", "-- migrate:up\nCREATE TABLE t2(y);\n-- migrate:down\nDROP TABLE other;\n"
    )
    #expect(try down(test, [Self.files[0], changed], .steps(3)).count == 3)
    #expect(try test.names() == [])
  }

  @Test func `another spelling of the number is the same version`() throws {
    let test = try MigratorCase()
    try test.up(Self.files)
    let renamed = Self.files.map { ($0.0.replacing("00", with: ""), $0.1) }
    #expect(try down(test, renamed, .steps(3)) == ["3", "2", "1"])
    #expect(try test.history() == [])
  }

  @Test func `without a way back nothing is undone`() throws {
    let test = try MigratorCase()
    let files = [("001_a.sql", "CREATE TABLE a(x)"), Self.files[1], Self.files[2]]
    try test.up(files)
    let error = try #require(failure(test, files))
    #expect(error.kind == .irreversible)
    #expect(
      "\(error)"
        == "001_a.sql: version 001 has no way back; write a new migration that undoes it [irreversible] (the database is unchanged)"
    )
    #expect(try test.names() == ["a", "t2", "t3"])
  }

  @Test func `a failing way back leaves all as it was, with its place`() throws {
    let test = try MigratorCase()
    let files = [
      ("001_a.sql", "-- migrate:up\nCREATE TABLE a(x);\n-- migrate:down\nDROP TABLE nosuch;\n"),
      Self.files[1],
    ]
    try test.up(files)
    let error = try #require(failure(test, files))
    #expect("\(error)" == "001_a.sql:4:12: no such table: nosuch [sql] (the database is unchanged)")
    #expect(try test.names() == ["a", "t2"])
    let kept = try #require(failure(test, [Self.files[1]]))
    #expect(kept.path == "001_a.sql (as kept in the database)")
  }

  @Test func `a way back outside a transaction is noted while it runs`() throws {
    let test = try MigratorCase()
    func files(_ down: String) -> [(String, String)] {
      [
        (
          "1_a.sql",
          "-- migrate:up\nCREATE TABLE a(x);\n-- migrate:down transaction:false\n\(down)\n"
        )
      ]
    }
    try test.up(files("SELECT nosuch;"))
    #expect(failure(test, files("SELECT nosuch;"))?.isDatabaseUnchanged == true)
    #expect(
      try MigratorCase.migrations(files("SELECT nosuch;")).status(of: test.database).isUpToDate
    )

    let other = try MigratorCase()
    try other.up(files("DROP TABLE a; VACUUM;"))
    #expect(try down(other, files("DROP TABLE a; VACUUM;")) == ["1"])

    let third = try MigratorCase()
    try third.up(files("DROP TABLE a; SELECT nosuch;"))
    #expect(
      failure(third, files("DROP TABLE a; SELECT nosuch;"))?.outcome == .partial([], statements: 1)
    )
  }
}
