import FurrowCommand

/// Commands whose work is to fail, or to tell what they were given.
enum CommandSet {
  static let level: Setting<Int> = .defaulted(
    "level",
    letter: "l",
    .wholeNumber("N", in: 1...9),
    to: "3",
    in: .run,
    help: "a number"
  )
  static let names: Setting<[String]> = .repeated(
    "name",
    letter: "n",
    .text("NAME"),
    in: .run,
    help: "a name"
  )
  static let isDry: Setting<Bool> = .flag("dry", letter: "D", in: .run, help: "a flag")

  /// `tell` takes anything, `fail` throws the error.
  static func table(failingWith error: any Error = UnknownError()) -> CommandTable {
    CommandTable([
      Command(
        name: "tell",
        summary: "tell",
        synopsis: ["furrow tell [WORD...]"],
        positionals: [Positional("WORD", .any, help: "a word")],
        options: [level.option, names.option, isDry.option],
        examples: [],
        body: .run { arguments, console in
          try console.write(tale(arguments))
          console.note("note")
          console.detail("detail")
          return .complete
        }
      ),
      Command(
        name: "fail",
        summary: "fail",
        synopsis: ["furrow fail"],
        examples: [],
        body: .run { _, console in
          try console.write("before\n")
          throw error
        }
      ),
    ])
  }

  static func tale(_ arguments: ParsedArguments) throws(UsageError) -> String {
    """
    level \(try arguments[level]) names \(try arguments[names]) dry \(try arguments[isDry]) \
    words \(arguments.positionals("WORD"))

    """
  }
}

/// An error the program knows nothing of.
struct UnknownError: Error, CustomStringConvertible {
  var description: String { "disk on fire\n\u{1B}[31m" }
}
