/// Names with commas between them, quoted where a name holds a comma: `a,"b,c","say ""hi"""`.
enum NameList {
  /// Returns the names of `text`.
  ///
  /// A name is taken as it stands between the commas, spaces included; a quote opens only at the
  /// start of a name and is doubled inside, as in RFC 4180 section 2.
  static func read(_ text: String) throws(ValueFault) -> [String] {
    var names: [String] = []
    var seen: Set<String> = []
    var rest = text[...]
    while true {
      let name = try readName(&rest, of: text)
      guard seen.insert(name).inserted else {
        throw ValueFault(expected: "different names, \(DisplayText.quoted(name)) once", found: text)
      }
      names.append(name)
      guard rest.first == "," else { return names }
      rest.removeFirst()
    }
  }

  /// `name` as it is written in a list.
  static func text(_ name: String) -> String {
    name.hasPrefix("\"") || name.contains(",") ? QuotedName.text(name) : name
  }

  /// Takes one name off the front of `rest`, which then is empty or starts with a comma.
  private static func readName(
    _ rest: inout Substring,
    of text: String
  ) throws(ValueFault) -> String {
    let name: String
    if rest.first == "\"" {
      guard let quoted = QuotedName.take(from: &rest) else {
        throw ValueFault(expected: "a closing quote", found: text)
      }
      guard rest.isEmpty || rest.first == "," else {
        throw ValueFault(expected: "a comma behind the closing quote", found: text)
      }
      name = quoted
    } else {
      name = String(rest.prefix { $0 != "," })
      rest = rest.dropFirst(name.count)
    }
    guard !name.isEmpty else {
      throw ValueFault(expected: "names separated by commas, none empty", found: text)
    }
    return name
  }
}

/// A name in double quotes.
enum QuotedName {
  /// `name` in quotes.
  static func text(_ name: String) -> String {
    "\"\(name.replacing("\"", with: "\"\""))\""
  }

  /// Takes the quoted name at the start of `rest`; `nil` when its quote is never closed.
  static func take(from rest: inout Substring) -> String? {
    var name = ""
    var tail = rest.dropFirst()
    while let character = tail.popFirst() {
      guard character == "\"" else {
        name.append(character)
        continue
      }
      guard tail.first == "\"" else {
        rest = tail
        return name
      }
      tail.removeFirst()
      name.append("\"")
    }
    return nil
  }
}

extension ValueParser where Value == [String] {
  /// Different names separated by commas.
  package static func names(_ placeholder: String) -> Self {
    Self(placeholder, kind: .names, parse: NameList.read)
  }
}
