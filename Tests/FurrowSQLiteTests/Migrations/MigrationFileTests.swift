import FurrowSQLite
import TestSupport
import Testing

@Suite struct `Migration files` {
  /// Reads a text and gives the error, if there is one.
  func failure(_ bytes: [UInt8], file: String = "001_x.sql") -> MigrationError? {
    do throws(MigrationError) {
      _ = try Migration(file: file, bytes: bytes)
      return nil
    } catch {
      return error
    }
  }

  func failure(_ text: String) -> MigrationError? { failure(Array(text.utf8)) }

  @Test(arguments: [
    ("1", "001", false), ("9", "10", true), ("10", "9", false), ("1.0", "1", false),
    ("1.2", "1.10", true), ("1", "1.1", true),
    ("99999999999999999999", "100000000000000000000", true),
    ("20260101120000", "20260101120000123", true), ("0", "1", true), ("1_2", "1.2", false),
  ])
  func `versions compare as numbers`(left: String, right: String, isLess: Bool) throws {
    #expect((try #require(MigrationVersion(left)) < #require(MigrationVersion(right))) == isLess)
  }

  @Test func `the same number written differently is the same version`() throws {
    #expect(MigrationVersion("1") == MigrationVersion("001"))
    #expect(MigrationVersion("1.0") == MigrationVersion("1"))
    #expect(MigrationVersion("") == nil)
    #expect(MigrationVersion("1a") == nil)
    #expect(MigrationVersion("1..2") == nil)
  }

  @Test(arguments: [
    ("001_make_movies.sql", "001", "make_movies"), ("2-add.sql", "2", "add"), ("3.sql", "3", ""),
    ("20260101120000123_x.up.sql", "20260101120000123", "x"),
  ])
  func `the file name holds version and name`(
    file: String,
    version: String,
    name: String
  ) throws {
    let migration = try Migration(file: file, text: "SELECT 1")
    #expect(migration.version.text == version)
    #expect(migration.name == name)
  }

  @Test(arguments: ["x.sql", "_1.sql", "1x.sql", "1_x.txt", "v1_x.sql", "1 x.sql"])
  func `another file name is an error`(file: String) {
    #expect(failure([], file: file)?.kind == .version)
  }

  @Test func `sections are divided at the markers and know their lines`() throws {
    let migration = try Migration(
      file: "1_x.sql",
      text:
        "-- head\n-- migrate:up\nCREATE TABLE t(x);\n-- migrate:down transaction:false\nDROP TABLE t;\n"
    )
    #expect(migration.up.map(\.sql) == ["\nCREATE TABLE t(x);\n"])
    #expect(migration.down.map(\.sql) == ["\nDROP TABLE t;\n"])
    #expect((migration.up + migration.down).map(\.line) == [2, 4])
    #expect(migration.isTransactional)
    #expect(!migration.down[0].isTransactional)
  }

  @Test func `several pairs are one migration, and the ways back run in reverse`() throws {
    let migration = try Migration(
      file: "1_x.sql",
      text: "-- migrate:up\nA\n--migrate:down\nB\n-- migrate:up\nC\n-- migrate:down\nD\n"
    )
    func trimmed(_ section: Migration.Section) -> String {
      section.sql.filter { !$0.isWhitespace }
    }
    #expect(migration.up.map(trimmed) == ["A", "C"])
    #expect(migration.down.map(trimmed) == ["D", "B"])
  }

  @Test(arguments: [
    "SELECT '\n-- migrate:down\n'", "SELECT \"\n-- migrate:down\n\"", "/*\n-- migrate:down\n*/",
    "SELECT [\n-- migrate:down\n]", "SELECT `\n-- migrate:down\n`",
    "SELECT 'it''s\n-- migrate:down\n'",
    " -- migrate:down\nSELECT 1", "-- it's only said: -- migrate:down\nSELECT 1",
    "/* it's */ -- migrate:down\nSELECT 1",
  ])
  func `a marker counts only as a comment at the start of a line`(sql: String) throws {
    let migration = try Migration(file: "1_x.sql", text: "-- migrate:up\n\(sql)\n")
    #expect(migration.down.isEmpty)
  }

  @Test func `an apostrophe in a comment does not hide a marker`() throws {
    let migration = try Migration(
      file: "1_x.sql",
      text: "-- migrate:up\n-- it's\nSELECT 1;\n-- migrate:down\nSELECT 2;\n"
    )
    #expect(migration.down.count == 1)
  }

  @Test func `a file without markers is all up`() throws {
    let migration = try Migration(file: "1_x.sql", text: "SELECT 1;\n-- migrated\n")
    #expect(migration.up.map(\.sql) == ["SELECT 1;\n-- migrated\n"])
    #expect(migration.down.isEmpty)
  }

  @Test(arguments: [
    ("-- migrate:up transaction: false\n", 1, 15, "unknown option \"transaction:\""),
    ("-- migrate:up\n-- migrate:down fast\n", 2, 17, "unknown option \"fast\""),
    ("\n-- migrate:upp\n", 2, 4, "expected migrate:up or migrate:down, found migrate:upp"),
    ("-- migrate:down\nSELECT 1\n", 1, 1, "there is a way back, but no way up"),
    ("\n  SELECT 1;\n-- migrate:up\n", 2, 3, "there is SQL above the first"),
  ])
  func `a wrong marker is an error with its place`(
    text: String,
    line: Int,
    column: Int,
    message: String
  ) throws {
    let error = try #require(failure(text))
    #expect(error.kind == .marker)
    #expect(error.line == line)
    #expect(error.column == column)
    #expect(error.message.hasPrefix(message))
  }

  @Test(
    arguments: [
      ([0xFF, 0xFE, 0x2D, 0], 0, "UTF-16"), ([0xFE, 0xFF, 0, 0x2D], 0, "UTF-16"),
      ([0x2D, 0x2D, 0x0A, 0], 3, "NUL"), ([0x2D, 0x2D, 0xC3, 0x28], 2, "not UTF-8"),
    ] as [([UInt8], Int, String)]
  )
  func `bytes that are no UTF-8 text are an error with their offset`(
    bytes: [UInt8],
    offset: Int,
    word: String
  ) throws {
    let error = try #require(failure(bytes))
    #expect(error.kind == .encoding)
    #expect(error.byteOffset == offset)
    #expect(error.message.contains(word))
  }

  @Test func `line ends and a byte order mark change neither text nor fingerprint`() throws {
    let plain = try Migration(file: "1_x.sql", text: "SELECT 1;\nSELECT 2;\n")
    let windows = try Migration(
      file: "1_x.sql",
      bytes: [0xEF, 0xBB, 0xBF] + Array("SELECT 1;\r\nSELECT 2;\r\n".utf8)
    )
    #expect(windows.up == plain.up)
    #expect(windows.contentHash == plain.contentHash)
  }

  @Test func `the fingerprint is the SHA-256 of the text, line breaks included`() throws {
    #expect(
      try Migration(file: "1_x.sql", text: "abc").contentHash
        == "sha256v1:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    )
    #expect(
      try Migration(file: "1_x.sql", text: "-- note\nDROP TABLE t;").contentHash
        != Migration(file: "1_x.sql", text: "-- noteDROP TABLE t;").contentHash
    )
  }
}
