import Furrow

/// The folder of migrations that a command was given.
struct MigrateFolder: Sendable, Equatable {
  let directory: String
  let layout: MigrationFormat?
  let allowsMixed: Bool

  static let options = [
    Options.directory.option, Options.layout.option, Options.allowMixed.option,
  ]

  init(_ arguments: ParsedArguments) throws(UsageError) {
    directory = try arguments[Options.directory]
    layout = try arguments[Options.layout]
    allowsMixed = try arguments[Options.allowMixed]
  }

  /// Reads the folder; what is odd in it is said.
  func read(_ console: Console) throws(MigrationError) -> MigrationFolder {
    let folder = try MigrationFolder(path: directory, format: layout, allowsMixed: allowsMixed)
    console.warn(folder.warnings)
    return folder
  }

  /// The migrator of the folder.
  func migrator(_ console: Console) throws(MigrationError) -> Migrator {
    Migrator(migrations: try read(console).migrations)
  }
}
