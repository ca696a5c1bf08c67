/// The rows of a database whose foreign keys point nowhere.
///
/// A row is known by its table, its primary key (if one is declared) and the key it points to, so
/// that rows broken long ago are told from new ones even after a rebuild numbered them anew.
struct ForeignKeyViolations {
  /// One row, or one key that cannot be checked.
  struct Violation: Hashable {
    let table: String
    let parent: String
    /// The columns of the primary key, then those of the foreign key.
    let columns: [String]
    let row: [Value]

    /// Whether it is no row, but a key that fits no unique key of its parent; `parent` says so then.
    var isMismatch: Bool { columns.isEmpty }

    /// The row as a person looks for it, as `child(id 1, pid 7) -> parent`.
    var description: String {
      if isMismatch { return "\(table): \(parent)" }
      let fields = zip(columns, row).map { "\($0) \($1.shown)" }.joined(separator: ", ")
      return "\(table)(\(fields)) -> \(parent)"
    }
  }

  /// How often each is there; rows without a primary key may look alike.
  private var counts: [Violation: Int] = [:]

  /// Looks at the tables of `main` that have a foreign key and are in `scope`.
  init(of database: Database, in scope: KeyScope = .all) throws(SQLiteError) {
    let children = try database.query(
      """
      SELECT DISTINCT m.name FROM sqlite_master AS m, pragma_foreign_key_list(m.name)
      WHERE m.type = 'table' AND m.rootpage > 0
      """
    ) { row in row.text(at: 0) ?? "" }
    for name in children {
      guard let table = try database.table(name) else { continue }
      let keys = try database.foreignKeys(of: table.name)
      guard scope.includes(table.name, parents: keys.map(\.parent)) else { continue }
      let columns = try database.columns(of: table.name)
      do {
        try check(table, keys, columns, database)
      } catch {
        // A key that fits no unique key of its parent cannot be checked; that is one finding.
        guard error.code == .error else { throw error }
        add(Violation(table: table.name, parent: error.message, columns: [], row: []))
      }
    }
  }

  /// All of them as a person looks for them, in order.
  var all: [String] { counts.keys.map(\.description).sorted() }

  /// Those that are not in `before`, in order.
  func added(since before: ForeignKeyViolations) -> [Violation] {
    counts.filter { $0.value > before.counts[$0.key] ?? 0 }.keys
      .sorted { $0.description < $1.description }
  }

  private mutating func add(_ violation: Violation) {
    counts[violation, default: 0] += 1
  }

  /// Looks at one table: <https://www.sqlite.org/pragma.html#pragma_foreign_key_check>.
  private mutating func check(
    _ table: TableInfo,
    _ keys: [ForeignKeyInfo],
    _ all: [ColumnInfo],
    _ database: Database
  ) throws(SQLiteError) {
    let identity = all.filter { $0.primaryKeyPosition != nil }.map(\.name)
    // A column may have taken one of the three names of the rowid.
    let taken = all.map { $0.name.lowercased() }
    let rowID = ["rowid", "_rowid_", "oid"].first { !taken.contains($0) } ?? "rowid"
    let found = try database.rows(
      "SELECT DISTINCT rowid, fkid FROM pragma_foreign_key_check(?)",
      [.text(table.name)]
    )
    for row in found {
      let id = row[1].integer ?? -1
      guard let key = keys.first(where: { Int64($0.id) == id }) else { continue }
      let columns = (identity + key.columns).map(quoted).joined(separator: ", ")
      // A table without rowid gives no row, so the whole table is asked for such rows.
      let rows =
        row[0].isNull
        ? try database.rows(
          "SELECT \(raw: columns) FROM \(identifier: table.name) AS c WHERE \(raw: try orphan(key, database))"
        )
        : try database.rows(
          "SELECT \(raw: columns) FROM \(identifier: table.name) WHERE \(raw: rowID) = ?",
          [row[0]]
        )
      for values in rows {
        add(
          Violation(
            table: table.name,
            parent: key.parent,
            columns: identity + key.columns,
            row: values
          )
        )
      }
    }
  }

  /// A condition on row `c` that says its key is not NULL and has no parent.
  private func orphan(
    _ key: ForeignKeyInfo,
    _ database: Database
  ) throws(SQLiteError) -> String {
    let set = key.columns.map { "c.\(quoted($0)) IS NOT NULL" }.joined(separator: " AND ")
    guard try database.tableExists(key.parent) else { return set }
    var parents = key.parentColumns
    if parents.isEmpty {
      parents = try database.columns(of: key.parent)
        .filter { $0.primaryKeyPosition != nil }
        .sorted { $0.primaryKeyPosition ?? 0 < $1.primaryKeyPosition ?? 0 }.map(\.name)
    }
    let same = zip(parents, key.columns).map { "p.\(quoted($0)) = c.\(quoted($1))" }
      .joined(separator: " AND ")
    return "\(set) AND NOT EXISTS (SELECT 1 FROM \(quoted(key.parent)) AS p WHERE \(same))"
  }
}
