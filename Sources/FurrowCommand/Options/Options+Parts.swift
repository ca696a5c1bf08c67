import Furrow

/// How an export is divided among files, described and proved.
extension Options {
  static let rowsPerFile: Setting<Int?> = .optional(
    "rows-per-file",
    .wholeNumber("N", in: 1...Int.max),
    in: .target,
    help: "write files of N rows each: FILE.csv becomes FILE.00001.csv and so on"
  )

  static let bytesPerFile: Setting<Int?> = .optional(
    "bytes-per-file",
    .size("SIZE", atLeast: 64),
    in: .target,
    help: "write files of at most SIZE bytes each, before compression; a row that has more stands"
      + " alone"
  )

  static let partitionBy: Setting<String?> = .optional(
    "partition-by",
    .text("COL"),
    in: .target,
    help: "write a file for each value of COL: FILE.csv becomes FILE.COL=VALUE.csv"
  )

  static let manifest: Setting<Bool> = .flag(
    "manifest",
    in: .target,
    help: "write datapackage.json beside the files: schema, keys, rows, bytes and SHA-256"
  )

  static let verify: Setting<Bool> = .flag(
    "verify",
    in: .run,
    help: "read back what was written, SQL by running it, and compare each value with the database"
  )
}
