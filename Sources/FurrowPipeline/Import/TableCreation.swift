internal import FurrowSQLite

/// Makes the table that an import lacks.
struct TableCreation {
  let name: String
  /// Names and declared types, in order.
  let columns: [(name: String, declaredType: String)]
  /// What holds for several columns.
  var constraints: [String] = []

  /// The statement that makes the table.
  var sql: String {
    let lines =
      columns.map {
        [quoted($0.name), $0.declaredType].filter { !$0.isEmpty }.joined(separator: " ")
      } + constraints
    let list = lines.map { "  \($0)" }.joined(separator: ",\n")
    return "CREATE TABLE \(quoted(name)) (\n\(list)\n)"
  }

  /// Proves that SQLite can have such a table, before anything is read or written.
  func check(in database: Database, source: String, line: Int) throws(PipelineError) {
    if name.lowercased().hasPrefix("sqlite_") {
      throw .plan(
        "\"\(name)\": SQLite keeps names that start with sqlite_; choose one with --table"
      )
    }
    if columns.isEmpty {
      throw .plan("\(source): no record has a key, so there are no columns to make a table of")
    }
    let limit = database.value(of: .columns)
    if columns.count > limit {
      throw .plan(
        "\(source):\(line): \(columns.count) columns, and SQLite's tables have \(limit) at most"
      )
    }
    if let nul = columns.first(where: { $0.name.contains("\0") }) {
      throw .plan("\(source):\(line): the column name \(Excerpt(nul.name)) holds a NUL")
    }
  }
}
