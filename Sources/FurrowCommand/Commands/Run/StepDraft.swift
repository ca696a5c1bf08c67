import Furrow

/// A step while its entries are read.
struct StepDraft {
  let step: StepDocument
  var given: [String: [String]] = [:]
  var positionals: [String: [String]] = [:]
  /// Values that are bound.
  var variables: [String: Value] = [:]
  var expectation: Expectation?
  /// The files whose records are read.
  var sources: [String] = []
  /// All files that are read.
  var reads: [String] = []
  /// The files that say how they are read, and the folders of migrations.
  var inputs: [String] = []
  /// The files that are written, with their places in the pipeline; no database, and no folder.
  var outputs: [(path: String, place: YAMLPlace)] = []
  /// All files and folders that are written.
  var writes: [String] = []
  /// The database, under its own name; empty if there is none.
  var database = ""
  /// Whether that is the database of the pipeline.
  var usesPipelineDatabase = false

  /// Whether its sources are held against their locks before the first step runs.
  var isProvedFirst = false

  init(_ step: StepDocument) {
    self.step = step
  }

  /// Whether its source is a data package, whose tables are loaded or validated as it says.
  var isPackage: Bool {
    let isTaken =
      step.kind == .import
      || step.kind == .validate && given[Options.schema.option.name] == nil
    return isTaken && PackageImportCommand.isPackage(sources)
  }

  /// The step with its arguments checked as those of a command line are.
  func planned(_ environment: Environment) throws(PipelineFault) -> PlannedStep {
    let command = step.kind.command
    // Whether a step is frozen, and what it shows, was decided for the run.
    let passed = Set(command.options.map(\.name)).subtracting(step.kind.options.map(\.name))
      .union([Options.frozen.option.name, Options.progress.option.name])
    var arguments = ParsedArguments(
      commandName: command.name,
      given: given,
      positionals: positionals,
      environment: environment.without(
        Set(command.options.filter { passed.contains($0.name) }.compactMap(\.environmentName))
      )
    )
    arguments.origin = .pipeline
    arguments.variables = variables
    do throws(UsageError) {
      let work = try step.kind.work(arguments)
      return PlannedStep(draft: self, arguments: arguments, work: work)
    } catch {
      throw PipelineFault("\(step.kind.rawValue): \(keyed(error.message))", at: step.place)
    }
  }

  /// `message` with the keys of a pipeline file where it has options of a command line.
  private func keyed(_ message: String) -> String {
    step.kind.options.sorted { $0.name.count > $1.name.count }.reduce(message) { text, option in
      text.replacing("--\(option.name)", with: option.name)
    }
  }
}
