import FurrowCommand
import Testing

@Suite struct `The table of options` {
  private static let commands = CommandTable.furrow.workers

  @Test func `gives an option of one name one meaning`() {
    var meanings: [String: String] = [:]
    // What a pipeline sets are its variables, as every such tool has it; what can be checked of
    // duplicates is whether there are any.
    let others = ["run": "set", "dedupe": "check"]
    let options = Self.commands.flatMap { command in
      command.options.filter { others[command.name] != $0.name }
    }
    for option in options {
      let meaning = "\(option.spelling) \(option.letter.map(String.init) ?? "") \(option.help)"
      #expect(meanings[option.name, default: meaning] == meaning)
      meanings[option.name] = meaning
    }
  }

  @Test(arguments: commands.map(\.name))
  func `has no name or letter twice in a command`(_ name: String) throws {
    let command = try #require(Self.commands.first { $0.name == name })
    let letters = command.options.compactMap(\.letter)
    #expect(Set(command.options.map(\.name)).count == command.options.count)
    #expect(Set(letters).count == letters.count)
  }

  @Test func `has defaults that are values of their options`() throws {
    for option in Self.commands.flatMap(\.options) {
      if let text = option.defaultText { try option.check(text) }
    }
  }

  @Test func `has examples that are right usage`() throws {
    for command in Self.commands {
      for example in command.examples {
        let words = Self.words(of: example.line)
        let start = try #require(words.firstIndex(of: "furrow"))
        let (found, rest) = try CommandTable.furrow.resolve(Array(words[(start + 1)...]))
        #expect(found.name == command.name)
        var reader = ArgumentReader(found, in: .furrow, environment: Environment())
        let arguments = try #require(try reader.read(rest))
        switch found.name {
        case "import": _ = try ImportArguments(arguments)
        case "export": _ = try ExportArguments(arguments)
        case "query": _ = try QueryArguments(arguments)
        default: break
        }
      }
    }
  }

  @Test func `says of each path and of each piece of SQL that it is one`() {
    let words = ["FILE", "FILE.json", "DIR", "DB", "SQL", "EXPR", "col=EXPR", "SOURCE"]
    for command in Self.commands {
      let places = command.positionals.map { ($0.name, $0.kind) }
      let options = command.options.map { ($0.placeholder ?? "", $0.kind) }
      for (word, kind) in places + options where words.contains(word) {
        // Names of files in the folder of migrations are no paths.
        #expect(kind != .text || command.name == "migrate lint", "\(command.name): \(word)")
      }
    }
  }

  @Test func `names its variables after the options`() throws {
    let option = try #require(Self.commands[0].options.first { $0.name == "max-rejects" })
    #expect(option.environmentName == "FURROW_MAX_REJECTS")
  }

  /// The words of a line as a shell has them, which knows single quotes only.
  private static func words(of line: String) -> [String] {
    var words: [String] = []
    for (index, part) in line.split(separator: "'", omittingEmptySubsequences: false).enumerated() {
      words += index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
    }
    return words
  }
}
