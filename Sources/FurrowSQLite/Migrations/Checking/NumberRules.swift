/// Rules about the versions of new files.
struct NumberRules {
  private(set) var findings: [Finding] = []

  init(_ migrations: [Migration], _ newVersions: Set<MigrationVersion>) {
    let numbered = migrations.filter { !$0.version.isRepeatable }
    if let limit = MigrationVersion(NewMigration.stamp(in: 86_400)) {
      for migration in numbered
      where newVersions.contains(migration.version) && migration.version.text.count == 14
        && migration.version > limit
      {
        findings.append(
          Finding(
            .futureVersion,
            migration.version.text,
            .warning,
            "the version lies more than a day ahead, and all later ones must be higher",
            path: migration.path
          )
        )
      }
    }
    for (first, second) in zip(numbered, numbered.dropFirst())
    where newVersions.contains(second.version)
      && second.file.utf8.lexicographicallyPrecedes(first.file.utf8)
    {
      findings.append(
        Finding(
          .mixedWidths,
          second.version.text,
          .warning,
          "by its name \(second.file) comes before \(first.file), and tools that sort names run it"
            + " first; give versions one width",
          path: second.path
        )
      )
    }
  }
}
