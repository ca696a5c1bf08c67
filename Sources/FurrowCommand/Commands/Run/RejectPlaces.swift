import Furrow

/// The files where the steps of a run keep what they reject.
enum RejectPlaces {
  /// Proves that no two steps write the same file: the later one would write over the faults of the other.
  static func proveApart(_ steps: [PlannedStep]) throws(PipelineFault) {
    var owners: [String: String] = [:]
    for step in steps {
      guard let folder = step.arguments.texts(of: Options.rejects.option).texts.last,
        step.kind.options.contains(where: { $0.name == Options.rejects.option.name })
      else { continue }
      let place = RealPath.of(folder) ?? folder
      for stem in RejectLog.stems(of: step.draft.sources) {
        guard let owner = owners.updateValue(step.name, forKey: "\(place)/\(stem)") else {
          continue
        }
        throw PipelineFault(
          "rejects: the step \(DisplayText.quoted(owner)) keeps records in"
            + " \(DisplayText.quoted("\(folder)/\(stem).rejected.jsonl")), too; name another folder",
          at: step.draft.step.place
        )
      }
    }
  }
}
