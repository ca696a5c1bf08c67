import FurrowSQLite
import TestSupport
import Testing

@Suite struct `Migration folders` {
  let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  func failure(_ path: String? = nil) -> MigrationError? {
    do throws(MigrationError) {
      _ = try MigrationFolder(path: path ?? folder.path)
      return nil
    } catch {
      return error
    }
  }

  @Test func `files come in order of their numbers`() throws {
    for name in ["10_ten", "9_nine", "1_one", "011_eleven", "2"] {
      try folder.write("SELECT 1;", to: "\(name).sql")
    }
    try folder.write("hello", to: "README.md")
    try folder.write("", to: "sub/3_three.sql")
    let read = try MigrationFolder(path: folder.path)
    #expect(read.migrations.map(\.version.text) == ["1", "2", "9", "10", "011"])
    #expect(read.warnings == [])
    #expect(read.migrations[0].path == "\(folder.path)/1_one.sql")
  }

  @Test func `an SQL file with another name gives a warning`() throws {
    try folder.write("SELECT 1;", to: "1_one.sql")
    try folder.write("SELECT 1;", to: "two.sql")
    let read = try MigrationFolder(path: folder.path)
    #expect(read.migrations.count == 1)
    #expect(
      read.warnings == [
        "\(folder.path)/two.sql: not a migration, its name is not like 001_name.sql or V1__name.sql; it is not run"
      ]
    )
  }

  @Test func `a folder in which no SQL file is a migration is an error`() throws {
    try folder.write("SELECT 1;", to: "two.sql")
    #expect(failure()?.kind == .version)
  }

  @Test func `links that lead in circles and named pipes keep nobody waiting`() throws {
    let folder = try TemporaryDirectory()
    try folder.write("SELECT 1;", to: "m/1_x.sql")
    try folder.write("SELECT 1;", to: "m/sub/V2__y.txt")
    folder.link("m/loop", to: ".")
    folder.link("m/sub/up", to: "..")
    folder.link("m/sub/again", to: "../sub")
    #expect(try MigrationFolder(path: folder.file("m")).migrations.map(\.file) == ["1_x.sql"])
    let pipe = try CommandRun(script: "mkfifo \(folder.file("m"))/2_y.sql")
    #expect(pipe.status == 0)
    let error = #expect(throws: MigrationError.self) {
      try MigrationFolder(path: folder.file("m"))
    }
    #expect(error?.kind == .unreadable && error?.path?.hasSuffix("2_y.sql") == true)
  }

  @Test func `an empty folder has no migrations`() throws {
    #expect(try MigrationFolder(path: folder.path).migrations == [])
  }

  @Test func `the same version twice is an error that names both files`() throws {
    try folder.write("SELECT 1;", to: "1_a.sql")
    try folder.write("SELECT 1;", to: "001_b.sql")
    let error = try #require(failure())
    #expect(error.kind == .version)
    #expect("\(error)".contains("1_a.sql") && "\(error)".contains("001_b.sql"))
  }

  @Test func `a missing folder and an unreadable file are errors`() throws {
    #expect(
      failure(folder.file("no")).map { "\($0)" }
        == "\(folder.file("no")): cannot read the folder of migrations: no such file or directory"
        + " [unreadable] (the database is unchanged)"
    )
    // A folder with the name of a file cannot be read as one, even by the superuser.
    try folder.write("", to: "1_x.sql/keep")
    #expect(failure()?.kind == .unreadable)
  }

  @Test func `a pair of files is one migration`() throws {
    try folder.write("CREATE TABLE t(x);", to: "1_t.up.sql")
    try folder.write("DROP TABLE t;", to: "1_t.down.sql")
    let read = try MigrationFolder(path: folder.path)
    #expect(read.migrations.count == 1)
    #expect(read.migrations[0].down.map(\.sql) == ["DROP TABLE t;"])
  }

  @Test func `a down file alone is an error, never run as up`() throws {
    try folder.write("DROP TABLE t;", to: "1_t.down.sql")
    #expect(failure()?.kind == .version)
  }

  @Test func `an error names file and line`() throws {
    let path = try folder.write("-- migrate:up\n-- migrate:down now\n", to: "1_t.sql")
    #expect(failure().map { "\($0)" }?.hasPrefix("\(path):2:17: unknown option") == true)
  }
}
