public import FurrowCore

/// What a run of a pipeline did, step by step.
public struct PipelineReport: Sendable {
  /// The pipeline's name.
  public var name: String
  /// The pipeline's file.
  public var file: String
  /// How it ended, as the worst of its steps did.
  public var status = RunReport.Status.complete
  /// The exit code.
  public var exitCode = 0
  /// When it began, in UTC.
  public var startedAt: String
  /// How long it took.
  public var duration = Duration.zero
  /// The steps, in the order in which they ran.
  public var steps: [RunReport] = []
  /// Why it failed.
  public var failure: String?

  /// Makes the report of a run that begins.
  public init(name: String, file: String, startedAt: String) {
    self.name = name
    self.file = file
    self.startedAt = startedAt
  }

  /// Says that nothing is kept of what was loaded into the database that has these names; files that
  /// steps have written stay.
  public mutating func undo(in names: [String]) {
    for index in steps.indices where steps[index].command == "import" {
      if let database = steps[index].database, names.contains(database) {
        steps[index].ledger.undo()
      }
    }
  }

  /// The report without `secrets`, in whatever text a user may have written one.
  package func hiding(_ secrets: Secrets) -> PipelineReport {
    var report = self
    report.name = secrets.masked(name)
    report.file = secrets.masked(file)
    report.failure = failure.map(secrets.maskedMessage)
    report.steps = steps.map { $0.hiding(secrets) }
    return report
  }

  /// The report as a JSON object, by `docs/report.schema.json`.
  public var json: JSONValue {
    func sum(_ count: (Ledger) -> Int) -> JSONValue {
      .integer(steps.reduce(0) { $0 + count($1.ledger) })
    }
    return [
      "schemaVersion": .integer(RunReport.schemaVersion),
      "command": "run",
      "pipeline": .string(name),
      "file": .string(file),
      "status": .string(status.rawValue),
      "exitCode": .integer(exitCode),
      "startedAt": .string(startedAt),
      "seconds": .number(duration.inSeconds),
      "read": sum(\.read),
      "loaded": sum(\.loaded),
      "rejected": sum(\.rejected),
      "duplicates": sum(\.duplicates),
      "filtered": sum(\.filtered),
      "undone": sum(\.undone),
      "balanced": .bool(steps.allSatisfy(\.ledger.isBalanced)),
      "steps": .array(steps.map(\.json)),
      "error": JSONValue(failure),
    ]
  }
}
