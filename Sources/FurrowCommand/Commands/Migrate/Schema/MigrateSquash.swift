import Furrow

/// `furrow migrate squash`: one file in place of many.
struct MigrateSquash: MigrateWork {
  let folder: MigrateFolder
  let version: MigrationVersion

  static let command = MigrateCommand.make(
    "squash",
    "put one file in place of all up to a version, once it is proved to make the same",
    synopsis: "--to V [OPTIONS]",
    options: MigrateFolder.options + [Options.to.option],
    examples: [("furrow migrate squash --to 20", "put one file in place of versions up to 20")],
    MigrateSquash.self
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {
    folder = try MigrateFolder(arguments)
    guard let version = try arguments[Options.to] else {
      throw arguments.usageError("missing --to V")
    }
    self.version = version
  }

  func run(_ console: Console) throws -> MigrateOutcome {
    let squash = try Squash(folder.migrator(console), to: version)
    try squash.write(into: folder.directory)
    var outcome = MigrateOutcome()
    outcome.output = "\(folder.directory)/\(squash.file)\n"
    outcome.notes = squash.replaced.map { "removed \($0.file)" }
    outcome.members = [
      .init("file", .string(squash.file)), .init("replaced", .list(squash.replaced)),
    ]
    return outcome
  }
}
