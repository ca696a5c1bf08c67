import Furrow

/// What records are held against, and what is told of it.
extension Options {
  static let schema: Setting<String?> = .optional(
    "schema",
    .text("FILE", .input),
    in: .faults,
    help: "Table Schema (JSON), or a data package that has one, that every record has to fit"
  )

  static let checks: Setting<[RecordRule]> = .repeated(
    "check",
    .recordRule,
    in: .faults,
    help:
      "reject each record for which the SQL condition EXPR is false; with a name before it and a"
      + " message behind it: 'NAME: EXPR -- MESSAGE'"
  )

  static let valid: Setting<String?> = .optional(
    "valid",
    .text("FILE", .output),
    in: .target,
    help: "write the records without a fault to FILE, as they stand"
  )

  static let invalid: Setting<String?> = .optional(
    "invalid",
    .text("FILE", .output),
    in: .target,
    help: "write the records with a fault to FILE, as they stand"
  )

  static let memory: Setting<Int> = .defaulted(
    "memory",
    .size("SIZE", atLeast: 1 << 20),
    to: "256MiB",
    in: .run,
    help: "memory for the whole run; keys that do not fit go to files in TMPDIR"
  )
}

/// What makes a record unique.
extension Options {
  static let by: Setting<[String]?> = .optional(
    "by",
    .names("a,b"),
    in: .selection,
    help: "columns of the key; without it whole records are compared, NULL being equal to NULL"
  )

  static let dedupe: Setting<Bool> = .flag(
    "dedupe",
    in: .selection,
    help: "leave one of several records that are equal in all columns"
  )

  static let dedupeBy: Setting<[String]?> = .optional(
    "dedupe-by",
    .names("a,b"),
    in: .selection,
    help: "leave one record of each key that these columns make"
  )

  static let keep: Setting<KeepRule> = .defaulted(
    "keep",
    .keepRule("RULE"),
    to: "first",
    in: .selection,
    help: "which of several records with the same key is kept: first, last, min:col, max:col, none"
  )

  static let compareAs: Setting<[NamedValue]> = .repeated(
    "as",
    .namedValue("col=TYPE"),
    in: .selection,
    help: "compare column col of the key as integer or number; without it, texts are compared"
  )

  static let ignoreCase: Setting<Bool> = .flag(
    "ignore-case",
    in: .selection,
    help: "letters that differ in case only are the same in keys, by Unicode's full case folding"
  )

  static let normalize: Setting<Deduplication.Normalization> = .defaulted(
    "normalize",
    .choice,
    to: "none",
    in: .selection,
    help: "nfc: texts that are canonically equivalent in Unicode, such as a letter with its accent"
      + " as one character and as two, are the same in keys"
  )

  static let nullsEqual: Setting<Bool> = .flag(
    "nulls-equal",
    in: .selection,
    help:
      "NULL is the same as NULL in keys; without it a record with a NULL key is never a duplicate"
  )

  static let against: Setting<String?> = .optional(
    "against",
    .text("DB", .input),
    in: .selection,
    help: "leave out every record whose key a row of a table of this database has"
  )

  static let againstTable: Setting<String?> = .optional(
    "against-table",
    .text("T"),
    in: .selection,
    help: "that table; without it the one that is loaded, or that the first source gives its name"
  )

  static let check: Setting<Bool> = .flag(
    "check",
    in: .run,
    help: "write nothing; exit 2 if there are duplicates"
  )

  static let conflicts: Setting<String?> = .optional(
    "conflicts",
    .text("FILE", .output),
    in: .target,
    help:
      "write each duplicate that differs from the kept record to FILE, both sides in a JSON object a line"
  )
}

/// How a converted text is written, where it is not as the source.
extension Options {
  static let outputFormat: Setting<OutputFormat?> = .optional(
    "output-format",
    .choice,
    in: .text,
    help: "format of the output; without it the file's extension decides"
  )

  static let outputDelimiter: Setting<Unicode.Scalar?> = .optional(
    "output-delimiter",
    .delimiter("CHAR"),
    in: .text,
    help: "what stands between the fields of the output"
  )

  static let outputEscape: Setting<Dialect.Escape> = .defaulted(
    "output-escape",
    .choice,
    to: "none",
    in: .text,
    help: "backslash: write \\t \\n \\r \\\\ for those characters and \\N for NULL"
  )
}
