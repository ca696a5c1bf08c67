import Foundation
import TestSupport
import Testing

@testable import FurrowSQLite

/// Folders and cases of other tools' own tests, when `FURROW_SUITES` names the folder they are in.
@Suite struct `Folders from the tests of other tools` {
  static let folder = PublicSuites.path("sql-migrations") ?? ""
  static let isThere = !folder.isEmpty
  static let missing: Comment = "FURROW_SUITES names the folder that holds sql-migrations"

  /// Folders, how many migrations they hold, and whether all of them have a way back.
  static let folders: [(path: String, layout: MigrationFormat?, count: Int, goesBack: Bool)] = [
    ("dbmate/db/migrations", nil, 2, true),
    ("golang-migrate/database/sqlite/examples/migrations", nil, 2, true),
    ("golang-migrate/database/sqlite3/examples/migrations", nil, 2, true),
    ("goose/testdata/migrations", nil, 5, true),
    ("goose/testdata/no-versioning/migrations", nil, 3, true),
    ("refinery/migrations", nil, 2, false), ("refinery/migrations_missing", nil, 1, false),
    ("refinery/migrations_unversioned", .refinery, 1, false),
    ("refinery/migrations_int8", .refinery, 2, false),
  ]

  @Test(.enabled(if: isThere, missing), arguments: folders)
  func `run unchanged, and back`(
    path: String,
    layout: MigrationFormat?,
    count: Int,
    goesBack: Bool
  ) throws {
    let folder = try MigrationFolder(path: "\(Self.folder)/\(path)", format: layout)
    let database = try Database(path: ":memory:", options: .init(mode: .create))
    let migrator = Migrator(migrations: folder.migrations)
    #expect(try migrator.up(database).applied.count == count && folder.warnings == [])
    #expect(try migrator.status(of: database).isUpToDate)
    #expect(try migrator.drift(of: database) == [])
    guard goesBack else { return }
    try migrator.down(database, .steps(count))
    #expect(try SchemaDump(of: database).objects == [])
    try migrator.up(database)
    #expect(try migrator.drift(of: database) == [])
  }

  @Test(
    .enabled(if: isThere, missing),
    arguments: [
      ("refinery/migrations_unversioned", MigrationError.Kind.version),
      ("refinery/migrations_int8", .version),
      ("golang-migrate/source/httpfs/testdata/duplicates", .version),
      // It has a way back without its way up.
      ("golang-migrate/source/iofs/testdata/migrations", .version),
      ("refinery/migrations_broken", .sql),
    ]
  )
  func `are refused where they are meant to be, and leave nothing`(
    path: String,
    kind: MigrationError.Kind
  ) throws {
    let database = try Database(path: ":memory:", options: .init(mode: .create))
    let error = #expect(throws: MigrationError.self) {
      try Migrator(folder: "\(Self.folder)/\(path)").up(database)
    }
    #expect(error?.kind == kind)
    #expect(try database.tableNames() == [])
  }

  struct Case: Decodable {
    let name: String
    let input: String
    let asserts: [[String]]
    let raw_error: [String]
  }

  @Test(.enabled(if: isThere, missing))
  func `hold the cases of dbmate's parser`() throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: "\(Self.folder)/dbmate/parse_cases.json"))
    let cases = try JSONDecoder().decode([Case].self, from: data)
    // Ours takes files that are all up, and files without a way back.
    let allowed = ["require migrate blocks", "require a down block"]
    for item in cases where !allowed.contains(item.name) {
      guard item.raw_error.isEmpty else {
        #expect(throws: MigrationError.self, "\(item.name)") {
          try Migration(file: "1_x.sql", text: item.input)
        }
        continue
      }
      let migration = try Migration(file: "1_x.sql", text: item.input)
      for (key, expected) in item.asserts.map({ ($0[0], $0[1]) }) {
        switch key {
        case "parsed.Up": #expect(Self.body(expected) == Self.body(migration.up))
        case "parsed.Down": #expect(Self.body(expected) == Self.body(migration.down))
        case "parsed.UpOptions.Transaction()": #expect("\(migration.isTransactional)" == expected)
        case "parsed.DownOptions.Transaction()":
          #expect("\(migration.down.allSatisfy(\.isTransactional))" == expected)
        default: Issue.record("\(item.name): \(key)")
        }
      }
    }
  }

  /// The text behind the marker.
  private static func body(_ text: String) -> String {
    text.split(separator: "\n").dropFirst().joined(separator: "\n")
  }

  private static func body(_ sections: [Migration.Section]) -> String {
    sections.map(\.sql).joined().split(separator: "\n")
      .filter { $0.contains { $0 != " " } }.joined(separator: "\n")
  }

  @Test(.enabled(if: isThere, missing))
  func `hold the texts that goose's parser takes and refuses`() throws {
    let tests = "\(Self.folder)/goose/internal/sqlparser/testdata"
    for name in try FileManager.default.contentsOfDirectory(atPath: "\(tests)/valid-up") {
      let bytes = Array(
        try Data(contentsOf: URL(fileURLWithPath: "\(tests)/valid-up/\(name)/input.sql"))
      )
      #expect(try Migration(file: "1_x.sql", bytes: bytes).format == .goose)
    }
    for name in try FileManager.default.contentsOfDirectory(atPath: "\(tests)/valid-txn") {
      let bytes = Array(
        try Data(contentsOf: URL(fileURLWithPath: "\(tests)/valid-txn/\(name)"))
      )
      let migration = try Migration(file: name, bytes: bytes)
      #expect(migration.isTransactional == !name.contains("no_transaction"))
    }
  }
}
