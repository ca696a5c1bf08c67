/// The files of a folder that hold migrations, by their names.
///
/// A folder in it is looked into if it is a migration of its own, as Prisma and Diesel have them,
/// or holds files named as Flyway and refinery name them.
struct FolderListing {
  /// One file.
  struct Item {
    let name: MigrationFileName
    let file: String
    let path: String
    /// Flyway's file of settings beside it.
    let settingsPath: String?
  }

  private(set) var items: [Item] = []
  private(set) var warnings: [String] = []
  /// The path of `atlas.sum`, if the folder has one.
  private(set) var sumPath: String?
  /// The folders that were looked into; a link may lead back to one of them.
  private var visited: Set<[UInt64]> = []

  /// Adds what is in the folder at `path`.
  mutating func read(_ path: String) throws(MigrationError) {
    let path = path.hasSuffix("/") ? String(path.dropLast()) : path
    if let identity = FolderReader.identity(of: path) { visited.insert(identity) }
    let entries = try FolderReader.entries(in: path)
    let names = Set(entries.map(\.name))
    if names.contains(AtlasSum.fileName) { sumPath = "\(path)/\(AtlasSum.fileName)" }
    for entry in entries where !entry.name.hasPrefix(".") {
      let isSQL = entry.name.lowercased().hasSuffix(".sql")
      if entry.isFolder, !isSQL {
        try readFolder(entry.name, at: "\(path)/\(entry.name)")
      } else if isSQL {
        guard let name = MigrationFileName(entry.name) else {
          warnings.append("\(path)/\(entry.name): \(MigrationFileName.complaint(of: entry.name))")
          continue
        }
        let settings = entry.name + ".conf"
        items.append(
          Item(
            name: name,
            file: entry.name,
            path: "\(path)/\(entry.name)",
            settingsPath: names.contains(settings) ? "\(path)/\(settings)" : nil
          )
        )
      }
    }
  }

  /// Looks into a folder inside; what is not meant for migrations is passed over.
  private mutating func readFolder(_ folder: String, at path: String) throws(MigrationError) {
    if let identity = FolderReader.identity(of: path), !visited.insert(identity).inserted { return }
    for entry in try FolderReader.entries(in: path) where !entry.name.hasPrefix(".") {
      let file = "\(path)/\(entry.name)"
      if entry.isFolder {
        try readFolder(entry.name, at: file)
      } else if let name = Self.name(ofRelative: "\(folder)/\(entry.name)") {
        items.append(
          Item(
            name: name,
            file: Self.label(ofRelative: "\(folder)/\(entry.name)", name),
            path: file,
            settingsPath: nil
          )
        )
      }
    }
  }

  /// What the path of a file below the folder says; `nil` if it is no migration.
  static func name(ofRelative path: String) -> MigrationFileName? {
    let parts = path.split(separator: "/").map(String.init)
    guard let file = parts.last else { return nil }
    guard parts.count > 1 else { return MigrationFileName(file) }
    if ["migration.sql", "up.sql", "down.sql"].contains(file) {
      return MigrationFileName(folder: parts[parts.count - 2], holding: file)
    }
    guard let name = MigrationFileName(file), name.format == .flyway else { return nil }
    return name
  }

  /// The name to store for a file: without its folder, unless that has the version.
  static func label(ofRelative path: String, _ name: MigrationFileName) -> String {
    let parts = path.split(separator: "/").suffix(name.format == .flyway ? 1 : 2)
    return parts.joined(separator: "/")
  }

  /// Refuses names that are one name on a system that does not tell letters' case apart.
  ///
  /// Swift compares texts by their canonical form, as such systems do.
  func refuseSimilarNames(in path: String) throws(MigrationError) {
    var seen: [String: String] = [:]
    for item in items {
      guard let other = seen.updateValue(item.file, forKey: item.file.lowercased()) else {
        continue
      }
      guard other != item.file || !item.file.utf8.elementsEqual(other.utf8) else { continue }
      throw MigrationError(
        .version,
        "\(other) and \(item.file) are one name on macOS and Windows",
        path: item.path
      )
    }
  }
}
