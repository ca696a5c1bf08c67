internal import FurrowCore
internal import FurrowSQLite

/// The table or view that an import fills, and what its columns take.
struct Target {
  struct Column {
    var name: String
    var declaredType: String
    /// The word for the affinity that the declared type gives.
    var affinity: String
    var type: ValueType
    var isGenerated: Bool
    var isPrimaryKey: Bool
    /// Whether an insert has to give it a value.
    var isNeeded: Bool
  }

  let table: TableInfo
  let columns: [Column]
  /// Whether a row may refer to one that comes later: its keys are judged when all are loaded.
  let hasLateKeys: Bool
  let isAutoincrement: Bool
  let hasTriggers: Bool

  /// Looks at the table called `name`; `nil` when there is none.
  ///
  /// - Throws: ``PipelineError`` when it cannot be filled.
  init?(
    _ name: String,
    in database: Database,
    blobText: BlobText
  )
    throws(PipelineError)
  {
    let found = try FurrowPipeline.database { () throws(SQLiteError) in
      (
        table: try database.table(name),
        columns: try database.columns(of: name),
        rowID: try database.rowIDColumn(of: name),
        keys: try database.foreignKeys(of: name),
        hasDeferredKeys: try database.hasDeferredKeys(name),
        hasTriggers: try database.hasTriggers(on: name),
        isAutoincrement: try database.isAutoincrement(name)
      )
    }
    guard let table = found.table else { return nil }
    self.table = table
    if table.kind == .view, !found.hasTriggers {
      throw .plan(
        "\(name) is a view and has no INSTEAD OF INSERT trigger; import into the table behind it"
      )
    }
    if table.kind == .shadow {
      throw .plan("\(name) is the inner table of a virtual table; import into that one")
    }
    let isTable = table.kind == .table
    hasLateKeys =
      found.hasDeferredKeys
      || found.keys.contains { $0.parent.lowercased() == table.name.lowercased() }
    isAutoincrement = found.isAutoincrement
    hasTriggers = found.hasTriggers
    columns = found.columns.filter { $0.kind != .hidden || !isTable }.map { column in
      Column(
        name: column.name,
        declaredType: column.declaredType,
        affinity: Affinity(declaredType: column.declaredType, isStrict: table.isStrict).rawValue,
        type: Self.type(of: column, isStrict: table.isStrict, blobText: blobText),
        isGenerated: column.isGenerated,
        isPrimaryKey: isTable && column.primaryKeyPosition != nil,
        isNeeded: isTable && column.isNotNull && column.defaultSQL == nil && !column.isGenerated
          && column.name != found.rowID
      )
    }
  }

  /// Finds a column by name, without regard to the case of ASCII letters, as SQLite does.
  func column(named name: String) -> Column? {
    columns.map(\.name).index(ofColumn: name).map { columns[$0] }
  }

  /// What a declared type takes.
  ///
  /// SQLite's affinity decides what a name means (<https://www.sqlite.org/datatype3.html>), but for
  /// the names that it takes for numbers and people for something else.
  private static func type(
    of column: ColumnInfo,
    isStrict: Bool,
    blobText: BlobText
  ) -> ValueType {
    let declared = column.declaredType.uppercased()
    if declared.contains("BOOL") { return .boolean }
    switch Affinity(declaredType: column.declaredType, isStrict: isStrict) {
    case .integer: return .integer
    case .real: return .real
    case .text: return .text
    case .blob: return declared.contains("BLOB") ? .blob(blobText) : .any
    case .numeric:
      let numbers = ["NUMERIC", "DECIMAL", "NUMBER", "MONEY", "CURRENCY"]
      let isNumber = declared.hasPrefix("DEC") || numbers.contains { declared.contains($0) }
      return isNumber ? .numeric : .keptText
    }
  }
}
