internal import FurrowFormats
internal import FurrowSQLite

/// All that a database holds, as lines of text: the schema, and every row with storage classes.
package struct DatabaseDump: Equatable, Sendable, CustomStringConvertible {
  package let lines: [String]

  package var description: String { lines.joined(separator: "\n") }

  /// Looks at the database at `path`; one that is not there has no lines.
  package init(_ path: String) throws {
    guard Folder.hasFile(path) else {
      lines = []
      return
    }
    let database = try Database(path: path, options: Database.Options(mode: .readOnly))
    var lines: [String] = []
    let objects = try database.rows(
      "SELECT type, name, sql FROM sqlite_schema ORDER BY type, name"
    )
    for object in objects {
      lines.append("\(object[0].text ?? "") \(object[1].text ?? ""): \(object[2].text ?? "")")
    }
    for object in objects where object[0].text == "table" {
      let name = object[1].text ?? ""
      for row in try database.rows("SELECT * FROM \(identifier: name)") {
        lines.append("\(name): " + row.map { "\($0)" }.joined(separator: " | "))
      }
    }
    self.lines = lines
  }
}
