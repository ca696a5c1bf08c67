public import FurrowCore
internal import FurrowSQLite

/// The table that an import would make for its sources, all of which are read for it.
public struct TableProposal: Sendable {
  /// The table's name.
  public let name: String
  /// The statement that makes it.
  public let sql: String
  /// Its columns, with the types of SQLite that keep every value as it is written; empty for none.
  public let columns: [(name: String, declaredType: String)]

  /// Looks through the sources of `plan`.
  ///
  /// - Throws: ``PipelineError`` when they cannot be read, or make no table.
  public init(_ plan: ImportPlan) throws(PipelineError) {
    var sources = SourceOpening(plan)
    try sources.check()
    try sources.prepare()
    let database = try FurrowPipeline.database { () throws(SQLiteError) in
      try Database.inMemory()
    }
    let creation = try sources.creation(of: plan.table ?? sources.tableName, in: database)
    name = creation.name
    sql = creation.sql
    columns = creation.columns
  }

  /// A Table Schema of the columns. <https://datapackage.org/standard/table-schema/>
  public var schema: JSONValue {
    let fields = columns.map { column -> JSONValue in
      ["name": .string(column.name), "type": .string(Self.type(of: column.declaredType))]
    }
    return [
      "$schema": "https://datapackage.org/profiles/2.0/tableschema.json",
      "fields": .array(fields),
    ]
  }

  private static func type(of declaredType: String) -> String {
    switch declaredType {
    case "INTEGER": "integer"
    case "REAL": "number"
    case "BOOLEAN": "boolean"
    case "TEXT": "string"
    default: "any"
    }
  }
}
