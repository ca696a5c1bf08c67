import FurrowCommand
import Testing

struct ReadingCase: Sendable, CustomTestStringConvertible {
  let name: String
  let arguments: [String]
  var environment: [String: String] = [:]
  let tale: String
  var testDescription: String { name }
}

@Suite struct `Reading arguments` {
  @Test(arguments: [
    ReadingCase(
      name: "nothing",
      arguments: [],
      tale: "level 3 names [] dry false words []"
    ),
    ReadingCase(
      name: "a value behind its option",
      arguments: ["--level", "4"],
      tale: "level 4 names [] dry false words []"
    ),
    ReadingCase(
      name: "a value joined by an equals sign",
      arguments: ["--level=5", "--name=a=b"],
      tale: #"level 5 names ["a=b"] dry false words []"#
    ),
    ReadingCase(
      name: "letters",
      arguments: ["-l", "6", "-nx", "-n=y"],
      tale: #"level 6 names ["x", "=y"] dry false words []"#
    ),
    ReadingCase(
      name: "joined flags, the last with a value",
      arguments: ["-qDl7"],
      tale: "level 7 names [] dry true words []"
    ),
    ReadingCase(
      name: "joined flags, the value behind",
      arguments: ["-qDl", "8", "w"],
      tale: #"level 8 names [] dry true words ["w"]"#
    ),
    ReadingCase(
      name: "words among options",
      arguments: ["a", "--dry", "-", "--level", "2", "b"],
      tale: #"level 2 names [] dry true words ["a", "-", "b"]"#
    ),
    ReadingCase(
      name: "negative numbers as words",
      arguments: ["-5", "-.5", "-1e9"],
      tale: #"level 3 names [] dry false words ["-5", "-.5", "-1e9"]"#
    ),
    ReadingCase(
      name: "nothing but words behind --",
      arguments: ["--", "--level", "-h", "--"],
      tale: #"level 3 names [] dry false words ["--level", "-h", "--"]"#
    ),
    ReadingCase(
      name: "values with a dash in front",
      arguments: ["--name", "-x + 1", "--name", "-"],
      tale: #"level 3 names ["-x + 1", "-"] dry false words []"#
    ),
    ReadingCase(
      name: "values that spell an option, when joined",
      arguments: ["--name=--dry", "-n--"],
      tale: #"level 3 names ["--dry", "--"] dry false words []"#
    ),
    ReadingCase(
      name: "an empty word",
      arguments: [""],
      tale: #"level 3 names [] dry false words [""]"#
    ),
    ReadingCase(
      name: "the environment",
      arguments: [],
      environment: ["FURROW_LEVEL": "9", "FURROW_NAME": "e", "FURROW_DRY": "yes"],
      tale: #"level 9 names ["e"] dry true words []"#
    ),
    ReadingCase(
      name: "the command line before the environment",
      arguments: ["-l1", "-nz"],
      environment: ["FURROW_LEVEL": "9", "FURROW_NAME": "e", "FURROW_DRY": "off"],
      tale: #"level 1 names ["z"] dry false words []"#
    ),
    ReadingCase(
      name: "an empty variable as none",
      arguments: [],
      environment: ["FURROW_LEVEL": "", "FURROW_DRY": ""],
      tale: "level 3 names [] dry false words []"
    ),
  ])
  func `gives each setting its value`(_ example: ReadingCase) throws {
    let run = try ProgramRun(
      ["tell"] + example.arguments,
      table: CommandSet.table(),
      environment: example.environment
    )
    #expect(run.output == example.tale + "\n")
    #expect(run.exitCode == .complete)
  }

  @Test(
    arguments: [
      (["--level"], "missing value: --level N"),
      (
        ["--level", "--dry"],
        "missing value: --level N, found '--dry' (if that is the value: --level=--dry)"
      ),
      (["-l", "--"], "missing value: --level N, found '--' (if that is the value: --level=--)"),
      (["-l1", "--level", "2"], "--level is given twice"),
      (["-DD"], "--dry is given twice"),
      (["--dry=1"], "--dry takes no value"),
      (["--level", "10"], "--level: expected a whole number from 1 to 9, found '10'"),
      (
        ["--level", "99999999999999999999"],
        "--level: expected a whole number from 1 to 9, found '99999999999999999999'"
      ),
      (["--name="], "--name: expected a text that is not empty, found ''"),
      (["--levle", "1"], "unknown option --levle: did you mean --level?"),
      (["--lev=1"], "unknown option --lev: did you mean --level?"),
      (["--other"], "unknown option --other"),
      (["--\u{1B}[31m"], "unknown option --\\x1b[31m"),
      (["-Q"], "unknown option -Q: did you mean -q?"),
      (["-x"], "unknown option -x"),
      (["-qx"], "unknown option -x"),
      (["-dry"], "unknown option -dry: did you mean --dry?"),
      (["-q", "-v"], "--quiet and --verbose exclude each other"),
      (["--color", "red"], "--color: expected auto, always or never, found 'red'"),
    ] as [([String], String)]
  )
  func `says what is wrong, and exits 64`(_ arguments: [String], _ message: String) throws {
    let run = try ProgramRun(["tell"] + arguments, table: CommandSet.table())
    #expect(run.errors == "furrow tell: \(message)\nsee 'furrow tell --help'\n")
    #expect(run.output.isEmpty)
    #expect(run.exitCode == .wrongUsage)
  }

  @Test func `names the variable that holds a wrong value`() throws {
    let run = try ProgramRun(
      ["tell"],
      table: CommandSet.table(),
      environment: ["FURROW_DRY": "perhaps"]
    )
    #expect(
      run.errors == "furrow tell: FURROW_DRY: expected 1 or 0, found 'perhaps'\n"
        + "see 'furrow tell --help'\n"
    )
    #expect(run.exitCode == .wrongUsage)
  }

  @Test func `survives a huge argument`() throws {
    let huge = String(repeating: "a", count: 1 << 20)
    let run = try ProgramRun(["tell", "--\(huge)"], table: CommandSet.table())
    #expect(
      run.errors == "furrow tell: unknown option --\(huge.prefix(57))…\nsee 'furrow tell --help'\n"
    )
  }
}
