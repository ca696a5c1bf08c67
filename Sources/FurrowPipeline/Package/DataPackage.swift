internal import FurrowCore
internal import FurrowFormats
internal import FurrowSQLite

/// A Data Package: tables in files, with their schemas. <https://datapackage.org/standard/data-package/>
struct DataPackage: Sendable {
  /// One file of a table.
  struct Part: Sendable {
    /// Where it is, seen from the working directory.
    var path: String
    /// Its size on the disk.
    var bytes: Int?
    /// Its digest as `algorithm:digits`.
    var hash: String?
  }

  /// One table.
  struct Resource: Sendable {
    var name: String
    /// Its files, in order; together they are the table.
    var parts: [Part]
    var format: FileFormat
    var dialect: Dialect
    var encoding = TextEncoding.automatic
    var schema: Schema?
    /// What an export of this program says beyond the standard.
    var own: Own

    /// The files as sources.
    var sources: [TextSource] {
      sources()
    }

    /// The files as sources that hear of a wish to stop, and tell how far they are.
    func sources(
      _ cancellation: Cancellation? = nil,
      _ progress: RunProgress? = nil
    ) -> [TextSource] {
      parts.map { part in
        var source = TextSource(
          path: part.path,
          dialect: dialect,
          format: format,
          cancellation: cancellation,
          progress: progress
        )
        source.encoding = encoding
        // What has a digest is what was written, and so is a record of any size.
        if part.hash != nil { source.limits = ReadingLimits(recordBytes: .max) }
        return source
      }
    }
  }

  /// What stands under `furrow` in a resource.
  struct Own: Sendable {
    var rows: Int?
    /// The table's name in the database that it comes from.
    var table: String?
    /// The statements that make the table and then its indexes; empty for none.
    var sql: [String] = []
    /// The highest rowid that the table has given.
    var sequence: Int64?
    /// Rows that referred to none where they come from, and may do so again.
    var brokenReferences = 0
    var blob = BlobText.base64
    /// The storage classes of each field's values; `nil` where nothing is said.
    var storage: [[String]?] = []
    /// Whether each field's values have ``ValueMarks``.
    var marked: [Bool] = []
  }

  var resources: [Resource] = []
  /// The version of the schema that the tables come from.
  var schemaVersion: MigrationVersion?
  /// The migrations behind the schema, up to its version; empty where nothing is said.
  var migrations: [NotedMigration] = []
  /// The statements that make views and triggers.
  var sql: [String] = []

  /// Reads the package at `path`.
  ///
  /// - Throws: ``PipelineError`` with the place of what is not as the standard has it: a path that
  ///   leaves the package's folder is not.
  init(_ path: String) throws(PipelineError) {
    let document = try DocumentFile(path)
    self = try document.read { root throws(DocumentError) in
      try DataPackage(root, folder: Self.folder(of: path), isContained: true)
    }
  }

  /// Reads the package that `root` is, whose files are in `folder`.
  init(_ root: JSONCursor, folder: String, isContained: Bool = false) throws(DocumentError) {
    guard let list = root["resources"] else {
      throw root.expected("an object with \"resources\"")
    }
    for item in try list.items() {
      let resource = try Resource(item, folder: folder, isContained: isContained)
      if resources.contains(where: { $0.name.isSpelled(resource.name) }) {
        throw (item["name"] ?? item).expected("a name that no other resource has")
      }
      resources.append(resource)
    }
    guard let own = root["furrow"] else { return }
    try readVersion(own)
    sql = try own["sql"]?.names() ?? []
  }

  private mutating func readVersion(_ own: JSONCursor) throws(DocumentError) {
    guard let cursor = own["schemaVersion"] else { return }
    let version = try MigrationVersion(cursor)
    schemaVersion = version
    guard let list = own["migrations"] else { return }
    for item in try list.items() { migrations.append(try NotedMigration(item)) }
    guard migrations.last?.version == version else {
      throw list.expected("a list that ends with the schema's version \(version)")
    }
  }

  /// The folder of the file at `path`, without its slash; empty for the working directory.
  static func folder(of path: String) -> String {
    path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
  }
}

