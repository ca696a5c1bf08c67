/// A convention for files of migrations; folders of all of these are read as they are.
public enum MigrationFormat: String, CaseIterable, Sendable {
  /// `001_x.sql` with `-- migrate:up` and `-- migrate:down`; furrow's own form.
  case dbmate
  /// `001_x.up.sql` and `001_x.down.sql`, as sqlx writes its reversible ones, too.
  case golangMigrate = "golang-migrate"
  /// `V1__x.sql`, with `U1__x.sql` as its way back, `R__x.sql` and `B1__x.sql`.
  case flyway
  /// `V1__x.sql` and `U1__x.sql`, both forward.
  case refinery
  /// `001_x.sql` with `-- +goose Up` and `-- +goose Down`.
  case goose
  /// `001_x.sql` with `-- +migrate Up` and `-- +migrate Down`.
  case sqlMigrate = "sql-migrate"
  /// A folder `001_x` with `migration.sql`.
  case prisma
  /// A folder `001_x` with `up.sql` and `down.sql`.
  case diesel
  /// `001_x.sql` without markers: no way back.
  case plain

  /// Whether files of both may stand in one folder without anybody saying so.
  ///
  /// A file without a way back belongs to our own form as well.
  func goesWith(_ other: MigrationFormat) -> Bool {
    let own: [MigrationFormat] = [.dbmate, .plain]
    let versioned: [MigrationFormat] = [.flyway, .refinery]
    return self == other || own.contains(self) && own.contains(other)
      || versioned.contains(self) && versioned.contains(other)
  }
}
