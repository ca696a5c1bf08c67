/// What no message, report or log may show, with what stands there instead.
///
/// A secret is found as it is, and where a message has cut it short.
package struct Secrets: Sendable {
  /// One of them.
  package struct Secret: Sendable, Hashable {
    /// The text that is not shown.
    package var text: String
    /// What is shown in its place.
    package var name: String

    /// Makes a secret that is shown as `name`.
    package init(_ text: String, shownAs name: String) {
      self.text = text
      self.name = name
    }
  }

  /// What a shortened text ends with.
  private static let cutMarks = ["…", "\"...", "'...", "..."]

  /// The fewest characters of a secret that are taken for its beginning.
  private static let shortestBeginning = 4

  /// The longest first, so that one within another does not take it apart.
  private var secrets: [Secret] = []

  /// Makes an empty set.
  package init() {}

  /// Makes a set of `secrets`.
  package init(_ secrets: [Secret]) { add(secrets) }

  /// Whether nothing is hidden.
  package var isEmpty: Bool { secrets.isEmpty }

  /// Hides `more`, too.
  package mutating func add(_ more: [Secret]) {
    let known = Set(secrets)
    secrets += Set(more).filter { !$0.text.isEmpty && !known.contains($0) }
    secrets.sort { left, right in
      let (first, second) = (left.text.utf8.count, right.text.utf8.count)
      return first == second ? left.text < right.text : first > second
    }
  }

  /// `text` without what is hidden.
  package func masked(_ text: String) -> String {
    guard !secrets.isEmpty else { return text }
    var masked = secrets.reduce(text) { text, secret in
      text.replacing(secret.text, with: secret.name)
    }
    for mark in Self.cutMarks where masked.contains(mark) {
      masked = withoutBeginnings(of: masked, before: mark)
    }
    return masked
  }

  /// `message` without what is hidden, nor what a URI in it says to its server only.
  package func maskedMessage(_ message: String) -> String {
    URISecrets.masked(masked(message))
  }

  /// `text` without the beginnings of secrets that stand before a mark that the rest was cut off.
  private func withoutBeginnings(of text: String, before mark: String) -> String {
    var pieces = text.split(separator: mark, omittingEmptySubsequences: false).map(String.init)
    for index in pieces.indices.dropLast() {
      for secret in secrets {
        guard let count = Self.beginning(of: secret.text, at: pieces[index]) else { continue }
        pieces[index] = pieces[index].dropLast(count) + secret.name
        break
      }
    }
    return pieces.joined(separator: mark)
  }

  /// How many characters of `secret` end `text`; `nil` for too few to say.
  private static func beginning(of secret: String, at text: String) -> Int? {
    var beginning = secret.dropLast()
    while beginning.count >= shortestBeginning {
      if text.hasSuffix(beginning) { return beginning.count }
      beginning = beginning.dropLast()
    }
    return nil
  }
}
