internal import FurrowCore
internal import FurrowFormats

extension Pipeline {
  /// Puts a pipeline together whose reader, and the stages `ahead`, have a thread of their own if
  /// there are two `lanes`.
  init(
    reading reader: sending any RecordReader,
    ahead: [any Stage] = [],
    through stages: [any Stage] = [],
    to sink: any RecordSink,
    rejects: any RejectKeeper,
    lanes: Int
  ) {
    let (source, first) = Self.start(reader, ahead, lanes: lanes)
    self.init(from: source, through: first + stages, to: sink, rejects: rejects)
  }

  private static func start(
    _ reader: sending any RecordReader,
    _ ahead: [any Stage],
    lanes: Int
  ) -> (any RecordSource, [any Stage]) {
    guard lanes > 1 else { return (Intake(reader), ahead) }
    return (Lane(Intake(reader), through: ahead), [])
  }
}

extension Ledger {
  /// Decides whether what was `done`, as "loaded" or "written", may stand.
  ///
  /// - Throws: ``PipelineError`` when the books do not balance, or too much was rejected.
  func judge(
    _ limit: ImportPlan.RejectLimit?,
    goesOnWithoutRejects: Bool,
    done: String
  ) throws(PipelineError) {
    guard isBalanced else {
      throw .unbalanced(
        "the books do not balance: read \(read), \(done) \(loaded), rejected \(rejected), duplicates"
          + " \(duplicates), filtered \(filtered)"
      )
    }
    if case .percent(let most) = limit, Double(rejected) * 100 > most * Double(read) {
      throw .rejected(
        "\(rejected) of \(read) records were rejected, more than --max-rejects allows"
      )
    }
    if rejected > 0, !goesOnWithoutRejects {
      throw .rejected(
        "\(rejected) of \(read) records are at fault and nothing was \(done);"
          + " mend them, or leave them out with --on-error reject --rejects DIR"
      )
    }
  }
}
