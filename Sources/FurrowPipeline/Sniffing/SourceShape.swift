public import FurrowCore
public import FurrowFormats

/// What `furrow sniff` finds out about a source: how it is written, and what its columns hold.
public struct SourceShape: Sendable {
  /// The source, as the user named it.
  public let path: String
  /// Its format.
  public let format: FileFormat
  /// The encoding of its bytes.
  public private(set) var encoding = TextEncoding.utf8
  /// How the encoding was decided, when nobody named it and no byte order mark told it.
  public private(set) var encodingNote: String?
  /// The code page that the bytes are likely in, where they are no UTF-8 throughout: a guess.
  public private(set) var likelyCodePage: TextEncoding?
  /// How the dialect was found out; `nil` for JSON, for plain TSV, and where the user named it.
  public let finding: DialectFinding?
  /// The dialect that is read.
  public let dialect: Dialect
  /// The columns, in the order of the source.
  public let columns: [ColumnInference]
  /// Records that were read.
  public private(set) var recordsRead = 0
  /// Those of them that cannot be read.
  public private(set) var recordsRejected = 0
  /// The places and causes of the first of these.
  public private(set) var faults: [Fault] = []
  /// Whether the columns were inferred from all records.
  public let isWhole: Bool
  /// What the user should know before it is believed.
  public private(set) var warnings: [String] = []

  /// Records that columns are inferred from where the whole source is not wished.
  public static let sampledRecords = 10_000
  private static let shownFaults = 5

  /// Looks at `source`, at all of it if `isWhole`.
  ///
  /// - Throws: ``PipelineError`` when it cannot be read, or has no header.
  public init(
    _ source: TextSource,
    isWhole: Bool,
    until cancellation: Cancellation? = nil
  ) throws(PipelineError) {
    var source = source
    if !isWhole { source.limits.records = min(source.limits.records, Self.sampledRecords) }
    path = source.path
    format = source.format
    try source.sniff()
    if source.finding == nil { try source.findEncoding() }
    try source.findColumns()
    finding = source.finding
    dialect = source.dialect
    warnings = source.notes
    let reader = try source.open()
    warnings += SourceHeader(reader).changes.map(\.warning)
    var inference = TypeInference()
    var (read, rejected) = (0, 0)
    var faults: [Fault] = []
    try inference.look(at: reader, until: cancellation) { batch in
      read += batch.recordsRead
      rejected += batch.recordsRead - batch.live.count
      for rejection in batch.rejections.prefix(Self.shownFaults - faults.count) {
        faults.append(
          Fault(rejection, in: batch, of: source.path, columns: reader.columns)
        )
      }
    }
    columns = reader.columns.map { inference[$0] }
    (recordsRead, recordsRejected, self.faults) = (read, rejected, faults)
    self.isWhole = isWhole || read < Self.sampledRecords && source.limits.records > read
    (encoding, encodingNote) = (source.foundEncoding, source.encodingNote)
    likelyCodePage = source.likelyCodePage
    warnFormat()
  }

  /// Warns when text that is read as CSV begins as JSON does.
  private mutating func warnFormat() {
    guard format == .csv, let name = columns.first?.name else { return }
    let first = name.utf8.first
    guard first == ASCII.openBrace || first == ASCII.openBracket && columns.count == 1 else {
      return
    }
    let format = first == ASCII.openBrace ? "ndjson" : "json"
    warnings.append("\(path): the text begins as JSON does: --format \(format) reads it as that")
  }
}

extension SourceShape {
  /// The columns as a Table Schema. <https://datapackage.org/standard/table-schema/>
  public var schema: JSONValue {
    [
      "$schema": "https://datapackage.org/profiles/2.0/tableschema.json",
      "fields": .array(columns.map(\.descriptor)),
    ]
  }

  /// The dialect as a Table Dialect; `nil` for JSON. <https://datapackage.org/standard/table-dialect/>
  public var tableDialect: JSONValue? { format.isDelimited ? dialect.descriptor : nil }

  /// Dialect and schema as a data package of one resource, which any later state of the source can be
  /// held against. <https://datapackage.org/standard/data-package/>
  public var package: JSONValue {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    let stem = String(file.prefix { $0 != "." }).lowercased()
    var members = [
      JSONValue.Member("name", .string(stem.isEmpty ? "data" : stem)),
      JSONValue.Member("path", .string(file)),
      JSONValue.Member("format", .string(format.rawValue)),
      JSONValue.Member("encoding", .string(encoding.name.lowercased())),
    ]
    if let tableDialect { members.append(JSONValue.Member("dialect", tableDialect)) }
    if dialect.escape == .backslash {
      // The standard has no word for it.
      members.append(JSONValue.Member("furrow", ["escape": "backslash"]))
    }
    members.append(JSONValue.Member("schema", schema))
    return [
      "$schema": "https://datapackage.org/profiles/2.0/datapackage.json",
      "resources": .array([.object(members)]),
    ]
  }

  /// All that was found out, as a JSON object.
  public var json: JSONValue {
    [
      "source": .string(path),
      "format": .string(format.rawValue),
      "encoding": .string(encoding.name),
      "dialect": tableDialect ?? .null,
      "options": finding?.options.map { .array($0.map(JSONValue.string)) } ?? .null,
      "decisions": .array((finding?.decisions ?? []).map(\.json)),
      "readings": .array((finding?.readings ?? []).map(\.json)),
      "records": .integer(recordsRead),
      "rejected": .integer(recordsRejected),
      "isWhole": .bool(isWhole),
      "columns": .array(columns.map(\.json)),
      "faults": .array(faults.map(\.json)),
      "warnings": .array(warnings.map(JSONValue.string)),
    ]
  }
}

extension DialectFinding.Decision {
  fileprivate var json: JSONValue {
    [
      "property": .string(property), "value": .string(value), "reason": .string(reason),
      "isChange": .bool(isChange),
    ]
  }
}

extension DialectFinding.Reading {
  fileprivate var json: JSONValue {
    [
      "dialect": dialect.descriptor, "score": .number(score), "columns": .integer(columns),
      "agreeing": .integer(agreeing), "records": .integer(records),
    ]
  }
}

extension ColumnInference {
  fileprivate var json: JSONValue {
    [
      "field": descriptor,
      "declaredType": .string(declaredType),
      "ruledOut": .array(
        exclusions.map {
          [
            "type": .string($0.kind.rawValue), "line": .integer($0.line),
            "value": .string($0.value),
          ]
        }
      ),
    ]
  }
}
