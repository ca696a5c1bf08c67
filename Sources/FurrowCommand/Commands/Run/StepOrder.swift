import Furrow

/// The order in which steps run: as they are written, but behind those that they need.
enum StepOrder {
  /// The steps in order.
  ///
  /// A step needs those that it names with `after`, and those that write a file which it reads.
  static func sorted(_ steps: [PlannedStep]) throws(PipelineFault) -> [PlannedStep] {
    let needs = try needs(of: steps)
    var order: [Int] = []
    var isDone = steps.map { _ in false }
    var first = 0
    while order.count < steps.count {
      while isDone[first] { first += 1 }
      let next = steps.indices[first...].first { index in
        !isDone[index] && needs[index].allSatisfy { isDone[$0] }
      }
      guard let next else {
        let circle = steps.indices.filter { !isDone[$0] }
        let names = circle.map { DisplayText.quoted(steps[$0].name) }
        throw PipelineFault(
          "the steps \(Prose.all(names)) wait for each other",
          at: steps[circle[0]].draft.step.place
        )
      }
      order.append(next)
      isDone[next] = true
    }
    return order.map { steps[$0] }
  }

  /// The steps that each step needs, by their places in the list.
  private static func needs(of steps: [PlannedStep]) throws(PipelineFault) -> [[Int]] {
    let names = steps.map(\.name)
    // By their real paths: a file has many names.
    let written = steps.enumerated().flatMap { index, step in
      step.draft.files.compactMap(RealPath.of).map { (path: $0, writer: index) }
    }
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
      let read = written.isEmpty ? [] : step.draft.reads.compactMap(RealPath.of)
      for (path, writer) in written where writer != index {
        if read.contains(where: { RealPath.isInside($0, of: path) }) { needed.append(writer) }
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
