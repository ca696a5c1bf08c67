/// Takes a command line apart by the options of one command.
///
/// Forms: `--name value`, `--name=value`, `-x value`, `-xvalue`, `-qv` for flags; `--` ends the
/// options; `-` and negative numbers are no options. Options and other arguments may be mixed.
package struct ArgumentReader {
  private let command: Command
  private let table: CommandTable
  private let environment: Environment
  private var rest: ArraySlice<String> = []
  private var given: [String: [String]] = [:]
  private var loose: [String] = []

  /// Creates a reader for `command`; the table is asked where else an unknown option exists.
  package init(_ command: Command, in table: CommandTable, environment: Environment) {
    self.command = command
    self.table = table
    self.environment = environment
  }

  /// Whether help is asked for, which then is given whatever else is wrong.
  package static func asksForHelp(_ arguments: ArraySlice<String>) -> Bool {
    arguments.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
  }

  /// Reads the arguments behind the command's name.
  ///
  /// - Returns: `nil` when help is asked for, in a group of letters too.
  package mutating func read(
    _ arguments: ArraySlice<String>
  ) throws(UsageError) -> ParsedArguments? {
    if Self.asksForHelp(arguments) { return nil }
    rest = arguments
    while let argument = rest.popFirst() {
      if argument == "--" {
        loose += rest
        break
      } else if argument.hasPrefix("--") {
        try readLong(argument.dropFirst(2))
      } else if Self.isLoose(argument) {
        loose.append(argument)
      } else {
        try readLetters(argument)
      }
    }
    if given[Options.help.option.name] != nil { return nil }
    let places = try PositionalReader(command: command).assign(loose)
    let parsed = ParsedArguments(
      commandName: command.name,
      given: given,
      positionals: places,
      environment: environment
    )
    try check(parsed)
    return parsed
  }

  /// Whether `argument` is no option although it may start with a dash.
  static func isLoose(_ argument: String) -> Bool {
    guard argument.hasPrefix("-"), argument != "-" else { return true }
    let next = argument.utf8.dropFirst().first { $0 != UInt8(ascii: ".") }
    return next.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
  }
}

extension ArgumentReader {
  private mutating func readLong(_ text: Substring) throws(UsageError) {
    let name = String(text.prefix { $0 != "=" })
    let attached = name.count < text.count ? String(text.dropFirst(name.count + 1)) : nil
    guard let option = command.options.first(where: { $0.name == name }) else {
      throw fault(UnknownOption(command: command, table: table).message(forName: name))
    }
    if option.isFlag {
      guard attached == nil else { throw fault("--\(name) takes no value") }
      try note(option, FlagText.on)
    } else if let attached {
      try note(option, attached)
    } else {
      try note(option, takeValue(of: option))
    }
  }

  /// Reads `-x`, `-xvalue` and `-qv`; a letter that takes a value takes the rest.
  private mutating func readLetters(_ argument: String) throws(UsageError) {
    var letters = argument.dropFirst()
    while let letter = letters.popFirst() {
      guard let option = command.options.first(where: { $0.letter == letter }) else {
        let unknown = UnknownOption(command: command, table: table)
        throw fault(unknown.message(forLetter: letter, in: argument))
      }
      if option.isFlag {
        try note(option, FlagText.on)
        continue
      }
      try note(option, letters.isEmpty ? takeValue(of: option) : String(letters))
      return
    }
  }

  /// Takes the next argument as a value, unless it plainly is an option itself.
  private mutating func takeValue(of option: Option) throws(UsageError) -> String {
    guard let value = rest.first else { throw fault("missing value: \(option.spelling)") }
    guard !isOption(value) else {
      throw fault(
        "missing value: \(option.spelling), found \(DisplayText.quoted(value))"
          + " (if that is the value: --\(option.name)=\(value))"
      )
    }
    rest.removeFirst()
    return value
  }

  /// Whether `text` is `--`, or spells an option of the command in full.
  private func isOption(_ text: String) -> Bool {
    if text == "--" { return true }
    return command.options.contains { option in
      text == "--\(option.name)" || text.hasPrefix("--\(option.name)=")
        || option.letter.map { text == "-\($0)" } ?? false
    }
  }

  private mutating func note(_ option: Option, _ text: String) throws(UsageError) {
    guard given[option.name] == nil || option.isRepeatable else {
      throw fault("--\(option.name) is given twice")
    }
    given[option.name, default: []].append(text)
  }

  /// Checks every value, also those from the environment, and that nothing needed is missing.
  private func check(_ parsed: ParsedArguments) throws(UsageError) {
    for option in command.options {
      let (texts, source) = parsed.texts(of: option)
      if option.isRequired, texts.isEmpty { throw fault("missing \(option.spelling)") }
      for text in texts {
        do throws(ValueFault) {
          try option.check(text)
        } catch {
          throw fault("\(source): \(error.message)")
        }
      }
    }
  }

  private func fault(_ message: String) -> UsageError {
    UsageError(command: command.name, message: message)
  }
}
