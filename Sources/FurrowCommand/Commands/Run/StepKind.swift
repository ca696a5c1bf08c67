import Furrow

/// The commands that a step of a pipeline can be.
enum StepKind: String, CaseIterable, Sendable {
  case `import`
  case export
  case convert
  case validate
  case dedupe
  case migrate
  case query

  /// The command, whose options are the keys of the step.
  var command: Command {
    switch self {
    case .import: ImportCommand.command
    case .export: ExportCommand.command
    case .convert: ConvertCommand.command
    case .validate: ValidateCommand.command
    case .dedupe: DedupeCommand.command
    case .migrate: MigrateUp.command
    case .query: QueryCommand.command
    }
  }

  /// The work of such a step, with its arguments checked.
  func work(_ arguments: ParsedArguments) throws(UsageError) -> any StepWork {
    switch self {
    case .import:
      if PackageImportCommand.isPackage(arguments.positionals("SOURCE")) {
        PackageStep(arguments: try PackageArguments(arguments))
      } else {
        ImportStep(arguments: try ImportArguments(arguments))
      }
    case .export: ExportStep(arguments: try ExportArguments(arguments))
    case .convert: TextStep(wish: try ConvertArguments(arguments))
    case .validate: TextStep(wish: try ValidateArguments(arguments))
    case .dedupe: TextStep(wish: try DedupeArguments(arguments))
    case .migrate: MigrateStep(work: try MigrateUp(arguments))
    case .query: QueryStep(arguments: try QueryArguments(arguments))
    }
  }
}

/// What the keys of a step are.
extension StepKind {
  /// Options that speak of the whole run, or of what is printed, and so are no step's.
  private static let runOptions: Set<String> =
    Set(Options.everywhere.map(\.name)).union(["report", "report-format", "json", "resume"])

  /// The options that are keys.
  var options: [Option] { command.options.filter { !Self.runOptions.contains($0.name) } }

  /// What stands without a name on the command line, by the name of its key.
  var positionals: [(key: String, positional: Positional)] {
    command.positionals.map { ($0.name.lowercased(), $0) }
  }

  /// All keys; a query has the rows that it expects besides.
  var keys: [String] {
    positionals.map(\.key) + options.map(\.name) + (self == .query ? ["expect"] : [])
  }

  /// The key of the database, which is that of the pipeline unless the step names another.
  var databaseKey: String? {
    switch self {
    case .import: "into"
    case .export, .query, .migrate: "db"
    case .convert, .validate, .dedupe: nil
    }
  }
}
