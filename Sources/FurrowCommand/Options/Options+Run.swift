import Furrow

/// How a pipeline runs.
extension Options {
  static let variable: Setting<[NamedValue]> = .repeated(
    "set",
    .namedValue("NAME=VALUE", allowsEmpty: true),
    in: .selection,
    help: "give the variable NAME of the pipeline a value; beats the environment and .env"
  )

  static let only: Setting<String?> = .optional(
    "only",
    .text("STEP"),
    in: .selection,
    help: "run this step, and no other"
  )

  static let from: Setting<String?> = .optional(
    "from",
    .text("STEP"),
    in: .selection,
    help: "run this step and those behind it"
  )

  static let allowOutside: Setting<Bool> = .flag(
    "allow-outside",
    in: .target,
    help: "let the pipeline write files outside of its folder"
  )

  static let reload: Setting<Bool> = .flag(
    "reload",
    in: .run,
    help: "load again what earlier runs have loaded, too"
  )

  static let openLineage: Setting<String?> = .optional(
    "openlineage",
    .text("FILE", .output),
    in: .run,
    help: "write what was read and written to FILE as events of OpenLineage, a JSON object a line"
  )
}
