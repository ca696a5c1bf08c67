/// A file for a new migration, in the form that the folder has.
public struct NewMigration: Sendable {
  /// The paths of the files that were made.
  public let paths: [String]
  /// The version that was given.
  public let version: MigrationVersion

  /// Makes the file, or the pair of files.
  ///
  /// The version is the time in UTC, or one more than the last one if that is later, so that two
  /// of them made in one second differ.
  /// - Throws: `version` if the last version lies more than a day ahead, or another file took the
  ///   same version meanwhile; `unreadable` if the file cannot be made.
  public init(
    _ name: String,
    in folder: String,
    isPair: Bool = false,
    format: MigrationFormat? = nil
  ) throws(MigrationError) {
    let names = try? FolderReader.entries(in: folder)
    let read = names == nil ? nil : try MigrationFolder(path: folder, format: format)
    let migrations = read?.migrations ?? []
    let version = try Self.version(behind: migrations)
    let word = Self.word(name)
    let form = isPair ? .golangMigrate : format ?? migrations.last?.format ?? .dbmate
    var paths: [String] = []
    if names == nil { try Self.makeFolder(folder) }
    for (file, text) in Self.files(form, version, word) {
      let path = "\(folder)/\(file)"
      try FolderWriter.create(path, text)
      paths.append(path)
    }
    guard let made = MigrationVersion(version) else {
      throw MigrationError(.version, "cannot tell the time", path: folder)
    }
    self.version = made
    self.paths = paths
    // Another process may have chosen the same one.
    _ = try MigrationFolder(path: folder, format: format)
  }

  private static func makeFolder(_ folder: String) throws(MigrationError) {
    let probe = "\(folder)/.furrow-new"
    try FolderWriter.create(probe, "")
    try FolderWriter.remove(probe)
  }

  private static func version(behind migrations: [Migration]) throws(MigrationError) -> String {
    let stamp = DatabaseBackup.timestamp()
    let now = String(stamp.prefix(8) + stamp.dropFirst(9).prefix(6))
    guard let last = migrations.last(where: { !$0.version.isRepeatable })?.version,
      let number = Int(last.text), let present = Int(now), number >= present
    else { return now }
    guard number - present < 1_000_000 else {
      throw MigrationError(
        .version,
        "the last version \(last) lies more than a day ahead of now (\(now)); mend its number"
          + " first, since all later ones would have to be higher",
        version: last.text
      )
    }
    return String(number + 1)
  }

  /// The name as a file may have it: letters, digits and `_`.
  private static func word(_ name: String) -> String {
    let letters = name.map { $0.isLetter || $0.isNumber ? String($0).lowercased() : "_" }.joined()
    let parts = letters.split(separator: "_")
    return parts.isEmpty ? "migration" : parts.joined(separator: "_")
  }

  private static func files(
    _ format: MigrationFormat,
    _ version: String,
    _ word: String
  ) -> [(name: String, text: String)] {
    let stem = "\(version)_\(word)"
    switch format {
    case .dbmate: return [("\(stem).sql", "-- migrate:up\n\n-- migrate:down\n\n")]
    case .golangMigrate: return [("\(stem).up.sql", ""), ("\(stem).down.sql", "")]
    case .flyway, .refinery: return [("V\(version)__\(word).sql", "")]
    case .goose: return [("\(stem).sql", "-- +goose Up\n\n-- +goose Down\n\n")]
    case .sqlMigrate: return [("\(stem).sql", "-- +migrate Up\n\n-- +migrate Down\n\n")]
    case .prisma: return [("\(stem)/migration.sql", "")]
    case .diesel: return [("\(stem)/up.sql", ""), ("\(stem)/down.sql", "")]
    case .plain: return [("\(stem).sql", "")]
    }
  }
}
