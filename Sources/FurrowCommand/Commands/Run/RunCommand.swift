import Furrow

/// `furrow run`: the steps of a pipeline file, one after the other.
package enum RunCommand {
  package static let command = Command(
    name: "run",
    summary: "run the steps of a pipeline file",
    synopsis: ["furrow run PIPELINE [OPTIONS]"],
    positionals: [
      Positional("PIPELINE", .one, .input, help: "file in YAML or JSON; see docs/pipelines.md")
    ],
    options: [
      Options.variable.option, Options.only.option, Options.from.option,
      Options.allowOutside.option, Options.dryRun.option, Options.reload.option,
      Options.frozen.option, Options.openLineage.option, Options.busyTimeout.option,
      Options.progress.option,
    ] + ReportArguments.options,
    examples: [
      Command.Example(
        "furrow run furrow.yaml",
        "run what has changed since the last run; exit 1 if a step fails, 2 if records were rejected"
      ),
      Command.Example(
        "furrow run furrow.yaml --dry-run --set REGION=north",
        "tell what would be read and written, with a value for a variable"
      ),
      Command.Example(
        "furrow run furrow.yaml --frozen",
        "fail before anything is written if a source has not the shape of its lock; where CI is set this"
          + " holds of each step whose sources are locked"
      ),
      Command.Example(
        "furrow run furrow.yaml --report run.html",
        "write a page that tells of every step"
      ),
    ],
    body: .run { arguments, console in
      let run = try PipelineRun(RunArguments(arguments), arguments.environment, console)
      return try run.run()
    }
  )
}

/// The arguments of `furrow run`, checked.
package struct RunArguments: Sendable, Equatable {
  package let path: String
  package let variables: [NamedValue]
  package let only: String?
  package let from: String?
  package let allowsOutside: Bool
  package let isDryRun: Bool
  /// Whether what is loaded is loaded again.
  package let reloads: Bool
  /// Which steps hold their sources against locks.
  package let frozen: FrozenSteps
  package let openLineage: String?
  /// How the steps show how far they are; `nil` where they say that themselves.
  package let progress: ProgressChoice?
  package let busyTimeout: Duration
  package let report: ReportArguments

  package init(_ arguments: ParsedArguments) throws(UsageError) {
    path = try arguments.positional("PIPELINE")
    variables = try arguments[Options.variable]
    only = try arguments[Options.only]
    from = try arguments[Options.from]
    allowsOutside = try arguments[Options.allowOutside]
    isDryRun = try arguments[Options.dryRun]
    reloads = try arguments[Options.reload]
    frozen = try FrozenSteps(arguments)
    openLineage = try arguments[Options.openLineage]
    let choice = try arguments[Options.progress]
    progress = arguments.texts(of: Options.progress.option).texts.isEmpty ? nil : choice
    busyTimeout = try arguments[Options.busyTimeout]
    report = try ReportArguments(arguments)
    if only != nil, from != nil {
      throw arguments.usageError("--only and --from exclude each other")
    }
    if isDryRun, report.isWritten || openLineage != nil {
      throw arguments.usageError("--dry-run runs nothing, so there is nothing to report")
    }
  }
}
