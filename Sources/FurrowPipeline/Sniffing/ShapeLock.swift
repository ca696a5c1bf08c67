internal import FurrowCore
public import FurrowFormats

/// What a source looked like when it was locked: its dialect, its encoding and the types of its columns.
///
/// It is a data package of one resource beside the source, as ``SourceShape/package`` makes it.
public struct ShapeLock: Sendable, Equatable {
  /// A column with its type.
  struct Column: Sendable, Equatable {
    var name: String
    var type: ColumnInference.LockedType
  }

  /// The lock's file, as it is told from the working directory.
  public let path: String
  /// The format of the source.
  public let format: FileFormat
  /// The encoding of its bytes.
  public let encoding: TextEncoding
  /// How it is read: as it was locked, and as the user says beyond that.
  public var dialect: Dialect
  /// Whether it was proved that the source still has this shape.
  public var isProved = false
  let columns: [Column]

  /// Where the lock of the source at `path` stands.
  public static func path(of source: String) -> String { source + ".lock.json" }

  /// Reads the lock of the source at `source`.
  ///
  /// - Throws: ``PipelineError`` when there is none, or it is none of ours.
  public init(for source: String) throws(PipelineError) {
    path = Self.path(of: source)
    guard Folder.hasFile(path) else {
      throw .plan("\(source): there is no lock \(path); furrow sniff \(source) --lock writes it")
    }
    let document = try DocumentFile(path)
    let (format, encoding, dialect, columns) = try document.read {
      root throws(DocumentError) in try Self.shape(root)
    }
    (self.format, self.encoding, self.dialect, self.columns) = (format, encoding, dialect, columns)
  }

  private static func shape(
    _ root: JSONCursor
  ) throws(DocumentError) -> (FileFormat, TextEncoding, Dialect, [Column]) {
    guard let resources = root["resources"], let resource = try resources.items().first,
      try resources.items().count == 1
    else { throw root.expected("a lock, which is a data package of one resource") }
    guard let format = resource["format"], let encoding = resource["encoding"],
      let schema = resource["schema"]
    else { throw resource.expected("\"format\", \"encoding\" and \"schema\"") }
    guard let known = TextEncoding(try encoding.string()) else {
      throw encoding.expected("the name of an encoding")
    }
    let kind: FileFormat = try format.choice()
    var dialect = kind == .tsv ? Dialect.tsv : .csv
    if let given = resource["dialect"] { dialect = try Dialect(given, format: kind) }
    if resource["furrow"]?["escape"] != nil { dialect.escape = .backslash }
    let fields = try Schema(schema).fields
    let items = try schema["fields"]?.items() ?? []
    var columns: [Column] = []
    for (field, item) in zip(fields, items) {
      guard let type = ColumnInference.LockedType(field.type) else {
        throw item.expected("a field of a type that furrow sniff --lock writes")
      }
      columns.append(Column(name: field.name, type: type))
    }
    if !dialect.hasHeader { dialect.columns = columns.map(\.name) }
    return (kind, known, dialect, columns)
  }

  /// The encoding to read by, where `given` is what the user says: the bytes prove those of Unicode, and
  /// no other.
  public func encoding(unless given: TextEncoding) -> TextEncoding {
    guard given == .automatic else { return given }
    switch encoding {
    case .automatic, .utf8, .utf16: return .automatic
    case .windows1252, .latin1, .other: return encoding
    }
  }
}

extension TextSource {
  /// Proves that the source has the shape that it was locked in, from its first byte to its last.
  ///
  /// The header is compared, each value has to be of its column's type, and no other dialect may fit
  /// the text better.
  /// - Throws: ``PipelineError/drift(_:)`` with every difference.
  public func prove() throws(PipelineError) {
    guard let lock, !lock.isProved else { return }
    guard !FileSource.isReadOnce(path) else {
      throw .plan("\(path) can be read only once, so it cannot be held against a lock")
    }
    var drift = ShapeDrift(of: path, from: lock.path)
    drift.compare("format", lock.format.rawValue, format.rawValue)
    var source = self
    try source.findEncoding()
    drift.compare("encoding", lock.encoding.name, source.foundEncoding.name)
    if format == .csv {
      let sample = try source.sample()
      source.dialect = DialectSniffer(sample, known: dialect).find().dialect
      drift.compare(lock.dialect, source.dialect)
    }
    try source.findColumns()
    let reader = try source.open()
    var types = TypeInference()
    try types.look(at: reader, until: source.cancellation)
    drift.compare(lock.columns, reader.columns, types)
    guard drift.differences.isEmpty else { throw .drift(drift) }
  }
}
