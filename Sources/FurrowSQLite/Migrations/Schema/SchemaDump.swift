/// The schema of a database as a text that changes only when the schema does.
///
/// Tables come by name, each with its indexes and triggers, then views, each behind those it
/// needs. There are no versions in it, nothing of SQLite's own and nothing of furrow's.
public struct SchemaDump: Hashable, Sendable {
  /// One table, index, trigger or view.
  public struct Object: Hashable, Sendable {
    /// `table`, `index`, `trigger` or `view`.
    public let type: String
    /// Its name.
    public let name: String
    /// The table or view it belongs to; its own name for these.
    public let table: String
    /// The statement that makes it, without a semicolon.
    public let sql: String

    /// What a person calls it, as `table t`.
    public var title: String { "\(type) \(name)" }
  }

  /// The objects, in the order in which they can be made.
  public let objects: [Object]

  /// The whole text, each statement with a semicolon; empty for an empty schema.
  public var text: String { objects.map { $0.sql + ";\n" }.joined(separator: "\n") }

  /// Reads the schema of `database`.
  ///
  /// - Throws: `database` if it cannot be read.
  public init(of database: Database) throws(MigrationError) {
    do {
      let shadows = try database.tables().filter { $0.kind == .shadow }.map(\.name)
      let rows = try database.query(
        """
        SELECT type, name, tbl_name, sql FROM sqlite_master
        WHERE sql IS NOT NULL AND \(raw: SchemaFingerprint.condition) ORDER BY name COLLATE NOCASE, name
        """
      ) { row in (0..<4).map { row.text(at: $0) ?? "" } }
      var common = Set(rows.map { $0[1].lowercased() })
      for row in rows { common.insert(row[2].lowercased()) }
      var objects: [Object] = []
      for row in rows where !shadows.contains(row[2]) {
        let columns = try database.columns(of: row[2]).map { $0.name.lowercased() }
        let canonical = CanonicalSQL(names: common.union(columns))
        objects.append(
          Object(
            type: row[0],
            name: row[1],
            table: row[2],
            sql: canonical.text(of: row[3], type: row[0])
          )
        )
      }
      self.objects = Self.ordered(objects)
    } catch {
      throw MigrationError(error)
    }
  }

  private static func ordered(_ objects: [Object]) -> [Object] {
    var parts: [String: [Object]] = [:]
    for type in ["index", "trigger"] {
      for object in objects where object.type == type {
        parts[object.table.lowercased(), default: []].append(object)
      }
    }
    let views = objects.filter { $0.type == "view" }
    var done: Set<String> = []
    var sorted: [Object] = []
    func add(_ view: Object, above: Set<String>) {
      guard !above.contains(view.name), done.insert(view.name).inserted else { return }
      let words = Set(TokenStream.tokens(of: view.sql).compactMap { $0.name?.lowercased() })
      for other in views where other != view && words.contains(other.name.lowercased()) {
        add(other, above: above.union([view.name]))
      }
      sorted.append(view)
    }
    for view in views { add(view, above: []) }
    return (objects.filter { $0.type == "table" } + sorted).flatMap { owner in
      [owner] + (parts[owner.name.lowercased()] ?? [])
    }
  }

  /// What `other` has that this has not, and the other way round.
  public func differences(to other: SchemaDump) -> [SchemaDifference] {
    func key(_ object: Object) -> String { "\(object.type) \(object.name.lowercased())" }
    var mine: [String: Object] = [:]
    for object in objects { mine[key(object)] = object }
    var differences: [SchemaDifference] = []
    for object in other.objects {
      let counterpart = mine.removeValue(forKey: key(object))
      guard counterpart?.sql != object.sql else { continue }
      differences.append(SchemaDifference(expected: counterpart, found: object))
    }
    differences += objects.filter { mine[key($0)] != nil }
      .map { SchemaDifference(expected: $0, found: nil) }
    return differences
  }
}

/// An object of a schema that is not as it should be.
public struct SchemaDifference: Hashable, Sendable {
  /// As it should be; `nil` if it should not be there.
  public let expected: SchemaDump.Object?
  /// As it is; `nil` if it is not there.
  public let found: SchemaDump.Object?

  /// The difference in a line.
  public var summary: String {
    switch (expected, found) {
    case (let expected?, nil): "\(expected.title) is missing"
    case (nil, let found?): "\(found.title) should not be there"
    case (let expected?, _): "\(expected.title) is not as expected"
    case (nil, nil): ""
    }
  }

  /// The lines that differ, `-` before those expected and `+` before those found.
  public var lines: [String] {
    let old = expected?.sql.split(separator: "\n").map(String.init) ?? []
    let new = found?.sql.split(separator: "\n").map(String.init) ?? []
    let isWhole = old.isEmpty || new.isEmpty
    return old.filter { isWhole || !new.contains($0) }.map { "- \($0)" }
      + new.filter { isWhole || !old.contains($0) }.map { "+ \($0)" }
  }
}
