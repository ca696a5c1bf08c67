internal import FurrowCore

/// Finds what a URI within a text says to its server only: who asks, and with which key.
///
/// <https://www.rfc-editor.org/rfc/rfc3986#section-3>
package enum URISecrets {
  /// What SQLite reads in the query of a URI, which is no secret: <https://www.sqlite.org/uri.html>.
  private static let plainParameters: Set<String> = [
    "cache", "immutable", "mode", "modeof", "nolock", "psow", "vfs",
  ]

  /// What is shown in the place of a value.
  private static let mark = "***"

  /// The secrets of all URIs in `text`.
  package static func secrets(in text: String) -> [Secrets.Secret] {
    var secrets: [Secrets.Secret] = []
    for start in starts(in: text) {
      var uri = text[start...].prefix { !isEnd($0) }
      // What a sentence goes on with.
      while let last = uri.last, ":,.;)".contains(last) { uri = uri.dropLast() }
      secrets += userSecret(of: uri)
      secrets += parameterSecrets(of: uri)
    }
    return secrets
  }

  /// `text` with a mark in the place of the secrets of its URIs.
  package static func masked(_ text: String) -> String {
    text.utf8.contains(ASCII.colon) ? Secrets(secrets(in: text)).masked(text) : text
  }

  /// Where a URI stands behind its scheme: `//host/...`, or the path of `file:path`.
  private static func starts(in text: String) -> [Substring.Index] {
    var starts: [Substring.Index] = []
    var rest = text[...]
    while let colon = rest.firstIndex(of: ":") {
      let isFile = text[..<colon].lowercased().hasSuffix("file")
      let isNamed = text[..<colon].last.map { $0.isASCII && ($0.isLetter || $0.isNumber) } ?? false
      rest = text[text.index(after: colon)...]
      if isFile || isNamed && rest.hasPrefix("//") { starts.append(rest.startIndex) }
    }
    return starts
  }

  /// Whether a URI in a sentence, a list or SQL has come to its end.
  private static func isEnd(_ character: Character) -> Bool {
    character.isWhitespace || "'\"`<>".contains(character)
  }

  /// The name and the password in front of a host.
  ///
  /// A password may hold what should have been escaped, a slash or an at sign; a path that holds one
  /// has no password before it, and perhaps a port.
  private static func userSecret(of uri: Substring) -> [Secrets.Secret] {
    guard uri.hasPrefix("//") else { return [] }
    let rest = uri.dropFirst(2)
    let authority = rest.prefix { !"/?#".contains($0) }
    var user = authority.lastIndex(of: "@").map { rest[..<$0] }
    if user == nil, let colon = authority.firstIndex(of: ":") {
      let port = authority[authority.index(after: colon)...]
      if !port.allSatisfy(\.isNumber) { user = rest.lastIndex(of: "@").map { rest[..<$0] } }
    }
    guard let user, !user.isEmpty else { return [] }
    return [Secrets.Secret("//\(user)@", shownAs: "//\(mark)@")]
  }

  /// The values of parameters, in the query and behind it, with their names.
  private static func parameterSecrets(of uri: Substring) -> [Secrets.Secret] {
    guard let start = uri.firstIndex(where: { "?#".contains($0) }) else { return [] }
    var secrets: [Secrets.Secret] = []
    var rest = uri[start...]
    while let separator = rest.popFirst() {
      let pair = rest.prefix { !"?&;#".contains($0) }
      rest = rest[pair.endIndex...]
      guard let equals = pair.firstIndex(of: "="), pair.index(after: equals) != pair.endIndex
      else { continue }
      let name = pair[..<equals]
      if plainParameters.contains(String(name)) { continue }
      secrets.append(Secrets.Secret("\(separator)\(pair)", shownAs: "\(separator)\(name)=\(mark)"))
    }
    return secrets
  }
}
