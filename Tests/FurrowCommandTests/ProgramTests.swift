import Foundation
import FurrowCommand
import Testing

@Suite struct `The program` {
  @Test func `prints an error it does not know in one line, and exits 1`() throws {
    let run = try ProgramRun(["fail"], table: CommandSet.table())
    #expect(run.output == "before\n")
    #expect(run.errors == "furrow: disk on fire\\n\\x1b[31m\n")
    #expect(run.exitCode == .failed)
  }

  @Test(arguments: ExitCode.allCases.filter { $0 != .complete })
  func `exits as a failure says`(_ exitCode: ExitCode) throws {
    let failure = CommandFailure(exitCode, "it broke", details: ["  SELECT", "  ^"])
    let run = try ProgramRun(["fail"], table: CommandSet.table(failingWith: failure))
    #expect(run.errors == "furrow: it broke\n  SELECT\n  ^\n")
    #expect(run.exitCode == exitCode)
  }

  @Test(arguments: [
    ([], "note\n"), (["-q"], ""), (["-v"], "note\ndetail\n"), (["--verbose"], "note\ndetail\n"),
  ])
  func `says as much as it is asked to`(_ arguments: [String], _ errors: String) throws {
    let run = try ProgramRun(["tell"] + arguments, table: CommandSet.table())
    #expect(run.errors == errors)
  }

  #if os(Linux)
  @Test func `is not complete when a message is lost`() throws {
    let full = try FileHandle(forWritingTo: URL(fileURLWithPath: "/dev/full"))
    let null = try FileHandle(forWritingTo: URL(fileURLWithPath: "/dev/null"))
    let console = Console(
      output: null.fileDescriptor,
      errors: full.fileDescriptor,
      environment: Environment()
    )
    let program = Program(
      table: CommandSet.table(),
      environment: Environment(),
      console: console
    )
    #expect(program.run(["tell", "-q"]) == .complete)
    #expect(program.run(["tell"]) == .failed)
  }
  #endif

  @Test(arguments: [["--version"], ["--version", "-v"], ["-v", "--version"]])
  func `tells its version`(_ arguments: [String]) throws {
    let run = try ProgramRun(arguments)
    #expect(run.output.hasPrefix("furrow 0.1.0\n"))
    #expect(run.exitCode == .complete)
  }

  @Test(
    arguments: [
      ("always", ["NO_COLOR": "1"], true), ("never", [:], false), ("auto", [:], false),
    ] as [(String, [String: String], Bool)]
  )
  func `colours as it is asked to`(
    _ choice: String,
    _ environment: [String: String],
    _ isColored: Bool
  ) throws {
    let table = CommandTable([
      Command(
        name: "ask",
        summary: "ask",
        synopsis: [],
        examples: [],
        body: .run { _, console in
          try console.write("\(console.isColored(.output))")
          return .complete
        }
      )
    ])
    let run = try ProgramRun(["ask", "--color", choice], table: table, environment: environment)
    #expect(run.output == "\(isColored)")
  }
}
