internal import FurrowCore
internal import FurrowFormats
internal import FurrowSQLite

/// One column in the schema of a Data Package: a type that all its values have.
struct ManifestField {
  let name: String
  /// What the table says of the column; `nil` for one of a query.
  let info: ColumnInfo?
  let classes: ColumnClasses.Column
  let form: TextForm
  /// Whether the values have ``ValueMarks``.
  let isMarked: Bool

  /// What a user should know of values that are marked; `nil` when none is.
  var note: String? {
    guard isMarked else { return nil }
    return
      "\(classes.reason(in: form)): BLOBs begin with \"data:;base64,\", and texts that would be read"
      + " as something else with \"data:,\""
  }

  var descriptor: JSONValue {
    let (type, format) = type
    var members: [JSONValue.Member] = [.init("name", .string(name)), .init("type", .string(type))]
    if let format { members.append(.init("format", .string(format))) }
    if info?.isNotNull ?? false, type != "any" {
      members.append(.init("constraints", ["required": .bool(true)]))
    }
    // Otherwise a text without characters would be taken for a missing value.
    if form.format.isDelimited, classes.hasEmptyText {
      members.append(.init("missingValues", .array([])))
    }
    var own: [JSONValue.Member] = [
      .init("storage", .array(classes.names.map(JSONValue.string)))
    ]
    if let declared = info?.declaredType, !declared.isEmpty {
      own.append(.init("declaredType", .string(declared)))
    }
    if isMarked { own.append(.init("marked", .bool(true))) }
    members.append(.init("furrow", .object(own)))
    return .object(members)
  }

  private var type: (String, format: String?) {
    switch (classes.hasInteger, classes.hasReal, classes.hasText, classes.hasBlob) {
    case (true, false, false, false): ("integer", nil)
    case (_, true, false, false): ("number", nil)
    case (false, false, true, false): ("string", nil)
    case (false, false, false, true): ("string", form.blob == .base64 ? "binary" : nil)
    case (false, false, false, false): (declared, nil)
    default: ("any", nil)
    }
  }

  /// The type of a column without values, by its declared type.
  private var declared: String {
    switch Affinity(declaredType: info?.declaredType ?? "") {
    case .integer: "integer"
    case .real, .numeric: "number"
    case .text, .blob: "string"
    }
  }
}

/// The keys of a table, as Table Schema has them.
struct SchemaKeysDescriptor {
  let table: TableInfo
  let columns: [ColumnInfo]
  let classes: ColumnClasses
  /// The tables of the package: keys that refer to others are left out.
  let resources: [String]

  func members(of database: Database) throws(PipelineError) -> [JSONValue.Member] {
    let (unique, foreign) = try FurrowPipeline.database { () throws(SQLiteError) in
      (try database.uniqueKeys(of: table.name), try database.foreignKeys(of: table.name))
    }
    let names = columns.map(\.name)
    var members: [JSONValue.Member] = []
    let primary = Self.primaryKey(columns)
    // SQLite lets NULL be part of a primary key, Table Schema does not.
    let hasNull = zip(columns, classes.columns).contains {
      $0.primaryKeyPosition != nil && $1.hasNull
    }
    if !primary.isEmpty, !hasNull { members.append(.init("primaryKey", Self.list(primary))) }
    let keys = unique.filter { $0.origin != .primaryKey && !$0.isPartial }.map { key in
      key.columns.compactMap { $0.flatMap { names.index(ofColumn: $0).map { names[$0] } } }
    }
    .filter { !$0.isEmpty }
    if !keys.isEmpty {
      members.append(.init("uniqueKeys", .array(keys.map(Self.list))))
    }
    let broken = try FurrowPipeline.database { () throws(SQLiteError) in
      try database.brokenReferences(of: table.name).map(\.parent.asFoldedName)
    }
    var references: [JSONValue] = []
    for key in foreign {
      guard let parent = resources.first(where: { $0.asFoldedName == key.parent.asFoldedName }),
        !broken.contains(key.parent.asFoldedName)
      else { continue }
      let own = key.columns.compactMap { names.index(ofColumn: $0).map { names[$0] } }
      let others = try FurrowPipeline.database { () throws(SQLiteError) in
        try database.columns(of: parent)
      }
      let wanted = key.parentColumns.isEmpty ? Self.primaryKey(others) : key.parentColumns
      let known = others.map(\.name)
      let theirs = wanted.compactMap { known.index(ofColumn: $0).map { known[$0] } }
      guard own.count == key.columns.count, theirs.count == own.count else { continue }
      let isOwn = parent.isSpelled(table.name)
      references.append([
        "fields": Self.list(own),
        "reference": ["resource": .string(isOwn ? "" : parent), "fields": Self.list(theirs)],
      ])
    }
    if !references.isEmpty { members.append(.init("foreignKeys", .array(references))) }
    return members
  }

  private static func primaryKey(_ columns: [ColumnInfo]) -> [String] {
    columns.filter { $0.primaryKeyPosition != nil }
      .sorted { ($0.primaryKeyPosition ?? 0) < ($1.primaryKeyPosition ?? 0) }
      .map(\.name)
  }

  private static func list(_ names: [String]) -> JSONValue {
    .array(names.map(JSONValue.string))
  }
}
