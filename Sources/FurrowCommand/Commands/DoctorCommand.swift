import Furrow

/// `furrow doctor`: what is here and what is missing.
package enum DoctorCommand {
  package static let command = Command(
    name: "doctor",
    summary: "print versions, limits and what is missing; exit 1 if something is",
    synopsis: ["furrow doctor [OPTIONS]"],
    options: [Options.json.option],
    examples: [
      Command.Example("furrow doctor", "look at the libraries, the terminal and TMPDIR"),
      Command.Example("furrow doctor --json", "the same for a report of a fault"),
    ],
    body: .run { arguments, console in
      let diagnosis = Diagnosis(
        arguments.environment,
        terminalWidth: console.terminalWidth,
        isColored: console.isColored(.output)
      )
      let width = console.terminalWidth ?? Terminal.usualWidth
      let isJSON = try arguments[Options.json]
      try console.write(isJSON ? diagnosis.json.indented : diagnosis.text(width: width))
      return diagnosis.problems.isEmpty ? .complete : .failed
    }
  )
}
