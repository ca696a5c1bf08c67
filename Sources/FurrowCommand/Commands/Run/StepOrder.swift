import Furrow

/// The order in which steps run: as they are written, but behind those that they need.
enum StepOrder {
  /// The steps in order.
  ///
  /// A step needs those that it names with `after`, and those that write a file which it reads.
  static func sorted(_ steps: [PlannedStep]) throws(PipelineFault) -> [PlannedStep] {
    let needs = try needs(of: steps)
    var done: [Int] = []
    while done.count < steps.count {
      let next = steps.indices.first { index in
        !done.contains(index) && needs[index].allSatisfy(done.contains)
      }
      guard let next else {
        let circle = steps.indices.filter { !done.contains($0) }
        let names = circle.map { DisplayText.quoted(steps[$0].name) }
        throw PipelineFault(
          "the steps \(Prose.all(names)) wait for each other",
          at: steps[circle[0]].draft.step.place
        )
      }
      done.append(next)
    }
    return done.map { steps[$0] }
  }

  /// The steps that each step needs, by their places in the list.
  private static func needs(of steps: [PlannedStep]) throws(PipelineFault) -> [[Int]] {
    let names = steps.map(\.name)
    var needs: [[Int]] = []
    for (index, step) in steps.enumerated() {
      var needed: [Int] = []
      for reference in step.draft.step.after {
        guard let other = names.firstIndex(of: reference.text) else {
          let hint =
            Spelling.nearest(to: reference.text, among: names).map { ": did you mean '\($0)'?" }
            ?? ""
          throw PipelineFault(
            "after: there is no step \(DisplayText.quoted(reference.text))\(hint)",
            at: reference.place
          )
        }
        needed.append(other)
      }
      needed += steps.indices.filter { other in
        other != index
          && steps[other].draft.files.contains { file in
            step.draft.reads.contains { RealPath.isInside($0, of: file) }
          }
      }
      needs.append(needed)
    }
    return needs
  }
}

extension StepDraft {
  /// The files that are written, the database not counted.
  var files: [String] { writes.filter { $0 != database } }
}
