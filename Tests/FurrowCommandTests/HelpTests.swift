import FurrowCommand
import Testing

@Suite struct `Help` {
  private static let names = CommandTable.furrow.workers.map(\.name)

  @Test(arguments: [[], ["--help"], ["-h"], ["help"], ["help", "--help"]])
  func `of the program names every command`(_ arguments: [String]) throws {
    let run = try ProgramRun(arguments)
    #expect(run.exitCode == .complete)
    #expect(run.errors.isEmpty)
    #expect(run.output.hasPrefix("furrow 0.1.0: "))
    for command in CommandTable.furrow.commands {
      #expect(run.output.contains("\n  \(command.name) "))
    }
  }

  @Test(arguments: names)
  func `of a command has examples first, then every option`(_ name: String) throws {
    let words = name.split(separator: " ").map(String.init)
    let run = try ProgramRun(words + ["--help"])
    #expect(run.exitCode == .complete)
    let command = try #require(CommandTable.furrow.workers.first { $0.name == name })
    let headings = run.output.split(separator: "\n").filter { $0.first?.isUppercase ?? false }
    #expect(headings.prefix(2) == ["Examples", "Usage"])
    for option in command.options {
      let letter = option.letter.map { "-\($0), " } ?? "    "
      #expect(run.output.contains("\n  \(letter)\(option.spelling)"))
    }
    for place in command.positionals { #expect(run.output.contains("\n  \(place.spelling)")) }
    #expect(try ProgramRun(["help"] + words).output == run.output)
  }

  @Test(arguments: [[], ["migrate"]] + names.map { $0.split(separator: " ").map(String.init) })
  func `fits 80 columns but for lines to type`(_ words: [String]) throws {
    let wide = try ProgramRun(words + ["--help"]).output.split(separator: "\n").filter {
      $0.count > 80 && !$0.contains("furrow ")
    }
    #expect(wide == [])
  }

  @Test(arguments: [
    ["import", "--bogus", "--help"], ["import", "-qh"], ["migrate", "--db", "x", "--help"],
    ["migrate", "--help"],
    ["migrate", "up", "-h"],
  ])
  func `is given whatever else is on the line`(_ arguments: [String]) throws {
    let run = try ProgramRun(arguments)
    #expect(run.exitCode == .complete)
    #expect(run.errors.isEmpty)
    #expect(run.output.contains("\nExamples\n"))
  }

  @Test func `is not what a word behind -- asks for`() throws {
    let run = try ProgramRun(["tell", "--", "--help"], table: CommandSet.table())
    #expect(run.output == #"level 3 names [] dry false words ["--help"]"# + "\n")
  }

  @Test func `shows how the table of options looks`() throws {
    let run = try ProgramRun(["migrate", "backup", "--help"])
    #expect(
      run.output == """
        furrow migrate backup: copy a database that may be in use, and check the copy

        Examples
          furrow migrate backup --db app.db
              make a copy beside the database

        Usage
          furrow migrate backup --db DB [OPTIONS]

        Source and target
              --db DB  database to migrate; created if it is missing (required)

        How migrations run
              --backup-dir DIR  folder for copies of the database; without it its own
              --keep-backups N  how many copies of the database are kept (default: 3)

        The run
              --busy-timeout DURATION  how long to wait for a database that another
                                       program has locked (default: 10s)

        Messages
              --json                     print the outcome as one JSON object
              --color auto|always|never  colour messages and tables; auto does so on a
                                         terminal, unless NO_COLOR is set (default:
                                         auto)
          -q, --quiet                    print nothing but faults
          -v, --verbose                  print more about what is done
          -h, --help                     print this help

        An option that is not typed is taken from the environment: --busy-timeout from
        FURROW_BUSY_TIMEOUT, a flag such as --trim from FURROW_TRIM=1.

        """
    )
  }
}
