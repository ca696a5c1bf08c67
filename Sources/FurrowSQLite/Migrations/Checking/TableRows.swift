/// The rows of the tables of a database, to be compared.
struct TableRows {
  /// By the table, in lower case.
  private var rows: [String: [[Value]]] = [:]

  /// Reads the rows of every table, of the columns that `other` has as well.
  init(of database: Database, columnsOf other: SchemaShape) throws(SQLiteError) {
    for table in try database.tables() where table.kind == .table {
      guard !MigrationHistory.ownNames.contains(table.name),
        let counterpart = other.tables[table.name.lowercased()]
      else { continue }
      let names = try database.columns(of: table.name).filter {
        $0.kind == .ordinary && counterpart.column($0.name) != nil
      }.map { quoted($0.name) }
      guard !names.isEmpty else { continue }
      let columns = names.sorted().joined(separator: ", ")
      rows[table.name.lowercased()] = try database.rows(
        "SELECT \(raw: columns) FROM \(identifier: table.name) ORDER BY \(raw: columns)"
      )
    }
  }

  /// The tables of both whose rows are not the same.
  func differences(to other: TableRows) -> [String] {
    rows.compactMap { table, mine in
      other.rows[table].flatMap { $0 == mine ? nil : table }
    }.sorted()
  }
}
