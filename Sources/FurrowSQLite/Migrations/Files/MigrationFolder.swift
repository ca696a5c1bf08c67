/// The migrations of a folder, in order of their versions.
///
/// It takes files named `001_name.sql`, `001-name.sql` or `001.sql`, and pairs
/// `001_name.up.sql` and `001_name.down.sql`. Folders inside are not looked into.
public struct MigrationFolder: Sendable {
  /// The folder's path as given.
  public let path: String
  /// The migrations, lowest version first.
  public let migrations: [Migration]
  /// What looks wrong without being an error: a `.sql` file that is no migration.
  public let warnings: [String]

  /// Reads the folder and all of its migrations.
  ///
  /// - Throws: `unreadable` for a missing or unreadable folder or file; `version` for two files of
  ///   one version, a down file without its up file, or a folder with `.sql` files none of which
  ///   is a migration; `encoding` and `marker` with the place in the file.
  public init(path: String) throws(MigrationError) {
    var ups: [Migration] = []
    var downs: [Migration] = []
    var warnings: [String] = []
    for file in try FolderReader.names(in: path) {
      guard file.lowercased().hasSuffix(".sql"), !file.hasPrefix(".") else { continue }
      guard let name = MigrationFileName(file) else {
        warnings.append(
          "\(path)/\(file): not a migration, its name is not like 001_name.sql; it is not run"
        )
        continue
      }
      let filePath = path.hasSuffix("/") ? path + file : "\(path)/\(file)"
      let migration = try Migration(
        file: file,
        path: filePath,
        bytes: try FolderReader.bytes(of: filePath)
      )
      if name.isDown { downs.append(migration) } else { ups.append(migration) }
    }
    if ups.isEmpty, downs.isEmpty, !warnings.isEmpty {
      throw MigrationError(
        .version,
        "no file here is named like 001_name.sql, so there is nothing to run",
        path: path
      )
    }
    self.path = path
    self.warnings = warnings
    migrations = try Self.joined(ups, downs)
  }

  /// Orders the migrations and gives each its way back from a file of its own.
  private static func joined(
    _ ups: [Migration],
    _ downs: [Migration]
  ) throws(MigrationError) -> [Migration] {
    var migrations = ups.sorted { $0.version < $1.version }
    try refuseDuplicates(migrations)
    try refuseDuplicates(downs.sorted { $0.version < $1.version })
    for down in downs {
      guard let index = migrations.firstIndex(where: { $0.version == down.version }) else {
        throw MigrationError(
          .version,
          "there is no up file for version \(down.version)",
          path: down.path,
          version: down.version.text
        )
      }
      guard migrations[index].down.isEmpty else {
        throw MigrationError(
          .version,
          "\(migrations[index].file) has a down section already",
          path: down.path,
          version: down.version.text
        )
      }
      migrations[index].down = down.up
    }
    return migrations
  }

  private static func refuseDuplicates(_ migrations: [Migration]) throws(MigrationError) {
    for (first, second) in zip(migrations, migrations.dropFirst())
    where first.version == second.version {
      throw MigrationError(
        .version,
        "version \(second.version) is taken by \(first.file)",
        path: second.path,
        version: second.version.text
      )
    }
  }
}
