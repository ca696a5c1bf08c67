import Furrow

/// The files that the steps of a run write.
enum StepOutputs {
  /// Proves that no step writes over what another one writes, over a database, or over a file that says
  /// what is done; the sources of steps behind it may be what it writes.
  static func proveApart(
    _ steps: [PlannedStep],
    of document: PipelineDocument
  ) throws(PipelineFault) {
    let databases = Set(steps.map(\.draft.database)).filter { !$0.isEmpty }.sorted()
    let read = steps.flatMap(\.draft.inputs) + [document.path, "\(document.folder).env"]
    let folders = read.filter { FileIdentity(path: $0) == nil }
    let known = read + folders.flatMap(FolderNames.paths)
    var written: [String] = []
    for (path, place) in steps.flatMap(\.draft.outputs) where path != "-" {
      let files = ProtectedFiles(databases: databases, read: known, outputs: written)
      do throws(WriteFailure) {
        try files.check(path)
      } catch {
        throw PipelineFault(error.description, at: place)
      }
      written.append(path)
    }
  }
}
