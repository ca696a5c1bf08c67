import Furrow

/// The folder of migrations and the database they are for.
extension Options {
  private static let databaseHelp = "database to migrate; created if it is missing"

  static let database: Setting<String> = .required(
    "db",
    .database,
    in: .target,
    help: databaseHelp
  )

  /// The same option, for commands that can do without a database.
  static let optionalDatabase: Setting<String?> = .optional(
    "db",
    .database,
    in: .target,
    help: databaseHelp
  )

  static let directory: Setting<String> = .defaulted(
    "dir",
    .text("DIR", .input),
    to: "migrations",
    in: .target,
    help: "folder of the migration files"
  )

  static let layout: Setting<MigrationFormat?> = .optional(
    "layout",
    .layout("TOOL"),
    in: .migrations,
    help: """
      tool the files are for: \(Prose.alternatives(MigrationFormat.allCases.map(\.rawValue))); \
      without it their names and markers tell
      """
  )

  static let allowMixed: Setting<Bool> = .flag(
    "allow-mixed",
    in: .migrations,
    help: "take files of several tools side by side"
  )

  static let schemaFile: Setting<String?> = .optional(
    "schema-file",
    .text("FILE", .input),
    in: .target,
    help: "dump of the schema; without it schema.sql beside the folder, if it is there"
  )
}

/// How migrations run.
extension Options {
  static let transactions: Setting<Migrator.TransactionScope> = .defaulted(
    "tx",
    .choice,
    to: "run",
    in: .migrations,
    help: "run: all pending migrations or none; each: one transaction a file"
  )

  static let allowOutOfOrder: Setting<Bool> = .flag(
    "allow-out-of-order",
    in: .migrations,
    help: "apply pending migrations that are older than the newest applied one"
  )

  static let to: Setting<MigrationVersion?> = .optional(
    "to",
    .version("V"),
    in: .migrations,
    help: "version to stop at; it is the last one that stays applied"
  )

  static let steps: Setting<Int?> = .optional(
    "steps",
    .wholeNumber("N", in: 1...Int.max),
    in: .migrations,
    help: "how many migrations to undo, 1 without this option"
  )

  static let plan: Setting<String?> = .optional(
    "plan",
    .text("HASH"),
    in: .migrations,
    help: "run only if this is still the plan that 'migrate plan' shows"
  )

  static let rowGuard: Setting<SwitchChoice> = .defaulted(
    "row-guard",
    .choice,
    to: "on",
    in: .migrations,
    help: "on: fail if a table loses rows that no statement deletes by its name"
  )

  static let keyCheck: Setting<Migrator.KeyCheck> = .defaulted(
    "fk-check",
    .choice,
    to: "changed",
    in: .migrations,
    help: "foreign keys to look at: those that the files can have broken, all, or none"
  )

  static let ahead: Setting<Migrator.AheadRule> = .defaulted(
    "ahead",
    .choice,
    to: "error",
    in: .migrations,
    help: "what to do with a database that has newer migrations than the folder"
  )

  static let force: Setting<Bool> = .flag(
    "force",
    in: .migrations,
    help: "go back even if the schema was changed by hand since"
  )

  static let knowsProduction: Setting<Bool> = .flag(
    "i-know-production",
    in: .migrations,
    help: "do it even if the database is marked as production"
  )

  static let writeSchema: Setting<Bool> = .flag(
    "write-schema",
    in: .migrations,
    help: "write the dump of the schema once it has changed"
  )

  static let after: Setting<String?> = .optional(
    "after",
    .text("COMMAND"),
    in: .migrations,
    help: "shell command to run once the schema has changed; FURROW_DB is the database"
  )

  static let noBackup: Setting<Bool> = .flag(
    "no-backup",
    in: .migrations,
    help: "go without the copy of the database that is made first"
  )

  static let backupDirectory: Setting<String?> = .optional(
    "backup-dir",
    .text("DIR", .output),
    in: .migrations,
    help: "folder for copies of the database; without it its own"
  )

  static let keepBackups: Setting<Int> = .defaulted(
    "keep-backups",
    .wholeNumber("N", in: 1...Int.max),
    to: "3",
    in: .migrations,
    help: "how many copies of the database are kept"
  )
}

