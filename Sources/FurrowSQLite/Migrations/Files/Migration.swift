/// One migration: a version, a name, and the SQL that leads there and perhaps back.
public struct Migration: Hashable, Sendable {
  /// A piece of SQL of a file.
  public struct Section: Hashable, Sendable {
    /// The SQL at its place in the file: what stands before it is blanked, line ends are kept.
    ///
    /// So lines and columns of an error are those of the file.
    public let sql: String
    /// Whether it runs inside a transaction; `transaction:false` switches that off.
    public let isTransactional: Bool
  }

  /// The version, which is the migration's identity.
  public let version: MigrationVersion
  /// The name from the file name; may be empty.
  public let name: String
  /// The base name of the file.
  public let file: String
  /// The path of the file as it was given.
  public let path: String
  /// The SQL that leads to this version.
  public let up: [Section]
  /// The SQL that leads back, in the order in which it runs; empty if there is no way back.
  public internal(set) var down: [Section]
  /// The fingerprint of the text, as `sha256v1:...`; line ends and a byte order mark do not count.
  public let contentHash: String

  /// Whether all of its SQL runs inside a transaction.
  public var isTransactional: Bool { up.allSatisfy(\.isTransactional) }

  /// Reads a migration from the bytes of a file.
  ///
  /// - Throws: `version` if the file name does not start with digits followed by `_` or `-`;
  ///   `encoding` or `marker` with the place in the file.
  public init(file: String, path: String? = nil, bytes: [UInt8]) throws(MigrationError) {
    let path = path ?? file
    guard let name = MigrationFileName(file) else {
      throw MigrationError(
        .version,
        "expected a file name like 001_name.sql, found \(file)",
        path: path
      )
    }
    let text = try MigrationText.decode(bytes, path: path)
    let sections = try MigrationSections(text, path: path)
    version = name.version
    self.name = name.name
    self.file = file
    self.path = path
    up = sections.up
    down = sections.down
    contentHash = ContentHash.of(text)
  }

  /// Reads a migration from a text, for programs that carry their migrations inside.
  ///
  /// - Throws: as for bytes.
  public init(file: String, text: String) throws(MigrationError) {
    try self.init(file: file, bytes: Array(text.utf8))
  }
}

/// The parts of a file name like `001_name.sql`, `001.sql`, `001_name.up.sql`.
struct MigrationFileName {
  let version: MigrationVersion
  let name: String
  let isDown: Bool

  init?(_ file: String) {
    guard file.hasSuffix(".sql") else { return nil }
    var stem = file.dropLast(4)
    let digits = stem.prefix { $0.isASCII && $0.isNumber }
    guard let version = MigrationVersion(String(digits)) else { return nil }
    self.version = version
    isDown = stem.hasSuffix(".down")
    if isDown { stem = stem.dropLast(5) } else if stem.hasSuffix(".up") { stem = stem.dropLast(3) }
    let rest = stem.dropFirst(digits.count)
    guard let first = rest.first else {
      name = ""
      return
    }
    guard first == "_" || first == "-" else { return nil }
    name = String(rest.dropFirst())
  }
}
