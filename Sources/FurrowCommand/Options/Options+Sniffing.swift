import Furrow

/// What is found out about a source, and where it goes.
extension Options {
  static let whole: Setting<Bool> = .flag(
    "whole",
    in: .run,
    help: "read the source to its end: types hold for every record, and faults of all are told"
  )

  static let dialectOut: Setting<String?> = .optional(
    "dialect-out",
    .text("FILE", .output),
    in: .target,
    help: "write the dialect that was found as a Table Dialect, for --dialect"
  )

  static let schemaOut: Setting<String?> = .optional(
    "schema-out",
    .text("FILE", .output),
    in: .target,
    help:
      "write the columns and their types as a Table Schema, for --schema; the whole source is read"
  )

  static let lock: Setting<Bool> = .flag(
    "lock",
    in: .target,
    help:
      "write dialect and schema beside the source, as SOURCE.lock.json; the whole source is read"
  )

  static let frozen: Setting<Bool> = .flag(
    "frozen",
    in: .text,
    help:
      "read each source as SOURCE.lock.json beside it says; one that has not that shape any more ends"
      + " the run before anything is written"
  )
}
