import Furrow

/// Says of an unknown option what was probably meant.
struct UnknownOption {
  let command: Command
  let table: CommandTable

  /// The message for `--name`.
  func message(forName name: String) -> String {
    let found = "unknown option \(DisplayText.plain("--\(name)"))"
    let elsewhere = table.workers.filter { other in
      other.name != command.name && other.options.contains { $0.name == name }
    }
    guard elsewhere.isEmpty else {
      return "\(found): it is one of \(Prose.all(elsewhere.map { "'furrow \($0.name)'" }))"
    }
    let known = command.options.map(\.name) + ["version"]
    guard let guess = Spelling.nearest(to: name, among: known) else { return found }
    if guess == "version" { return "\(found): it is 'furrow --version'" }
    return "\(found): did you mean --\(guess)?"
  }

  /// The message for a letter of `argument`, such as `-z` or `-qz`.
  func message(forLetter letter: Character, in argument: String) -> String {
    let word = String(argument.dropFirst())
    if word.count > 1, let option = longOption(meantBy: word) {
      return "unknown option \(DisplayText.plain(argument)): did you mean --\(option)?"
    }
    let found = "unknown option \(DisplayText.plain("-\(letter)"))"
    let other = command.options.compactMap(\.letter).first { candidate in
      candidate.lowercased() == letter.lowercased()
    }
    return other.map { "\(found): did you mean -\($0)?" } ?? found
  }

  /// The long name that was typed with one dash, perhaps with a value behind it.
  private func longOption(meantBy word: String) -> String? {
    let name = word.prefix { $0 != "=" }
    return command.options.map(\.name).first { $0 == name }
  }
}
