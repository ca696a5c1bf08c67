internal import FurrowCore
internal import FurrowFormats
internal import FurrowSQLite

/// The database of an import, whose tables the foreign keys of a schema may refer to.
struct ReferencedDatabase: Sendable {
  let path: String
  let busyTimeout: Duration
  let cancellation: Cancellation?

  /// The rows of the table `name` that `key` refers to, and how its keys are made of them; `nil` when
  /// there is no such table.
  ///
  /// Values are read as those of the fields that refer to them. The rows are those that are committed
  /// when the run begins.
  func target(
    _ name: String,
    _ key: Schema.ForeignKey,
    of document: SchemaDocument
  ) throws(PipelineError) -> (KeyRun.Source, KeyEncoding)? {
    guard Database.isDatabase(path) else { return nil }
    let table = try FurrowPipeline.database { () throws(SQLiteError) -> (String, [String])? in
      let database = try open()
      guard let table = try database.table(name) else { return nil }
      return (table.name, try database.columns(of: table.name).map(\.name))
    }
    guard let (table, columns) = table else { return nil }
    for name in key.referencedFields where !columns.contains(name) {
      throw .plan(
        "\(document.path): the table \"\(table)\" has no column \"\(name)\""
          + "\(Spelling.hint(for: name, among: columns))"
      )
    }
    let fields = key.fields.enumerated().map { index, name in
      let type = document.schema.field(named: name)?.type ?? .any
      return (SchemaField(name: name, type: type, missingValues: []), index)
    }
    let checks = try SchemaColumns(fields, isText: false)
    let source = KeyRun.Source(
      path: path,
      open: { () throws(PipelineError) in try rows(of: table, key.referencedFields) },
      prepare: { batch throws(PipelineError) in
        try cancellation?.check()
        batch.keepForKeys(checks.check(&batch))
      },
      forms: []
    )
    let parts = fields.map { KeyEncoding.Part(column: $1, form: $0.type.keyForm) }
    return (source, KeyEncoding(parts: parts, nullsAreEqual: false))
  }

  private func open() throws(SQLiteError) -> Database {
    var options = Database.Options(mode: .readOnly)
    options.busyTimeout = busyTimeout
    return try Database(path: path, options: options)
  }

  private func rows(
    of table: String,
    _ columns: [String]
  ) throws(PipelineError) -> any RecordReader {
    try FurrowPipeline.database { () throws(SQLiteError) in
      // As text, since values are compared as the texts of a file are.
      let names = columns.map { "CAST(\(quoted($0)) AS TEXT)" }.joined(separator: ", ")
      return TableReader(
        path,
        RowReader(
          try open().prepare("SELECT \(raw: names) FROM main.\(identifier: table)")
        )
      )
    }
  }
}

/// The rows of a table as records that can be read like those of a file.
private final class TableReader: RecordReader {
  let path: String
  let renamings: [HeaderNames.Renaming] = []
  let header: [UInt8] = []
  let headerLine = 1
  var columns: [String] { rows.columns }
  private let rows: RowReader

  init(_ path: String, _ rows: RowReader) {
    self.path = path
    self.rows = rows
  }

  func skip(to position: SourcePosition) throws(ReadFailure) -> UInt32 {
    throw ReadFailure(path: path, message: "a table is read from its first row")
  }

  func fill(_ batch: inout RecordBatch) throws(ReadFailure) -> Bool {
    do throws(SQLiteError) {
      return try rows.fill(&batch)
    } catch {
      throw ReadFailure(path: path, message: error.description)
    }
  }
}
