import FurrowSQLite
import TestSupport
import Testing

@Suite struct `Files of migrations under random bytes` {
  static let pieces = [
    "-- migrate:up", "-- migrate:down", "-- +goose Up", "-- +goose Down",
    "-- +goose StatementBegin",
    "-- +goose NO TRANSACTION", "-- +migrate Up", "-- +migrate Down notransaction", "-- furrow: ",
    "allow=a:b", "requires=1", "replaces=2,3", "newlines=keep", "transaction:false", "\n", "\r\n",
    "\r",
    "'", "\"", "[", "]", "`", "/*", "*/", "--", ";", " ", "\t", "x'", "SELECT 1",
    "CREATE TABLE t(x)",
    "CREATE TRIGGER t AFTER INSERT ON t BEGIN SELECT 1; END", "BEGIN", "COMMIT", "é", "\u{FEFF}",
    "1e+",
    "||", ".5", "$1", "ROLLBACK", "PRAGMA foreign_keys=OFF", "VACUUM", "\u{0}",
  ]
  static let names = [
    "1_x.sql", "V1__x.sql", "R__x.sql", "1_x.up.sql", "B1__x.sql", "20240101000000.sql", "V__x.sql",
  ]

  @Test(arguments: 0..<8)
  func `give a migration or an error with a place, never a crash`(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let database = try Database(path: ":memory:", options: .init(mode: .create))
    for round in 0..<400 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        bytes += Array((Self.pieces.randomElement(using: &random) ?? "").utf8)
      }
      if round % 5 == 0, !bytes.isEmpty {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(
          in: 0...255,
          using: &random
        )
      }
      let file = Self.names.randomElement(using: &random) ?? ""
      do throws(MigrationError) {
        let migration = try Migration(file: file, bytes: bytes)
        // The same bytes give the same migration, and the sections together never hold more than the file.
        #expect(try migration == Migration(file: file, bytes: bytes))
        let length = (migration.up + migration.down).reduce(0) { $0 + $1.sql.utf8.count }
        #expect(length <= bytes.count, "seed \(seed), round \(round)")
        do throws(MigrationError) {
          try Migrator(migrations: [migration]).up(database)
          try Migrator(migrations: [migration]).down(database, ignoresDrift: true)
        } catch {
          #expect(!error.message.isEmpty)
        }
        #expect(!database.isInTransaction, "seed \(seed), round \(round)")
        try? database.execute(
          "DROP TABLE IF EXISTS t; DROP TABLE IF EXISTS furrow_migrations; DROP TABLE IF EXISTS furrow_meta"
        )
      } catch {
        #expect(
          [.encoding, .marker, .version].contains(error.kind),
          "seed \(seed), round \(round)"
        )
        if error.kind == .marker { #expect(error.line != nil && error.column != nil) }
      }
    }
  }
}