extension DataPackage.Resource {
  fileprivate init(
    _ item: JSONCursor,
    folder: String,
    isContained: Bool
  ) throws(DocumentError) {
    guard let name = item["name"] else { throw item.expected("an object with \"name\"") }
    guard let path = item["path"] else {
      throw item.expected("an object with \"path\", the file that has the data")
    }
    self.name = try name.string()
    let files = try path.names()
    guard let first = files.first else { throw path.expected("at least one path") }
    if isContained, let file = files.first(where: Self.isOutside) {
      throw DocumentError(
        path.path,
        "expected a path within the package's folder, found \(JSONValue.string(file))"
      )
    }
    format = FileFormat(path: first) ?? .csv
    dialect = format == .tsv ? .tsv : .csv
    if let given = item["dialect"], given.value != .null {
      if case .string = given.value {
        throw given.expected("a dialect, written into the package and not in a file of its own")
      }
      dialect = try Dialect(given, format: format)
    }
    // What calls itself UTF-8 may still begin with a byte order mark.
    if let given = item["encoding"], given.value != .null {
      guard let named = TextEncoding(try given.string()) else {
        throw given.expected("an encoding that this program knows")
      }
      if named != .utf8 { encoding = named }
    }
    let prefix = folder.isEmpty ? "" : "\(folder)/"
    parts = files.map { DataPackage.Part(path: $0.hasPrefix("/") ? $0 : prefix + $0) }
    if parts.count == 1 {
      parts[0].bytes = try item["bytes"]?.count()
      parts[0].hash = try item["hash"]?.string()
    }
    own = DataPackage.Own()
    if let descriptor = item["schema"] {
      if case .string = descriptor.value {
        throw descriptor.expected("a schema, written into the package and not in a file of its own")
      }
      schema = try Schema(descriptor)
      own.storage =
        try descriptor["fields"]?.items().map { field throws(DocumentError) in
          try field["furrow"]?["storage"]?.names()
        } ?? []
      own.marked =
        try descriptor["fields"]?.items().map { field throws(DocumentError) in
          try field["furrow"]?["marked"]?.bool() ?? false
        } ?? []
    }
    if let own = item["furrow"], case .object = own.value { try read(own, files) }
  }

  private mutating func read(_ cursor: JSONCursor, _ files: [String]) throws(DocumentError) {
    own.rows = try cursor["rows"]?.count()
    own.table = try cursor["table"]?.string()
    own.sql = try cursor["sql"]?.names() ?? []
    own.blob = try cursor["blob"]?.choice() ?? .base64
    if let sequence = cursor["sequence"] { own.sequence = Int64(try sequence.count()) }
    own.brokenReferences = try cursor["brokenReferences"]?.count() ?? 0
    if cursor["escape"] != nil { dialect.escape = .backslash }
    for part in try cursor["parts"]?.items() ?? [] {
      guard let path = try part["path"]?.string(), let index = files.firstIndex(of: path) else {
        throw part.expected("an object with a \"path\" of the resource")
      }
      if let bytes = part["bytes"] { parts[index].bytes = try bytes.count() }
      if let hash = part["hash"] { parts[index].hash = try hash.string() }
    }
  }

  /// Whether a path is none within the package's folder, as the standard asks.
  private static func isOutside(_ path: String) -> Bool {
    path.isEmpty || path.hasPrefix("/") || path.contains("://")
      || path.split(separator: "/").contains("..")
  }
}

extension DataPackage.Resource {
  /// Proves that each file is there and has the bytes that the package says.
  func checkFiles() throws(PipelineError) {
    for part in parts {
      if let fault = try fault(of: part) { throw .plan("\(part.path): \(fault)") }
    }
  }

  /// Whether the files are JSON without a record, which does not say what its columns are.
  var isBareJSON: Bool {
    guard !format.isDelimited else { return false }
    return own.rows == 0 || parts.allSatisfy { FileIdentity(path: $0.path)?.size == 0 }
  }

  /// What is wrong with a file; `nil` when nothing is.
  func fault(of part: DataPackage.Part) throws(PipelineError) -> String? {
    guard part.bytes != nil || part.hash != nil else { return nil }
    let found = try reading { () throws(ReadFailure) in try SHA256Digest.file(part.path) }
    if let bytes = part.bytes, bytes != found.bytes {
      return "expected \(bytes) bytes, found \(found.bytes)"
    }
    guard let hash = part.hash, hash.hasPrefix("sha256:") else { return nil }
    let digits = hash.dropFirst("sha256:".count).lowercased()
    return digits == found.sha256
      ? nil : "expected the SHA-256 \(digits), found \(found.sha256)"
  }
}
