import Furrow

/// A rule as it is typed: `NAME: EXPR -- MESSAGE`, where name and message may be left out.
///
/// Neither can be mistaken for a part of the expression: a word with a colon and a blank behind it is
/// none of SQL's, and two dashes begin a comment in SQL, too.
extension RecordRule {
  init?(text: String) {
    var rest = text[...]
    let name = Self.takeName(from: &rest)
    let comment = SQLScan.comment(in: rest)
    let message = comment.map { rest[$0...].dropFirst(2).trimmed } ?? ""
    let condition = rest[..<(comment ?? rest.endIndex)].trimmed
    guard !condition.isEmpty, name != "" else { return nil }
    self.init(condition, name: name, message: message.isEmpty ? nil : message)
  }

  /// `name` as it is written before the colon.
  static func nameText(_ name: String) -> String {
    let isPlain = name == name[...].trimmed && name.allSatisfy { isInName($0) } && !name.isEmpty
    return isPlain ? name : QuotedName.text(name)
  }

  private static func takeName(from text: inout Substring) -> String? {
    var rest = text.drop { $0.isWhitespace }
    let name: String
    if rest.first == "\"" {
      guard let quoted = QuotedName.take(from: &rest) else { return nil }
      name = quoted
    } else {
      let label = rest.prefix { isInName($0) }
      rest = rest[label.endIndex...]
      name = label.trimmed
    }
    guard rest.first == ":", rest.dropFirst().first?.isWhitespace ?? true else { return nil }
    text = rest.dropFirst()
    return name
  }

  private static func isInName(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "_-. ".contains(character)
  }
}

extension ValueParser where Value == RecordRule {
  /// A condition in SQL, with a name before it and a message behind it if wished.
  static var recordRule: Self {
    Self("EXPR", kind: .rule) { text throws(ValueFault) in
      guard let rule = RecordRule(text: text) else {
        throw ValueFault(expected: "NAME: EXPR -- MESSAGE or EXPR", found: text)
      }
      return rule
    }
  }
}

/// Where things stand in a text of SQL.
private enum SQLScan {
  /// Where a comment of two dashes begins, outside of quotes.
  static func comment(in text: Substring) -> Substring.Index? {
    var index = text.startIndex
    var close: Character?
    while index < text.endIndex {
      let character = text[index]
      let next = text.index(after: index)
      if let end = close {
        if character == end { close = nil }
      } else if "'\"`".contains(character) {
        close = character
      } else if character == "[" {
        close = "]"
      } else if character == "-", next < text.endIndex, text[next] == "-" {
        return index
      }
      index = next
    }
    return nil
  }
}

extension Substring {
  /// Without white space at the ends.
  fileprivate var trimmed: String {
    let start = drop { $0.isWhitespace }
    return String(
      start.prefix(
        upTo: start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.startIndex
      )
    )
  }
}