/// What commands of the group print, compare and correct.
extension Options {
  static let json: Setting<Bool> = .flag(
    "json",
    in: .messages,
    help: "print the outcome as one JSON object"
  )

  static let exitCode: Setting<Bool> = .flag(
    "exit-code",
    in: .messages,
    help: "exit 1 unless every migration is applied and unchanged"
  )

  static let sql: Setting<Bool> = .flag(
    "sql",
    in: .messages,
    help: "print the statements, too"
  )

  static let findingFormat: Setting<FindingFormat> = .defaulted(
    "report-format",
    .choice,
    to: "text",
    in: .messages,
    help: "form of the findings, which go to standard output unless --report names a file"
  )

  static let strict: Setting<Bool> = .flag(
    "strict",
    in: .migrations,
    help: "take warnings for errors"
  )

  static let base: Setting<String?> = .optional(
    "base",
    .text("REV"),
    in: .migrations,
    help: "revision of git to compare with, such as origin/main"
  )

  static let rows: Setting<String?> = .optional(
    "rows",
    .text("FILE", .input),
    in: .migrations,
    help: "SQL with rows of your own for the database that the new files upgrade"
  )

  static let minimumSQLite: Setting<MigrationVersion?> = .optional(
    "min-sqlite",
    .version("3.N"),
    in: .migrations,
    help: "oldest SQLite the files must run on"
  )

  static let pair: Setting<Bool> = .flag(
    "pair",
    in: .migrations,
    help: "make a file up and a file down"
  )

  static let rebuild: Setting<[String]> = .repeated(
    "rebuild",
    .text("TABLE"),
    in: .migrations,
    help: "write the SQL that makes this table anew with its rows, indexes, triggers and views"
  )

  static let mirror: Setting<MirrorChoice?> = .optional(
    "mirror",
    .choice,
    in: .migrations,
    help: "tool whose own table is kept up to date from now on; none ends that"
  )

  static let accept: Setting<MigrationVersion?> = .optional(
    "accept",
    .version("V"),
    in: .migrations,
    help: "take the file as it is now for the one that was applied"
  )

  static let markApplied: Setting<MigrationVersion?> = .optional(
    "mark-applied",
    .version("V"),
    in: .migrations,
    help: "note that the version is applied, without running it"
  )

  static let markReverted: Setting<MigrationVersion?> = .optional(
    "mark-reverted",
    .version("V"),
    in: .migrations,
    help: "note that the version is not applied any more, without undoing it"
  )

  static let resumeVersion: Setting<MigrationVersion?> = .optional(
    "continue",
    .version("V"),
    in: .migrations,
    help: "go on with a file that stopped outside a transaction"
  )

  static let fromStatement: Setting<Int?> = .optional(
    "from-statement",
    .wholeNumber("N", in: 1...Int.max),
    in: .migrations,
    help: "the first statement that --continue runs"
  )
}

/// A tool whose table is kept up to date, or none.
enum MirrorChoice: String, CaseIterable, Sendable {
  case dbmate
  case goose
  case flyway
  case none

  /// The tool; `nil` for none.
  var tool: Migrator.Mirror? { Migrator.Mirror(rawValue: rawValue) }
}

/// A switch that is on without being asked for.
enum SwitchChoice: String, CaseIterable, Sendable {
  case on
  case off
}

extension ValueParser where Value == MigrationFormat {
  /// The name of a tool whose folders are read.
  static func layout(_ placeholder: String) -> Self {
    Self(placeholder) { text throws(ValueFault) in
      guard let format = MigrationFormat(rawValue: text) else {
        let names = MigrationFormat.allCases.map(\.rawValue)
        throw ValueFault(expected: Prose.alternatives(names), found: text)
      }
      return format
    }
  }
}

extension ValueParser where Value == MigrationVersion {
  /// A version of a migration, or the name of one that is repeatable.
  static func version(_ placeholder: String) -> Self {
    Self(placeholder) { text throws(ValueFault) in
      guard let version = MigrationVersion(text) else {
        throw ValueFault(expected: "a version such as 3, 1.2 or 20260131120000", found: text)
      }
      return version
    }
  }
}
