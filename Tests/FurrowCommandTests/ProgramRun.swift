import FurrowCommand
import Foundation

/// One run of the program within the tests, against files instead of a terminal.
struct ProgramRun {
  let exitCode: ExitCode
  let output: String
  let errors: String

  init(
    _ arguments: [String],
    table: CommandTable = .furrow,
    environment: [String: String] = [:]
  ) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("furrow-program-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let outputFile = folder.appendingPathComponent("output")
    let errorFile = folder.appendingPathComponent("errors")
    try Data().write(to: outputFile)
    try Data().write(to: errorFile)
    let output = try FileHandle(forWritingTo: outputFile)
    let errors = try FileHandle(forWritingTo: errorFile)
    let environment = Environment(environment)
    let console = Console(
      output: output.fileDescriptor,
      errors: errors.fileDescriptor,
      environment: environment
    )
    exitCode = Program(table: table, environment: environment, console: console).run(arguments)
    try output.close()
    try errors.close()
    self.output = String(decoding: try Data(contentsOf: outputFile), as: UTF8.self)
    self.errors = String(decoding: try Data(contentsOf: errorFile), as: UTF8.self)
  }
}
