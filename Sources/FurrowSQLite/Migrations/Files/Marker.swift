/// A comment that tells how a file is meant: `-- migrate:up`, `-- +goose Down`, `-- furrow: ...`.
enum Marker {
  /// Starts SQL that leads to the version.
  case up(isTransactional: Bool)
  /// Starts SQL that leads back.
  case down(isTransactional: Bool)
  /// The whole file runs outside a transaction.
  case noTransaction
  /// Options of furrow.
  case options(MigrationDirectives)
  /// Means nothing here, as the end of a statement, which SQLite finds itself.
  case nothing

  /// What a comment says, and the tool whose marker it is; `nil` is furrow's own.
  struct Reading {
    let marker: Marker
    let format: MigrationFormat?
  }

  /// A word of a comment and where it starts, in bytes of the file.
  typealias Word = (text: String, offset: Int)

  /// What is wrong, and where.
  struct Fault: Error {
    let message: String
    let offset: Int
  }

  /// Reads the words of a comment; `nil` if it is an ordinary one.
  static func read(
    _ words: [Word],
    into directives: MigrationDirectives
  ) throws(Fault) -> Reading? {
    guard let first = words.first else { return nil }
    let rest = words.dropFirst()
    if first.text.hasPrefix("migrate:") {
      return Reading(marker: try dbmate(first, rest), format: .dbmate)
    }
    switch first.text {
    case "+goose": return Reading(marker: try goose(first, rest), format: .goose)
    case "+migrate": return Reading(marker: try sqlMigrate(first, rest), format: .sqlMigrate)
    case "furrow:":
      return Reading(marker: .options(try options(first, rest, directives)), format: nil)
    case "atlas:txmode":
      let isOff = rest.first?.text == "none"
      return Reading(marker: isOff ? .noTransaction : .nothing, format: nil)
    default: return nil
    }
  }

  private static func dbmate(_ keyword: Word, _ words: ArraySlice<Word>) throws(Fault) -> Marker {
    guard keyword.text == "migrate:up" || keyword.text == "migrate:down" else {
      throw fault("expected migrate:up or migrate:down, found \(keyword.text)", keyword)
    }
    var isTransactional = true
    for option in words {
      switch option.text {
      case "transaction:true": isTransactional = true
      case "transaction:false": isTransactional = false
      default:
        throw fault(
          "unknown option \"\(option.text)\"; known are transaction:true and transaction:false",
          option
        )
      }
    }
    return keyword.text == "migrate:up"
      ? .up(isTransactional: isTransactional) : .down(isTransactional: isTransactional)
  }

  private static func goose(_ keyword: Word, _ words: ArraySlice<Word>) throws(Fault) -> Marker {
    let text = words.map { $0.text.lowercased() }.joined(separator: " ")
    switch text {
    case "up": return .up(isTransactional: true)
    case "down": return .down(isTransactional: true)
    case "statementbegin", "statementend", "envsub off": return .nothing
    case "no transaction": return .noTransaction
    case "envsub on":
      throw fault("ENVSUB is not done here; write the value into the file", words.first ?? keyword)
    default:
      throw fault(
        "expected Up, Down, StatementBegin, StatementEnd or NO TRANSACTION behind +goose",
        words.first ?? keyword
      )
    }
  }

  private static func sqlMigrate(
    _ keyword: Word,
    _ words: ArraySlice<Word>
  ) throws(Fault) -> Marker {
    let first = words.first ?? keyword
    let options = words.dropFirst()
    for option in options where option.text != "notransaction" {
      throw fault("unknown option \"\(option.text)\"; known is notransaction", option)
    }
    switch first.text {
    case "Up": return .up(isTransactional: options.isEmpty)
    case "Down": return .down(isTransactional: options.isEmpty)
    case "StatementBegin", "StatementEnd": return .nothing
    default:
      throw fault("expected Up, Down, StatementBegin or StatementEnd behind +migrate", first)
    }
  }

  /// What stands behind the word `because` is for people.
  private static func options(
    _ keyword: Word,
    _ words: ArraySlice<Word>,
    _ directives: MigrationDirectives
  ) throws(Fault) -> MigrationDirectives {
    var directives = directives
    let words = words.prefix { $0.text != "because" }
    guard !words.isEmpty else { throw fault("expected an option behind furrow:", keyword) }
    for word in words {
      if let complaint = directives.take(word.text) { throw fault(complaint, word) }
    }
    return directives
  }

  private static func fault(_ message: String, _ word: Word) -> Fault {
    Fault(message: message, offset: word.offset)
  }
}
