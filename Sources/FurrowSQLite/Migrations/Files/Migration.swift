/// One migration: a version, a name, and the SQL that leads there and perhaps back.
public struct Migration: Hashable, Sendable {
  /// A piece of SQL of a file.
  public struct Section: Hashable, Sendable {
    /// The SQL, with what is left of its marker's line: its end.
    public let sql: String
    /// The path of its file as it was given; a way back may have a file of its own.
    public let path: String
    /// The line of the file that it starts in, from 1.
    public let line: Int
    /// Whether it runs inside a transaction; `transaction:false` switches that off.
    public internal(set) var isTransactional: Bool

    /// The place in the file of the byte `offset` (from 0) of the SQL.
    func place(of offset: Int) -> SQLPlace { place(SQLPlace(of: offset, in: sql)) }

    /// The place in the file of a place in the SQL, whose first line is a whole one of the file or has
    /// nothing but its end.
    func place(_ place: SQLPlace) -> SQLPlace {
      SQLPlace(line: place.line + line - 1, column: place.column)
    }
  }

  /// How it is applied.
  public enum Kind: String, Hashable, Sendable {
    /// Once.
    case versioned
    /// Again whenever it changes, behind all others.
    case repeatable
    /// Once, in place of all up to its version, on a database that has nothing yet.
    case baseline
  }

  /// The version, which is the migration's identity.
  public let version: MigrationVersion
  /// The name from the file name; may be empty.
  public let name: String
  /// The base name of the file, with that of its folder if the folder has the version.
  public let file: String
  /// The path of the file as it was given.
  public let path: String
  /// The convention that the file follows.
  public let format: MigrationFormat
  /// How it is applied.
  public let kind: Kind
  /// The SQL that leads to this version.
  public internal(set) var up: [Section]
  /// The SQL that leads back, in the order in which it runs; empty if there is no way back.
  public internal(set) var down: [Section]
  /// What the file asks for.
  public internal(set) var directives: MigrationDirectives
  /// The fingerprint of the text, as `sha256v1:...`; line ends and a byte order mark do not count.
  public let contentHash: String
  /// The fingerprint of the tokens, as `sha256v1:...`; white space and comments do not count.
  public let tokensHash: String

  /// Whether all of its SQL runs inside a transaction.
  public var isTransactional: Bool { up.allSatisfy(\.isTransactional) }

  /// Reads a migration from the bytes of a file.
  ///
  /// - Throws: `version` if the file name holds no version; `encoding` or `marker` with the place
  ///   in the file.
  public init(file: String, path: String? = nil, bytes: [UInt8]) throws(MigrationError) {
    guard let name = MigrationFileName(file) else {
      throw MigrationError(
        .version,
        "expected a file name like 001_name.sql, found \(file)",
        path: path ?? file
      )
    }
    try self.init(name, file: file, path: path ?? file, bytes: bytes)
  }

  /// Reads a migration whose name has been taken apart.
  init(
    _ name: MigrationFileName,
    file: String,
    path: String,
    bytes: [UInt8]
  ) throws(MigrationError) {
    var text = try MigrationText.decode(bytes, path: path)
    var sections = try MigrationSections(text, path: path)
    if sections.directives.keepsNewlines {
      text = try MigrationText.decode(bytes, path: path, keepsNewlines: true)
      sections = try MigrationSections(text, path: path)
    }
    version = name.version
    self.name = name.name
    self.file = file
    self.path = path
    format = sections.format ?? name.format ?? .plain
    kind =
      switch name.role {
      case .repeatable: .repeatable
      case .baseline: .baseline
      case .up, .down, .undoOrForward: .versioned
      }
    up = sections.up
    down = sections.down
    directives = sections.directives
    contentHash = ContentHash.of(text)
    tokensHash = ContentHash.of(sections.up, sections.down)
  }

  /// Reads a migration from a text, for programs that carry their migrations inside.
  ///
  /// - Throws: as for bytes.
  public init(file: String, text: String) throws(MigrationError) {
    try self.init(file: file, bytes: Array(text.utf8))
  }

  /// Takes both ways out of the transaction.
  mutating func runOutsideTransaction() {
    directives.isTransactional = false
    for index in up.indices { up[index].isTransactional = false }
    for index in down.indices { down[index].isTransactional = false }
  }
}
