internal import FurrowCore
internal import FurrowFormats
internal import FurrowSQLite

/// The Data Package that describes what an export has written.
///
/// What the standard has no words for stands under `furrow`: the storage classes of a column, the SQL
/// of a table, the version of the schema. <https://datapackage.org/standard/data-package/>
struct ExportManifest {
  let plan: ExportPlan
  let tables: [ExportedTable]
  let files: [OutputSet.File]

  /// Where the package is written: beside the files.
  var path: String { Self.path(of: plan) }

  /// Where the package of `plan` is written.
  static func path(of plan: ExportPlan) -> String {
    if plan.isFolder {
      return plan.output + (plan.output.hasSuffix("/") ? "" : "/") + "datapackage.json"
    }
    guard let slash = plan.output.lastIndex(of: "/") else { return "datapackage.json" }
    return plan.output[...slash] + "datapackage.json"
  }

  /// The package, and what the user should know of it.
  func package(of database: Database) throws(PipelineError) -> (JSONValue, [String]) {
    var warnings: [String] = []
    var resources: [JSONValue] = []
    for table in tables { resources.append(try resource(table, database, &warnings)) }
    var members: [JSONValue.Member] = [
      .init("$schema", "https://datapackage.org/profiles/2.0/datapackage.json"),
      .init("resources", .array(resources)),
    ]
    var own: [JSONValue.Member] = []
    let noted = try Self.notedMigrations(of: database)
    if let last = noted.last {
      own.append(.init("schemaVersion", .string(last.version.text)))
      own.append(.init("migrations", .array(noted.map(\.descriptor))))
    }
    if case .everything = plan.rows {
      let sql = try FurrowPipeline.database { () throws(SQLiteError) in
        try database.viewAndTriggerDefinitions()
      }
      if !sql.isEmpty { own.append(.init("sql", .array(sql.map(JSONValue.string)))) }
    }
    if !own.isEmpty { members.append(.init("furrow", .object(own))) }
    return (.object(members), warnings)
  }

  private func resource(
    _ table: ExportedTable,
    _ database: Database,
    _ warnings: inout [String]
  ) throws(PipelineError) -> JSONValue {
    let parts = table.parts.map { part in (part, files.first { $0.path == part.path }) }
    let names = parts.map { JSONValue.string(Self.fileName($0.0.path)) }
    var members: [JSONValue.Member] = [
      .init("name", .string(name(of: table))),
      .init("type", "table"),
      .init("path", names.count == 1 ? names[0] : .array(names)),
      .init("format", .string(plan.form.format.rawValue)),
      .init("mediatype", .string(mediaType)),
      .init("encoding", "utf-8"),
      .init("bytes", .integer(parts.reduce(0) { $0 + ($1.1?.bytes ?? 0) })),
    ]
    if parts.count == 1, let digest = parts[0].1?.sha256 {
      members.append(.init("hash", .string("sha256:\(digest)")))
    }
    if plan.form.format.isDelimited {
      members.append(.init("dialect", plan.form.dialect.descriptor))
    }
    members.append(.init("schema", try schema(of: table, database, &warnings)))
    var own: [JSONValue.Member] = [
      .init("rows", .integer(table.parts.reduce(0) { $0 + $1.rows })),
      .init(
        "parts",
        .array(
          parts.map { part, file in
            [
              "path": .string(Self.fileName(part.path)), "rows": .integer(part.rows),
              "bytes": JSONValue(file?.bytes),
              "hash": JSONValue(file?.sha256.map { "sha256:\($0)" }),
            ]
          }
        )
      ),
    ]
    if plan.form.blob != .base64 { own.append(.init("blob", .string(plan.form.blob.rawValue))) }
    if plan.form.format == .tsv, plan.form.dialect.escape == .backslash {
      own.append(.init("escape", "backslash"))
    }
    own += try definition(of: table, database)
    members.append(.init("furrow", .object(own)))
    return .object(members)
  }

  /// What rebuilds the table as it was; a part of its columns, or a query, makes another one.
  private func definition(
    of table: ExportedTable,
    _ database: Database
  ) throws(PipelineError) -> [JSONValue.Member] {
    guard let info = table.source.table, info.kind == .table || info.kind == .virtual,
      plan.columns == nil
    else { return [] }
    let (sql, sequence) = try FurrowPipeline.database { () throws(SQLiteError) in
      (try database.definitions(of: info.name), try database.sequence(of: info.name))
    }
    var members: [JSONValue.Member] = [
      .init("table", .string(info.name)), .init("sql", .array(sql.map(JSONValue.string))),
    ]
    if let sequence { members.append(.init("sequence", .integer(Int(sequence)))) }
    let broken = try FurrowPipeline.database { () throws(SQLiteError) in
      try database.brokenReferences(of: info.name).reduce(0) { $0 + $1.count }
    }
    if broken > 0 { members.append(.init("brokenReferences", .integer(broken))) }
    return members
  }

  private func schema(
    of table: ExportedTable,
    _ database: Database,
    _ warnings: inout [String]
  ) throws(PipelineError) -> JSONValue {
    var fields: [JSONValue] = []
    for (index, name) in table.columns.enumerated() {
      let info = table.source.table.flatMap { _ in table.source.columns[index] }
      let field = ManifestField(
        name: name,
        info: info,
        classes: table.classes.columns[index],
        form: plan.form,
        isMarked: table.marks.contains(index)
      )
      if let note = field.note {
        warnings.append("\(table.parts.first?.path ?? name): column \"\(name)\" \(note)")
      }
      fields.append(field.descriptor)
    }
    var members: [JSONValue.Member] = [.init("fields", .array(fields))]
    if let info = table.source.table, info.kind == .table {
      members += try SchemaKeysDescriptor(
        table: info,
        columns: table.source.columns,
        classes: table.classes,
        resources: tables.compactMap(\.source.table?.name)
      ).members(of: database)
    }
    return .object(members)
  }

  private func name(of table: ExportedTable) -> String {
    if let name = table.source.table?.name { return name }
    let stem = Self.fileName(plan.output).prefix { $0 != "." }
    return stem.isEmpty ? "records" : String(stem)
  }

  private var mediaType: String {
    switch plan.form.format {
    case .csv: "text/csv"
    case .tsv: "text/tab-separated-values"
    case .json: "application/json"
    default: "application/x-ndjson"
    }
  }

  private static func notedMigrations(
    of database: Database
  ) throws(PipelineError) -> [NotedMigration] {
    do throws(MigrationError) {
      return try database.notedMigrations()
    } catch {
      throw .plan(error.description)
    }
  }

  private static func fileName(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}

extension Dialect {
  /// The dialect as Table Dialect has it. <https://datapackage.org/standard/table-dialect/>
  fileprivate var descriptor: JSONValue {
    func text(_ byte: UInt8) -> JSONValue { .string(String(Unicode.Scalar(byte))) }
    var members: [JSONValue.Member] = [
      .init("header", .bool(hasHeader)),
      .init("delimiter", .string(String(wideDelimiter ?? Unicode.Scalar(delimiter)))),
      .init("quoteChar", quote.map(text) ?? .null),
    ]
    if let token = nullTokens.first { members.append(.init("nullSequence", .string(token))) }
    return .object(members)
  }
}
