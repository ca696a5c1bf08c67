internal import FurrowCore
internal import FurrowSQLite

/// The tables, indexes, views and triggers of a package, as they come from a migrated database.
struct PackageSchema {
  private let package: DataPackage
  private let path: String

  init(_ package: DataPackage, path: String) {
    self.package = package
    self.path = path
  }

  /// The package without the indexes, views and triggers that `database` has already.
  ///
  /// - Throws: `drift` when something of the same name is not the same, so that the rows would not
  ///   be where they were; ``PipelineError`` for a resource that is no whole table.
  func missing(from database: Database) throws -> DataPackage {
    var missing = package
    let model = try Database(path: ":memory:", options: .init(mode: .create))
    for index in package.resources.indices {
      let resource = package.resources[index]
      guard resource.own.table != nil, let definition = resource.own.sql.first else {
        throw PipelineError.plan(
          "\(path): the resource \"\(resource.name)\" is no whole table of a database, so migrations"
            + " cannot bring it to another version"
        )
      }
      try model.create(definition, ["TABLE", "VIRTUAL"])
    }
    for index in package.resources.indices {
      let own = package.resources[index].own.sql
      missing.resources[index].own.sql =
        try own.prefix(1)
        + own.dropFirst().filter { try isMissing($0, ["INDEX"], from: database, model) }
    }
    missing.sql = try package.sql.filter {
      try isMissing($0, ["VIEW", "TRIGGER"], from: database, model)
    }
    try refuseDrift(SchemaDump(of: database).differences(to: SchemaDump(of: model)))
    return missing
  }

  /// Makes in `model` what `sql` makes, and tells whether `database` lacks that.
  private func isMissing(
    _ sql: String,
    _ kinds: Set<String>,
    from database: Database,
    _ model: Database
  ) throws(SQLiteError) -> Bool {
    try model.create(sql, kinds)
    let name = try model.firstText(
      "SELECT name FROM sqlite_schema ORDER BY rowid DESC LIMIT 1"
    )
    return try database.firstInteger(
      "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = ? COLLATE NOCASE)",
      [.text(name ?? "")]
    ) == 0
  }

  private func refuseDrift(_ differences: [SchemaDifference]) throws(MigrationError) {
    let changed = differences.filter { $0.expected != nil && $0.found != nil }
    guard let first = changed.first, let object = first.found else { return }
    var error = MigrationError(
      .drift,
      "\(object.title) of the package is not the one that the migrations up to version"
        + " \(package.schemaVersion?.text ?? "") make: it was changed by hand, or they were; put the"
        + " change into a migration and export again",
      path: path
    )
    error.details = changed.flatMap { [$0.summary] + $0.lines }
    throw error
  }
}
