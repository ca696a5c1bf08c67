import Furrow

/// What may stand in the place of the last word of a command line.
package struct Completion: Sendable, Equatable {
  /// One word, and what it means.
  package struct Candidate: Sendable, Equatable {
    package let word: String
    package let meaning: String
  }

  /// The words, those that go on as the last one began.
  package private(set) var candidates: [Candidate] = []
  /// Whether the path of a file or folder may stand there, too.
  package private(set) var takesPaths = false

  /// Finds what may follow `words`, the words behind the program's name.
  ///
  /// Names of tables and columns are those of the files that the line names; what cannot be read has
  /// none.
  package init(_ words: [String], in table: CommandTable, environment: Environment) {
    let line = TypedLine(words, table)
    switch line.place {
    case .command(let commands):
      add(commands.map { ($0.lastWord, $0.summary) }, to: line)
      guard line.command == nil, words.first != "help" else { break }
      add([("help", "the help of a command")], to: line)
      if line.word.hasPrefix("-") {
        add([("--help", "all commands"), ("--version", "the version of the program")], to: line)
      }
    case .option:
      let options = (line.command?.options ?? []).filter {
        line.given[$0.name] == nil || $0.isRepeatable
      }
      add(options.map { ("--\($0.name)", $0.help) }, to: line)
    case .value(let option, let lead):
      addValues(of: option, lead, line, environment)
    case .positional(let place?):
      add(place.words.map { ($0, "") }, to: line)
      takesPaths = place.kind.isPath
    case .positional(nil): break
    }
  }

  private mutating func addValues(
    of option: Option,
    _ lead: String,
    _ line: TypedLine,
    _ environment: Environment
  ) {
    takesPaths = option.kind.isPath
    var lead = lead
    var begun = line.word[...]
    let names = CompletionNames(line, environment)
    switch option.kind {
    case .names:
      // Of a list the last name is being typed, and those before it are taken.
      var taken: [String] = []
      if let comma = begun.lastIndex(of: ",") {
        taken = (try? NameList.read(String(begun[..<comma]))) ?? []
        lead += begun[...comma]
        begun = begun[comma...].dropFirst()
      }
      let columns = names.columns().filter { !taken.contains($0) }.map(NameList.text)
      add(columns.map { (lead + $0, "column") }, behind: lead + begun)
    case .pair, .expressionPair:
      guard !begun.contains("=") else { return }
      let columns = names.columns().filter { !$0.contains("=") }
      add(columns.map { ("\(lead)\($0)=", "column") }, behind: lead + begun)
    case .text where option.name == Options.table.option.name:
      add(names.tables().map { (lead + $0, "table") }, behind: lead + begun)
    default:
      add(option.allowed.map { (lead + $0, "") }, behind: lead + begun)
    }
  }

  private mutating func add(_ words: [(String, String)], to line: TypedLine) {
    add(words, behind: line.word)
  }

  private mutating func add(_ words: [(String, String)], behind start: String) {
    for (word, meaning) in words where word.hasPrefix(start) && DisplayText.escaped(word) == word {
      candidates.append(Candidate(word: word, meaning: meaning))
    }
  }
}

extension ValueKind {
  fileprivate var isPath: Bool { self == .input || self == .output }
}
