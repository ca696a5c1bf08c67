/// Orders the files of a folder and gives each migration its way back from a file of its own.
struct MigrationJoin {
  private(set) var migrations: [Migration] = []

  init(_ files: [MigrationFile], format: MigrationFormat?) throws(MigrationError) {
    var ups: [Migration] = []
    var baselines: [Migration] = []
    var downs: [Migration] = []
    var open: [Migration] = []
    for file in files {
      switch file.name.role {
      case .up, .repeatable: ups.append(file.migration)
      case .baseline: baselines.append(file.migration)
      case .down: downs.append(file.migration)
      case .undoOrForward: open.append(file.migration)
      }
    }
    let versions = Set(ups.map(\.version))
    for migration in open {
      if format == .refinery {
        ups.append(migration)
      } else if format == .flyway || versions.contains(migration.version) {
        downs.append(migration)
      } else {
        throw Self.fault(
          "a U file without its V file is a way back for Flyway and a way forward for refinery;"
            + " say which with --layout flyway or --layout refinery",
          migration
        )
      }
    }
    migrations = (ups + baselines).sorted { $0.version < $1.version }
    try Self.refuseDuplicates(ups)
    try Self.refuseDuplicates(baselines)
    try Self.refuseDuplicates(downs)
    for down in downs { try join(down) }
  }

  private mutating func join(_ down: Migration) throws(MigrationError) {
    let index = migrations.firstIndex { $0.version == down.version && $0.kind == .versioned }
    guard let index else {
      throw Self.fault("there is no up file for version \(down.version)", down)
    }
    guard migrations[index].down.isEmpty else {
      throw Self.fault("\(migrations[index].file) has a down section already", down)
    }
    migrations[index].down = down.up
  }

  private static func refuseDuplicates(_ migrations: [Migration]) throws(MigrationError) {
    let sorted = migrations.sorted { $0.version < $1.version }
    for (first, second) in zip(sorted, sorted.dropFirst())
    where first.version == second.version {
      throw fault("version \(second.version) is taken by \(first.file)", second)
    }
  }

  private static func fault(_ message: String, _ migration: Migration) -> MigrationError {
    MigrationError(
      .version,
      message,
      path: migration.path,
      version: migration.version.text
    )
  }
}
