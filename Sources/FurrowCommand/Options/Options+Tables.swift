import Furrow

/// Where rows go and what is made of records on the way.
extension Options {
  static let into: Setting<String> = .required(
    "into",
    .database,
    in: .target,
    help: "database to load into; created if it is missing"
  )

  static let table: Setting<[String]> = .repeated(
    "table",
    .text("T"),
    in: .target,
    help: "table to read or load; an import, which takes one, names it after the source without it"
  )

  static let all: Setting<Bool> = .flag(
    "all",
    in: .target,
    help: "all tables, each into a file of its own in the folder --output"
  )

  static let query: Setting<String?> = .optional(
    "query",
    .text("SQL", .sql),
    in: .target,
    help: "statement whose rows are written"
  )

  static let param: Setting<[NamedValue]> = .repeated(
    "param",
    .namedValue("NAME=VALUE", allowsEmpty: true),
    in: .selection,
    help: "bind VALUE to :NAME in the SQL: a number if it is written as one, else text; NAME:text,"
      + " NAME:integer, NAME:real, NAME:blob (hexadecimal) and NAME:null say what it is"
  )

  static let orderBy: Setting<String?> = .optional(
    "order-by",
    .text("TERMS"),
    in: .selection,
    help: "order rows by these terms of ORDER BY, then by the table's key; without it by the key"
  )

  static let create: Setting<ImportPlan.Creation> = .defaulted(
    "create",
    .choice,
    to: "auto",
    in: .target,
    help: "auto: create a missing table, with types that keep every value as written"
  )

  static let ifExists: Setting<ImportPlan.Existing> = .defaulted(
    "if-exists",
    .choice,
    to: "append",
    in: .target,
    help:
      "what becomes of a table that is there: records come to its rows (append), it is made anew"
      + " (replace), its rows are deleted first (truncate), or the import fails (fail)"
  )

  static let fast: Setting<Bool> = .flag(
    "fast",
    in: .run,
    help:
      "make a new database without a care for a crash before its end; it gets its name when it is"
      + " whole and on the disk"
  )

  static let analyze: Setting<Bool> = .flag(
    "analyze",
    in: .run,
    help: "gather statistics of the loaded table for SQLite's planner (ANALYZE)"
  )

  static let text: Setting<Bool> = .flag(
    "text",
    in: .target,
    help: "make every column of a created table TEXT"
  )

  static let select: Setting<[String]?> = .optional(
    "select",
    .names("a,b"),
    in: .selection,
    help: "take only these columns of the source"
  )

  static let rename: Setting<[NamedValue]> = .repeated(
    "rename",
    .namedValue("a=b"),
    in: .selection,
    help: "call column a of the source b"
  )

  static let defaultValue: Setting<[NamedValue]> = .repeated(
    "default",
    .namedValue("col=value", allowsEmpty: true),
    in: .selection,
    help: "load value as column col of the table where a source has no such column"
  )

  static let set: Setting<[NamedValue]> = .repeated(
    "set",
    .namedValue("col=EXPR", isExpression: true),
    in: .selection,
    help: "make column col the value of the SQL expression EXPR"
  )

  static let `where`: Setting<String?> = .optional(
    "where",
    .text("EXPR", .sql),
    in: .selection,
    help: "take only records or rows for which the SQL expression EXPR is true"
  )

  static let commitEvery: Setting<ImportPlan.CommitRule?> = .optional(
    "commit-every",
    .commitRule("N|DURATION"),
    in: .run,
    help: "commit after every N records, or after a time such as 200ms, and write down how far"
      + " the import has come, for --resume; without it: all or nothing"
  )

  static let resume: Setting<Bool> = .flag(
    "resume",
    in: .run,
    help: "go on behind the last commit of an earlier run of the same sources; what is loaded"
      + " already is not loaded again"
  )

  static let onConflict: Setting<ConflictRule> = .defaulted(
    "on-conflict",
    .choice,
    to: "abort",
    in: .target,
    help: "what becomes of a record whose unique key the table has: it is rejected (abort), left"
      + " out (ignore), takes the row's place (replace), or changes the row's columns (update)"
  )

  static let key: Setting<[String]?> = .optional(
    "key",
    .names("a,b"),
    in: .target,
    help: "the unique key that --on-conflict means, by the table's columns"
  )

  static let renameDuplicates: Setting<Bool> = .flag(
    "rename-duplicates",
    in: .selection,
    help: "number columns of the same name instead of ending the run"
  )

  static let reader: Setting<ImportPlan.Reader> = .defaulted(
    "reader",
    .choice,
    to: "native",
    in: .text,
    help: "which of the two CSV readers to use"
  )

  static let migrations: Setting<String?> = .optional(
    "migrations",
    .text("DIR", .input),
    in: .target,
    help: "folder of migrations to apply first; the tables are theirs, and none is made"
  )

  static let dryRun: Setting<Bool> = .flag(
    "dry-run",
    in: .run,
    help: "change nothing: an import counts what it would do, a pipeline tells what it would do"
  )
}
