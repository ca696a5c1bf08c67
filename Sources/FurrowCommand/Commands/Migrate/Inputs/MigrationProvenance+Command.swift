import Furrow

extension MigrationProvenance {
  /// What this program knows of a run with the migrations of `folder`.
  static func here(_ folder: String) -> MigrationProvenance {
    var provenance = MigrationProvenance()
    provenance.tool = "furrow \(Version.number)"
    provenance.gitCommit = GitRevision.head(of: folder)
    provenance.appliedBy = Environment.process["LOGNAME"] ?? Environment.process["USER"]
    return provenance
  }
}
