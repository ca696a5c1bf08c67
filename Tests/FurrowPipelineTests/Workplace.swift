import FurrowSQLite
import TestSupport

/// A folder with files and a database, where commands are run as a person would type them.
struct Workplace {
  let folder: TemporaryDirectory

  /// Writes `files`, by name, and makes `data.db` when there is `sql` for it.
  init(_ files: [String: String] = [:], sql: String? = nil) throws {
    folder = try TemporaryDirectory()
    for (name, text) in files { try folder.write(text, to: name) }
    guard let sql else { return }
    let database = try Database(
      path: folder.file("data.db"),
      options: Database.Options(mode: .create)
    )
    try database.execute(SQL(raw: sql))
  }

  /// Runs a line of `bash`, in which `furrow` is the built program.
  func run(_ line: String, input: String = "") throws -> CommandRun {
    try CommandRun(
      script: "furrow() { \"$0\" \"$@\"; }\n\(line)",
      input: Array(input.utf8),
      directory: folder.path
    )
  }

  /// All that `data.db` holds.
  var dump: DatabaseDump {
    get throws { try DatabaseDump(folder.file("data.db")) }
  }

  /// The rows that `sql` finds in `data.db`, as text: fields with `|`, rows with spaces between.
  func ask(_ sql: String) throws -> String {
    let database = try Database(
      path: folder.file("data.db"),
      options: Database.Options(mode: .readOnly)
    )
    return try database.rows(SQL(raw: sql)).map { row in
      row.map { value in
        switch value {
        case .null: "NULL"
        case .integer(let number): "\(number)"
        case .real(let number): "\(number)"
        case .text(let text): "'\(text)'"
        case .blob(let bytes): "x\(bytes)"
        }
      }.joined(separator: "|")
    }.joined(separator: " ")
  }

  /// The text of the file `name`; empty if there is none.
  func text(_ name: String) -> String {
    String(decoding: folder.read(name) ?? [], as: UTF8.self)
  }
}
