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
  /// `rebuilds`: Tables that the file makes anew, both ways, for a person to change.
  /// - Throws: `version` if the last version lies more than a day ahead, or another file took the
  ///   same version meanwhile; `state` if there is no table of such a name; `unreadable` if the file
  ///   cannot be made.
  public init(
    _ name: String,
    in folder: String,
    isPair: Bool = false,
    format: MigrationFormat? = nil,
    rebuilds tables: [String] = []
  ) throws(MigrationError) {
    if (try? FolderReader.entries(in: folder)) == nil { try Self.makeFolder(folder) }
    let lock = FolderLock(folder)
    defer { withExtendedLifetime(lock) {} }
    let migrations = try MigrationFolder(path: folder, format: format).migrations
    let version = try Self.version(behind: migrations)
    let word = Self.word(name)
    let form = isPair ? .golangMigrate : format ?? migrations.last?.format ?? .dbmate
    let body = try Self.body(tables, behind: migrations)
    var paths: [String] = []
    for (file, text) in Self.files(form, version, word, body) {
      let path = "\(folder)/\(file)"
      try FolderWriter.create(path, text)
      paths.append(path)
    }
    guard let made = MigrationVersion(version) else {
      throw MigrationError(.version, "cannot tell the time", path: folder)
    }
    self.version = made
    self.paths = paths
    // A person, or another tool, may have taken the same one.
    _ = try MigrationFolder(path: folder, format: format)
  }

  private static func makeFolder(_ folder: String) throws(MigrationError) {
    let probe = "\(folder)/.furrow-new"
    try FolderWriter.create(probe, "")
    try FolderWriter.remove(probe)
  }

  /// The SQL of both ways, which changes nothing as it is; empty if no table is to be made anew.
  private static func body(
    _ tables: [String],
    behind migrations: [Migration]
  ) throws(MigrationError) -> String {
    guard !tables.isEmpty else { return "" }
    let database = try Migrator(migrations: migrations).replay()
    let before = try SchemaDump(of: database)
    var texts: [String] = []
    for table in tables { texts.append(try TableRebuild(of: table, in: database).sql) }
    let text = texts.joined(separator: "\n")
    do { try database.execute(SQL(raw: text)) } catch { throw MigrationError(error) }
    if let difference = try before.differences(to: SchemaDump(of: database)).first {
      throw MigrationError(.state, "the table cannot be made anew as it is: \(difference.summary)")
    }
    return text
  }

  private static func version(behind migrations: [Migration]) throws(MigrationError) -> String {
    let now = stamp(in: 0)
    guard let last = migrations.last(where: { !$0.version.isRepeatable })?.version else {
      return now
    }
    // Versions of more digits are times with fractions of a second.
    let padding = String(repeating: "0", count: max(0, last.text.count - now.count))
    guard let present = MigrationVersion(now + padding), present <= last else {
      return now + (last.text.count <= 17 ? padding : "")
    }
    guard let limit = MigrationVersion(stamp(in: 86_400) + padding), last < limit,
      let number = Int(last.text), number < .max
    else {
      throw MigrationError(
        .version,
        "the last version \(last) lies more than a day ahead of now (\(now)); mend its number"
          + " first, since all later ones would have to be higher",
        version: last.text
      )
    }
    return String(number + 1)
  }

  /// The time in UTC, so many seconds from now, as 14 digits.
  static func stamp(in seconds: Int) -> String {
    let stamp = DatabaseBackup.timestamp(in: seconds)
    return String(stamp.prefix(8) + stamp.dropFirst(9).prefix(6))
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
    _ word: String,
    _ sql: String
  ) -> [(name: String, text: String)] {
    let stem = "\(version)_\(word)"
    let section = sql + "\n"
    switch format {
    case .dbmate: return [("\(stem).sql", "-- migrate:up\n\(section)-- migrate:down\n\(section)")]
    case .golangMigrate: return [("\(stem).up.sql", sql), ("\(stem).down.sql", sql)]
    case .flyway, .refinery: return [("V\(version)__\(word).sql", sql)]
    case .goose: return [("\(stem).sql", "-- +goose Up\n\(section)-- +goose Down\n\(section)")]
    case .sqlMigrate:
      return [("\(stem).sql", "-- +migrate Up\n\(section)-- +migrate Down\n\(section)")]
    case .prisma: return [("\(stem)/migration.sql", sql)]
    case .diesel: return [("\(stem)/up.sql", sql), ("\(stem)/down.sql", sql)]
    case .plain: return [("\(stem).sql", sql)]
    }
  }
}
