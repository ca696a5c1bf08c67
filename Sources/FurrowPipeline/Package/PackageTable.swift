internal import FurrowCore
internal import FurrowFormats
internal import FurrowSQLite

/// One table of a package on its way into a database.
struct PackageTable {
  let resource: DataPackage.Resource
  let path: String
  let importer: PackageImporter
  private let plan: ImportPlan

  init(_ resource: DataPackage.Resource, of path: String, _ importer: PackageImporter) {
    self.resource = resource
    self.path = path
    self.importer = importer
    var plan = ImportPlan(sources: resource.parts.map(\.path), database: importer.database)
    plan.blobText = resource.own.blob
    self.plan = plan
  }

  /// The table's name.
  var name: String { resource.own.table ?? resource.name }

  /// Makes the table, or empties one that is there if that is allowed.
  func makeReady(in database: Database, _ fillsTables: Bool) throws(PipelineError) {
    let exists = try FurrowPipeline.database { () throws(SQLiteError) in
      guard try database.tableExists(name) else { return false }
      if fillsTables { try database.execute("DELETE FROM main.\(identifier: name)") }
      return true
    }
    if exists, fillsTables { return }
    if exists {
      throw .plan(
        "\(importer.database): the table \"\(name)\" is there already; rebuild the package in a new"
          + " database, or replace it with --if-exists replace"
      )
    }
    let given = resource.own.sql.first
    let sql: String
    if let given { sql = given } else { sql = try definition() }
    try FurrowPipeline.database { () throws(SQLiteError) in
      try database.create(sql, ["TABLE", "VIRTUAL"])
      guard try database.tableExists(name) else {
        throw SQLiteError(
          code: .error,
          message: "this statement of the package does not make the table \"\(name)\"",
          sql: sql
        )
      }
    }
  }

  /// The statement that makes a table of the schema.
  private func definition() throws(PipelineError) -> String {
    guard let schema = resource.schema else {
      throw .plan("\(path): the resource \"\(resource.name)\" has no schema of its own")
    }
    let columns = schema.fields.map {
      (name: $0.name, declaredType: SchemaTable.declaration(of: $0, in: schema, plan))
    }
    var creation = TableCreation(name: name, columns: columns)
    creation.constraints = SchemaTable.constraints(of: schema, in: columns, plan)
    creation.constraints += schema.foreignKeys.map { key in
      let own = key.fields.map(quoted).joined(separator: ", ")
      let theirs = key.referencedFields.map(quoted).joined(separator: ", ")
      return "FOREIGN KEY (\(own)) REFERENCES \(quoted(key.resource ?? name)) (\(theirs))"
    }
    return creation.sql
  }

  /// Loads the records of all parts.
  func load(
    into database: Database,
    _ ledger: inout Ledger,
    _ logs: inout [RejectLog]
  ) throws(PipelineError) {
    guard let target = try Target(name, in: database, blobText: resource.own.blob) else { return }
    if resource.isBareJSON { return }
    let preparation = try preparation()
    for index in resource.sources.indices {
      try importer.cancellation?.check()
      try load(index, into: target, of: database, preparation, &ledger, &logs)
    }
  }

  /// Loads the records of the part at `index`.
  private func load(
    _ index: Int,
    into target: Target,
    of database: Database,
    _ preparation: TextPreparation?,
    _ ledger: inout Ledger,
    _ logs: inout [RejectLog]
  ) throws(PipelineError) {
    let reader = try reader(index)
    // A JSON text without records has no columns to match.
    if reader.columns.isEmpty { return }
    let match = try ColumnMatch(reader, with: target, by: plan)
    let inserter = try FurrowPipeline.database { () throws(SQLiteError) in
      try BatchInserter(database, plan: match.plan)
    }
    let log = RejectLog(
      RejectSource(
        path: reader.path,
        columns: reader.columns,
        header: reader.header,
        format: resource.format
      ),
      directory: nil,
      protecting: ProtectedFiles(database: importer.database, sources: plan.sources),
      stem: RejectSource.stems(of: plan.sources)[index]
    )
    logs.append(log)
    let stages: [any Stage] =
      if let preparation {
        try preparation.stages(for: index) + [TypeCheck(match.rules)]
      } else {
        [StorageTypes(resource, columns: reader.columns)]
      }
    let path = reader.path
    var pipeline = Pipeline(
      reading: reader,
      ahead: stages,
      to: Loader(inserter, from: path),
      rejects: log,
      lanes: importer.lanes
    )
    pipeline.cancellation = importer.cancellation
    try pipeline.run(&ledger)
  }

  /// Opens the part at `index`.
  private func reader(_ index: Int) throws(PipelineError) -> sending any RecordReader {
    var source = resource.sources[index]
    source.dialect.keepsNulls = true
    source.dialect.allowsBlankName = resource.schema?.hasBlankName ?? false
    if !source.dialect.hasHeader {
      source.dialect.columns = resource.schema?.fields.map(\.name) ?? []
    }
    try source.findColumns()
    return try source.open()
  }

  /// What the schema makes of the records, where the package does not say their storage classes.
  private func preparation() throws(PipelineError) -> TextPreparation? {
    guard resource.own.sql.isEmpty || resource.own.storage.contains(where: { $0 == nil }) else {
      return nil
    }
    var text = TextPlan(sources: resource.sources)
    text.schema = path
    text.cancellation = importer.cancellation
    return try TextPreparation(text)
  }
}

/// The foreign keys of a package, once all rows are there.
struct PackageKeys {
  private let package: DataPackage

  init(_ package: DataPackage) {
    self.package = package
  }

  /// Proves that every row refers to one that is there.
  func check(in database: Database, _ warnings: inout [String]) throws(PipelineError) {
    var broken: [String] = []
    for resource in package.resources {
      let table = resource.own.table ?? resource.name
      do throws(SQLiteError) {
        let rows = try database.brokenReferences(of: table)
        guard rows.reduce(0, { $0 + $1.count }) > resource.own.brokenReferences else { continue }
        broken += rows.map { "\($0.count) of \(table) to \($0.parent)" }
      } catch {
        // Such keys cannot be enforced in the database that they come from, either.
        warnings.append("\(table): \(error.message)")
      }
    }
    guard !broken.isEmpty else { return }
    throw .rejected(
      "rows refer to rows that are not there: \(broken.joined(separator: ", ")); nothing was loaded"
    )
  }
}
