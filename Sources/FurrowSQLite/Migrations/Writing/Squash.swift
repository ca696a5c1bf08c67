/// One file in place of all up to a version.
public struct Squash: Sendable {
  /// The name of the new file.
  public let file: String
  /// Its text.
  public let text: String
  /// The migrations it stands for.
  public let replaced: [Migration]

  /// Makes the text, and proves that it makes the same schema and rows.
  ///
  /// - Throws: `version` if the folder has no such version; `state` if the text does not make the
  ///   same, so that nothing must be replaced.
  public init(
    _ migrator: Migrator,
    to version: MigrationVersion
  ) throws(MigrationError) {
    let replaced = migrator.migrations.filter { $0.version <= version && $0.kind == .versioned }
    guard let last = replaced.last, last.version == version else {
      throw MigrationError(.version, "the folder has no version \(version)", version: version.text)
    }
    let old = try Migrator(migrations: replaced).replay()
    let text = try Self.text(old, replaced)
    let name = Self.name(last)
    let migration = try Migration(
      MigrationFileName(last.version, "squashed", .up, nil),
      file: name,
      path: name,
      bytes: Array(text.utf8)
    )
    let new = try Migrator(migrations: [migration]).replay()
    let differences = try SchemaDump(of: old).differences(to: SchemaDump(of: new))
    let otherRows = try Self.otherRows(old, new)
    if let first = differences.first?.summary ?? otherRows {
      throw MigrationError(
        .state,
        "the squashed file does not make the same database: \(first)",
        version: version.text
      )
    }
    file = name
    self.text = text
    self.replaced = replaced
  }

  /// Writes the file into `folder` and removes those it stands for, with their ways back.
  ///
  /// - Throws: `unreadable` if that cannot be done.
  public func write(into folder: String) throws(MigrationError) {
    try FolderWriter.create("\(folder)/\(file)", text)
    for migration in replaced {
      let parts = (migration.up + migration.down).map(\.path)
      for path in Set(parts + [migration.path]).sorted() {
        try FolderWriter.remove(path, withFolder: migration.file.contains("/"))
      }
    }
  }

  private static func name(_ last: Migration) -> String {
    switch last.format {
    case .flyway, .refinery: "V\(last.version)__squashed.sql"
    case .golangMigrate: "\(last.version)_squashed.up.sql"
    case .prisma: "\(last.version)_squashed/migration.sql"
    case .diesel: "\(last.version)_squashed/up.sql"
    case .dbmate, .goose, .sqlMigrate, .plain: "\(last.version)_squashed.sql"
    }
  }

  private static func text(
    _ database: Database,
    _ replaced: [Migration]
  ) throws(MigrationError) -> String {
    let versions = replaced.flatMap { [$0.version.text] + $0.directives.replaces.map(\.text) }
    var text = "-- furrow: replaces=\(versions.joined(separator: ","))\n"
    switch replaced.last?.format {
    case .dbmate: text += "-- migrate:up\n"
    case .goose: text += "-- +goose Up\n"
    case .sqlMigrate: text += "-- +migrate Up\n"
    default: break
    }
    let dump = try SchemaDump(of: database)
    // Triggers come last, so that they do not act on the rows.
    for object in dump.objects where object.type != "trigger" { text += "\n\(object.sql);\n" }
    do { text += try rows(database) } catch { throw MigrationError(error) }
    for object in dump.objects where object.type == "trigger" { text += "\n\(object.sql);\n" }
    return text
  }

  private static func rows(_ database: Database) throws(SQLiteError) -> String {
    var text = ""
    for table in try database.tables() where table.kind == .table || table.kind == .virtual {
      guard !MigrationHistory.ownNames.contains(table.name) else { continue }
      let columns = try database.columns(of: table.name).filter { $0.kind == .ordinary }
        .map { quoted($0.name) }
      let values = columns.map { "quote(\($0))" }.joined(separator: " || ', ' || ")
      let rows = try database.query("SELECT \(raw: values) FROM \(identifier: table.name)") { row in
        row.text(at: 0) ?? ""
      }
      if !rows.isEmpty { text += "\n" }
      for row in rows {
        text +=
          "INSERT INTO \(quoted(table.name))(\(columns.joined(separator: ", "))) VALUES (\(row));\n"
      }
    }
    return text
  }

  private static func otherRows(
    _ old: Database,
    _ new: Database
  ) throws(MigrationError) -> String? {
    do throws(SQLiteError) {
      let before = try TableRows(of: old, columnsOf: SchemaShape(of: old))
      let after = try TableRows(of: new, columnsOf: SchemaShape(of: old))
      return before.differences(to: after).first.map { "the rows of \($0) are not the same" }
    } catch {
      throw MigrationError(error)
    }
  }
}
