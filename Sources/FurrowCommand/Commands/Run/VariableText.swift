import Furrow

/// A text with `${NAME}` in it; `$${` stands for `${`.
struct VariableText {
  /// What comes of filling in the values.
  enum Filled {
    case text(String)
    /// A variable of this name is not known.
    case unknown(String)
  }

  private enum Piece {
    case text(String)
    case variable(String, isQuoted: Bool)
  }

  private let pieces: [Piece]

  /// Takes `text`, which stands at `place`, apart.
  init(_ text: String, at place: YAMLPlace) throws(PipelineFault) {
    var pieces: [Piece] = []
    var quotes = SQLQuotes()
    var plain = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar == "$", rest.starts(with: "${".unicodeScalars) {
        plain += "${".unicodeScalars
        rest.removeFirst(2)
        continue
      }
      guard scalar == "$", rest.first == "{" else {
        plain.append(scalar)
        quotes.pass(scalar, before: rest.first)
        continue
      }
      let name = String(rest.dropFirst().prefix { $0 != "}" })
      rest = rest.dropFirst(name.unicodeScalars.count + 1)
      guard rest.popFirst() == "}", Variables.isName(name) else {
        throw PipelineFault(
          "expected ${NAME}, found \(DisplayText.quoted("${" + name.prefix(12)));"
            + " write $${ for ${ itself",
          at: place
        )
      }
      pieces.append(.text(String(plain)))
      plain.removeAll()
      pieces.append(.variable(name, isQuoted: quotes.isInside))
    }
    pieces.append(.text(String(plain)))
    self.pieces = pieces
  }

  /// The names of the variables, in order.
  var names: [String] {
    pieces.compactMap { if case .variable(let name, _) = $0 { name } else { nil } }
  }

  /// The names of those that stand within quotes, were this SQL.
  var namesInQuotes: [String] {
    pieces.compactMap { if case .variable(let name, isQuoted: true) = $0 { name } else { nil } }
  }

  /// How many bytes the text has with what `value` gives for each name.
  func filledBytes(_ value: (String) -> String?) -> Int {
    pieces.reduce(0) { count, piece in
      switch piece {
      case .text(let part): count + part.utf8.count
      case .variable(let name, _): count + (value(name)?.utf8.count ?? 0)
      }
    }
  }

  /// The text with what `value` gives for each name.
  func filled(_ value: (String) -> String?) -> Filled {
    var text = ""
    for piece in pieces {
      switch piece {
      case .text(let part): text += part
      case .variable(let name, _):
        guard let part = value(name) else { return .unknown(name) }
        text += part
      }
    }
    return .text(text)
  }
}

/// Whether a place in SQL is within quotes or a comment: <https://www.sqlite.org/lang_comment.html>.
private struct SQLQuotes {
  private enum Place: Equatable {
    case code
    /// Up to this character; a doubled one closes and opens again.
    case quoted(Unicode.Scalar)
    case lineComment
    case comment
  }

  private var place = Place.code
  private var last: Unicode.Scalar?

  var isInside: Bool { place != .code }

  mutating func pass(_ scalar: Unicode.Scalar, before next: Unicode.Scalar?) {
    defer { last = scalar }
    switch place {
    case .code:
      switch scalar {
      case "'", "\"", "`": place = .quoted(scalar)
      case "[": place = .quoted("]")
      case "-" where next == "-": place = .lineComment
      case "/" where next == "*": place = .comment
      default: break
      }
    case .quoted(let end): if scalar == end { place = .code }
    case .lineComment: if scalar == "\n" { place = .code }
    case .comment: if scalar == "/", last == "*" { place = .code }
    }
  }
}
