/// The migrations of a folder, in order of their versions.
///
/// It takes the folders of dbmate, golang-migrate, Flyway, refinery, goose, sql-migrate, Prisma
/// and Diesel as they are, and plain numbered files.
public struct MigrationFolder: Sendable {
  /// The folder's path as given.
  public let path: String
  /// The migrations, lowest version first.
  public let migrations: [Migration]
  /// What looks wrong without being an error: a `.sql` file that is no migration.
  public let warnings: [String]

  /// Reads the folder and all of its migrations.
  ///
  /// `format`: What the files must be; `nil` lets their names and markers tell.
  /// `allowsMixed`: Whether files of several tools may stand side by side.
  /// - Throws: `unreadable` for a missing or unreadable folder or file; `version` for two files of
  ///   one version, a way back without its way up, a `U` file that could be either, or a folder
  ///   with `.sql` files none of which is a migration; `mixed` for files of several tools;
  ///   `encoding` and `marker` with the place in the file.
  public init(
    path: String,
    format: MigrationFormat? = nil,
    allowsMixed: Bool = false
  ) throws(MigrationError) {
    var listing = FolderListing()
    try listing.read(path)
    try listing.refuseSimilarNames(in: path)
    if let sum = listing.sumPath { try Self.verify(listing, sum) }
    var files: [MigrationFile] = []
    for item in listing.items {
      files.append(MigrationFile(item.name, try Self.read(item)))
    }
    try self.init(
      path: path,
      files: files,
      warnings: listing.warnings,
      format: format,
      allowsMixed: allowsMixed
    )
  }

  /// Takes files that were read elsewhere, from a revision of a repository for instance.
  ///
  /// `files`: The path of each below the folder, and its bytes.
  /// - Throws: as for a path.
  package init(
    path: String,
    files contents: [(name: String, bytes: [UInt8])],
    format: MigrationFormat? = nil,
    allowsMixed: Bool = false
  ) throws(MigrationError) {
    var files: [MigrationFile] = []
    for content in contents {
      guard let name = FolderListing.name(ofRelative: content.name) else { continue }
      let file = FolderListing.label(ofRelative: content.name, name)
      let path = "\(path)/\(content.name)"
      files.append(
        MigrationFile(name, try Migration(name, file: file, path: path, bytes: content.bytes))
      )
    }
    try self.init(path: path, files: files, warnings: [], format: format, allowsMixed: allowsMixed)
  }

  private init(
    path: String,
    files: [MigrationFile],
    warnings: [String],
    format: MigrationFormat?,
    allowsMixed: Bool
  ) throws(MigrationError) {
    if files.isEmpty, !warnings.isEmpty {
      throw MigrationError(
        .version,
        "no file here is named like 001_name.sql, so there is nothing to run",
        path: path
      )
    }
    if let format {
      try Self.refuse(files, otherThan: format)
    } else if !allowsMixed {
      try Self.refuseMixed(files)
    }
    self.path = path
    self.warnings = warnings
    migrations = try MigrationJoin(files, format: format).migrations
  }

  /// Holds the files against the fingerprints of Atlas, which are there to keep them as they are.
  private static func verify(
    _ listing: FolderListing,
    _ path: String
  ) throws(MigrationError) {
    let sum = AtlasSum(String(decoding: try FolderReader.bytes(of: path), as: UTF8.self))
    var files: [(name: String, bytes: [UInt8])] = []
    for item in listing.items { files.append((item.file, try FolderReader.bytes(of: item.path))) }
    guard let file = sum.firstChange(in: files) else { return }
    throw MigrationError(
      .modified,
      "\(file) is not the file that atlas.sum has; bring the old text back, or run"
        + " `atlas migrate hash` if the change is meant",
      path: path
    )
  }

  private static func read(_ item: FolderListing.Item) throws(MigrationError) -> Migration {
    var migration = try Migration(
      item.name,
      file: item.file,
      path: item.path,
      bytes: try FolderReader.bytes(of: item.path)
    )
    if let settings = item.settingsPath {
      let text = String(decoding: try FolderReader.bytes(of: settings), as: UTF8.self)
      if text.contains("executeInTransaction=false") { migration.runOutsideTransaction() }
    }
    return migration
  }

  private static func refuseMixed(_ files: [MigrationFile]) throws(MigrationError) {
    guard let first = files.first?.migration else { return }
    for file in files.dropFirst().map(\.migration) where !file.format.goesWith(first.format) {
      throw MigrationError(
        .mixed,
        "this is a file of \(file.format.rawValue), but \(first.file) is one of"
          + " \(first.format.rawValue); keep one kind, or allow both with --allow-mixed",
        path: file.path
      )
    }
  }

  private static func refuse(
    _ files: [MigrationFile],
    otherThan format: MigrationFormat
  ) throws(MigrationError) {
    for file in files.map(\.migration) where !file.format.goesWith(format) {
      throw MigrationError(
        .mixed,
        "expected a file of \(format.rawValue), found one of \(file.format.rawValue)",
        path: file.path
      )
    }
  }
}

/// A file of a migration, not yet joined with its way back.
struct MigrationFile {
  let name: MigrationFileName
  let migration: Migration

  init(_ name: MigrationFileName, _ migration: Migration) {
    self.name = name
    self.migration = migration
  }
}
