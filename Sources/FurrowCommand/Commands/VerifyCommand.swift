import Furrow

/// `furrow verify`: the files of a Data Package held against what it says of them.
package enum VerifyCommand {
  package static let command = Command(
    name: "verify",
    summary: "check the files of a data package: bytes, digests, rows and schema",
    synopsis: ["furrow verify PACKAGE [OPTIONS]"],
    positionals: [
      Positional("PACKAGE", .one, .input, help: "the package, such as dump/datapackage.json")
    ],
    options: [Options.memory.option, Options.jobs.option],
    examples: [
      Command.Example(
        "furrow verify dump/datapackage.json",
        "exit 1 if a file is not as export --manifest has written it, and say how"
      )
    ],
    body: .run(run)
  )

  @Sendable private static func run(
    _ arguments: ParsedArguments,
    _ console: Console
  ) throws -> ExitCode {
    let path = try arguments.positional("PACKAGE")
    let verifier = PackageVerifier(
      path: path,
      memoryBytes: try arguments[Options.memory],
      lanes: try arguments[Options.jobs],
      cancellation: StopSignals.cancellation()
    )
    let report: PackageVerifier.Report
    do throws(PipelineError) {
      report = try verifier.run()
    } catch {
      if case .interrupted = error { throw CommandFailure(.interrupted, error) }
      throw CommandFailure(.failed, error)
    }
    console.warn(report.warnings)
    for fault in report.faults {
      console.report(DisplayText.escaped(console.secrets.maskedMessage(fault)))
    }
    for (name, rows) in report.tables {
      console.detail("\(DisplayText.escaped(name)): \(rows) row\(rows == 1 ? "" : "s")")
    }
    let count = report.faults.count
    if count > 0 {
      throw CommandFailure(
        .failed,
        "\(path): \(count) fault\(count == 1 ? "" : "s"); the package is not what it says"
      )
    }
    let rows = report.tables.reduce(0) { $0 + $1.rows }
    let tables = report.tables.count
    console.note(
      "\(path): \(tables) table\(tables == 1 ? "" : "s"), \(rows) row\(rows == 1 ? "" : "s"), no fault"
    )
    return .complete
  }
}
