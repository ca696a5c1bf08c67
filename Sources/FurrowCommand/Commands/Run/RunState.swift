import Furrow

/// What the steps of a run have done that those behind them must know.
struct RunState {
  /// Tables whose rows were taken out by a step that ran; what was loaded before is gone.
  private var emptied: Set<String> = []

  /// Notes that `step` runs.
  mutating func run(_ step: PlannedStep) {
    if step.emptiesTable { emptied.insert(Self.table(of: step)) }
  }

  /// How many records an earlier run has rejected that has loaded just what `mark` says; `nil` if none
  /// has, or something has taken the rows out since.
  func rejected(by mark: StepMark, _ step: PlannedStep) throws(CommandFailure) -> Int? {
    let path = step.arguments.texts(of: Options.into.option).texts.last ?? ""
    guard !emptied.contains(Self.table(of: step)), Folder.hasFile(path) else { return nil }
    do throws(SQLiteError) {
      let database = try Database(path: path, options: Database.Options(mode: .readOnly))
      return try StepMarks(database).rejected(by: mark)
    } catch {
      throw CommandFailure(.failed, error)
    }
  }

  private static func table(of step: PlannedStep) -> String {
    let table = step.arguments.texts(of: Options.table.option).texts.last
    return "\(step.draft.database)\0\((table ?? step.draft.sources.first ?? "").lowercased())"
  }
}

extension PipelineReport {
  /// Whether a step went on without some records.
  var hasRejects: Bool { steps.contains { $0.exitCode == Int(ExitCode.rejected.rawValue) } }

  /// Ends the report.
  mutating func end(_ exitCode: ExitCode, _ failure: String?) {
    self.exitCode = Int(exitCode.rawValue)
    self.failure = failure
    switch exitCode {
    case .complete:
      let isUnchanged = steps.allSatisfy { $0.status == .unchanged || $0.status == .skipped }
      status = isUnchanged ? .unchanged : .complete
    case .rejected where failure == nil: status = .rejects
    case .interrupted: status = .interrupted
    default: status = .failed
    }
  }
}
