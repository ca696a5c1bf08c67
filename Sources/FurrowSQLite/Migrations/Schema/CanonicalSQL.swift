internal import CSQLite

/// Writes a statement of a schema in one way, however it was written.
///
/// White space and comments go, and so do the quotes around a name that needs none, which RENAME
/// adds by itself. Two databases with one structure then have one text.
struct CanonicalSQL {
  /// The names that may lose their quotes, in lower case.
  private let names: Set<String>

  init(names: Set<String>) { self.names = names }

  /// The text of `sql`, which makes an object of the kind `type`, without a final semicolon.
  func text(of sql: String, type: String) -> String {
    let tokens = TokenStream.tokens(of: sql)
    // The arguments of a module are its own language.
    if tokens.dropFirst().first?.isKeyword("VIRTUAL") ?? false { return sql }
    var text = ""
    var depth = 0
    var isBody = false
    var previous: TokenStream.Token?
    var isSign = false
    let isTable = type == "table"
    for token in tokens {
      if token.text == ")" { depth -= 1 }
      let isLastParenthesis = token.text == ")" && depth == 0
      if isTable, isLastParenthesis, !text.hasSuffix("\n)") {
        text += "\n"
      } else if isTable, depth == 1, previous?.text == "(" || previous?.text == "," {
        text += "\n  "
      } else if isBody, previous?.text == ";" || previous?.isKeyword("BEGIN") ?? false {
        text += token.isKeyword("END") ? "\n" : "\n  "
      } else if let previous, !isSign, Self.needsSpace(previous, token) {
        text += " "
      }
      isSign = Self.isSign(token, behind: previous)
      text += written(token)
      if token.text == "(" { depth += 1 }
      if type == "trigger", token.isKeyword("BEGIN") { isBody = true }
      previous = token
    }
    return text
  }

  private func written(_ token: TokenStream.Token) -> String {
    guard token.kind == .quotedName, let name = token.name else { return token.text }
    return Self.isPlain(name) && names.contains(name.lowercased()) ? name : quoted(name)
  }

  /// Whether a name needs no quotes.
  private static func isPlain(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    guard let first = bytes.first, !first.isDigit else { return false }
    let isWord = bytes.allSatisfy {
      $0.isDigit || $0 == 0x5F || ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A)
    }
    return isWord && !isKeyword(name)
  }

  /// Whether a space stands between two tokens.
  private static func needsSpace(
    _ left: TokenStream.Token,
    _ right: TokenStream.Token
  ) -> Bool {
    if [",", ")", ";", "."].contains(right.text) { return false }
    if ["(", "."].contains(left.text) { return false }
    // The characters of one operator stay together.
    let isAdjacent = left.offset + left.text.utf8.count == right.offset
    return !(isAdjacent && operators.contains(left.text + right.text))
  }

  private static let operators: Set<String> = [
    "||", "<=", ">=", "<>", "!=", "==", "->", "<<", ">>",
  ]

  /// Whether a plus or minus belongs to what follows, not between two values.
  private static func isSign(
    _ token: TokenStream.Token,
    behind left: TokenStream.Token?
  ) -> Bool {
    guard token.text == "-" || token.text == "+" else { return false }
    guard let left else { return true }
    switch left.kind {
    case .symbol: return left.text != ")"
    case .word: return isKeyword(left.text)
    case .quotedName, .string, .number: return false
    }
  }

  private static func isKeyword(_ word: String) -> Bool {
    // Sound: the name is a terminated copy for the call, and its length is given.
    unsafe sqlite3_keyword_check(word, Int32(clamping: word.utf8.count)) != 0
  }
}
