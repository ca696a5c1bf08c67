import Furrow

/// A command line that is not finished: what it says so far, and what its last word may be.
struct TypedLine {
  /// What the last word stands for.
  enum Place {
    /// The name of a command of these.
    case command([Command])
    /// The name of an option, such as `--in`.
    case option
    /// The value of an option; `lead` stands before it in the same word, such as `--into=`.
    case value(Option, lead: String)
    /// An argument without a name; `nil` where there is no place for one.
    case positional(Positional?)
  }

  /// The command that is named; `nil` while there is none.
  private(set) var command: Command?
  /// What stands for the last word.
  private(set) var place: Place
  /// The last word, without what leads a value.
  private(set) var word: String
  /// The options before the last word, by their long names.
  private(set) var given: [String: [String]] = [:]
  /// The arguments without a name before the last word, by their places.
  private(set) var positionals: [String: [String]] = [:]

  private var areOptionsOver = false
  /// The option that the next word is the value of.
  private var pending: Option?
  private var loose: [String] = []

  /// Reads the words behind the program's name, of which the last one is being typed.
  init(_ words: [String], _ table: CommandTable) {
    word = words.last ?? ""
    place = .command(table.commands)
    var rest = words.dropLast()
    if rest.first == "help" { rest.removeFirst() }
    while case .command(let commands) = place {
      guard let name = rest.popFirst() else { return }
      guard let found = commands.first(where: { $0.lastWord == name }) else {
        place = .positional(nil)
        return
      }
      command = found
      place = found.subcommands.isEmpty ? .option : .command(found.subcommands)
    }
    while let word = rest.popFirst() { take(word) }
    if words.first == "help" {
      place = .positional(nil)
    } else {
      placeLastWord()
    }
  }

  private mutating func take(_ word: String) {
    if let option = pending {
      given[option.name, default: []].append(word)
      pending = nil
    } else if areOptionsOver || ArgumentReader.isLoose(word) {
      loose.append(word)
    } else if word == "--" {
      areOptionsOver = true
    } else if word.hasPrefix("--") {
      takeLong(word.dropFirst(2))
    } else {
      takeLetters(word.dropFirst())
    }
  }

  private mutating func takeLong(_ text: Substring) {
    let name = text.prefix { $0 != "=" }
    guard let option = command?.options.first(where: { $0.name == name }) else { return }
    if name.endIndex < text.endIndex {
      given[option.name, default: []].append(String(text[name.endIndex...].dropFirst()))
    } else if option.isFlag {
      given[option.name, default: []].append(FlagText.on)
    } else {
      pending = option
    }
  }

  private mutating func takeLetters(_ letters: Substring) {
    var letters = letters
    while let letter = letters.popFirst() {
      guard let option = command?.options.first(where: { $0.letter == letter }) else { return }
      if option.isFlag {
        given[option.name, default: []].append(FlagText.on)
      } else if letters.isEmpty {
        pending = option
      } else {
        given[option.name, default: []].append(String(letters))
        return
      }
    }
  }

  /// Decides what the last word is, from what stands before it.
  private mutating func placeLastWord() {
    let before = assign()
    if let pending {
      place = .value(pending, lead: "")
    } else if areOptionsOver || !word.hasPrefix("-") {
      place = .positional(before)
    } else if word.hasPrefix("--"), let equals = word.firstIndex(of: "=") {
      let name = word[..<equals].dropFirst(2)
      guard let option = command?.options.first(where: { $0.name == name && !$0.isFlag }) else {
        place = .positional(nil)
        return
      }
      place = .value(option, lead: "--\(name)=")
      word = String(word[equals...].dropFirst())
    } else {
      place = .option
    }
  }

  /// Gives the arguments without a name their places, and returns that of the next one.
  private mutating func assign() -> Positional? {
    var rest = loose[...]
    for place in command?.positionals ?? [] {
      if place.count != .one {
        positionals[place.name] = Array(rest)
        return place
      }
      guard let argument = rest.popFirst() else { return place }
      positionals[place.name] = [argument]
    }
    return nil
  }
}
