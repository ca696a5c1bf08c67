import Furrow

/// What a run would do, for a person.
struct PipelinePlan {
  let document: PipelineDocument
  let steps: [PlannedStep]
  /// The names of the steps that would run.
  let chosen: Set<String>

  var text: String {
    var lines = ["\(document.path): \(chosen.count) of \(steps.count) steps would run"]
    if document.isAtomic { lines[0] += ", and the database change as a whole or not at all" }
    for (index, step) in steps.enumerated() {
      let isChosen = chosen.contains(step.name)
      lines.append("\(index + 1). \(step.name)\(isChosen ? "" : " (left out)")")
      guard isChosen else { continue }
      for path in step.draft.reads { lines.append("     reads  \(path)\(size(of: path))") }
      if step.kind == .migrate, let folder = step.arguments.given["dir"]?.last {
        lines.append("     reads  \(folder)")
      }
      if !step.draft.database.isEmpty, step.draft.files.count == step.draft.writes.count {
        lines.append("     reads  \(step.draft.database)")
      }
      for path in step.draft.writes {
        let isDatabase = path == step.draft.database
        let table = step.arguments.texts(of: Options.table.option).texts.last
        let place = isDatabase ? table.map { ", table \($0)" } ?? "" : ""
        lines.append("     writes \(path)\(place)")
      }
      for name in step.draft.variables.keys.sorted() { lines.append("     binds  ${\(name)}") }
    }
    return lines.map { DisplayText.escaped($0) + "\n" }.joined()
  }

  private func size(of path: String) -> String {
    guard Folder.hasFile(path) else { return " (written by a step before)" }
    return FileIdentity(path: path).map { " (\($0.size) bytes)" } ?? ""
  }
}
