import FurrowSQLite
import TestSupport

/// A folder with a pipeline and its files, where the built program runs.
struct PipelineFolder {
  let folder: TemporaryDirectory

  /// Writes `pipeline` as `furrow.yaml`, and `files` by name.
  init(_ pipeline: String, _ files: [String: String] = [:]) throws {
    folder = try TemporaryDirectory()
    try folder.write(pipeline, to: "furrow.yaml")
    for (name, text) in files { try folder.write(text, to: name) }
  }

  /// Runs `furrow run furrow.yaml` with `arguments` behind it.
  func run(
    _ arguments: String...,
    environment: [String: String] = [:],
    signal: (number: Int32, delay: Duration)? = nil
  ) throws -> CommandRun {
    try CommandRun(
      ["run", "furrow.yaml"] + arguments,
      environment: environment,
      directory: folder.path,
      signal: signal
    )
  }

  /// Makes `data.db` by `sql`.
  func make(_ sql: String) throws {
    try Database(path: folder.file("data.db"), options: .init(mode: .create)).execute(SQL(raw: sql))
  }

  /// The rows that `sql` finds in `data.db`, fields with `|` and rows with spaces between.
  func ask(_ sql: String) throws -> String {
    let database = try Database(path: folder.file("data.db"), options: .init(mode: .readOnly))
    return try database.rows(SQL(raw: sql)).map { row in
      row.map { $0.text ?? $0.integer.map(String.init) ?? ($0 == .null ? "NULL" : "\($0)") }
        .joined(separator: "|")
    }.joined(separator: " ")
  }

  /// The text of the file `name`; empty if there is none.
  func text(_ name: String) -> String {
    String(decoding: folder.read(name) ?? [], as: UTF8.self)
  }
}
