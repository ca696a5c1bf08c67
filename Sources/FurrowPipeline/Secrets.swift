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

  /// The fewest bytes of a secret that are taken for its beginning.
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
    // Bytes, since a character is another one with an accent or a joiner behind it.
    var masked = Array(text.utf8)
    for secret in secrets where secret.text.utf8.count <= masked.count {
      masked = Self.replacing(secret, in: masked)
    }
    for mark in Self.cutMarks where masked.contains(mark.utf8) {
      masked = withoutBeginnings(of: masked, before: mark)
    }
    return String(decoding: masked, as: UTF8.self)
  }

  /// `message` without what is hidden, nor what a URI in it says to its server only.
  package func maskedMessage(_ message: String) -> String {
    URISecrets.masked(masked(message))
  }

  private static func replacing(_ secret: Secret, in text: [UInt8]) -> [UInt8] {
    var search = BeginningSearch(secret.text.utf8)
    var replaced: [UInt8] = []
    var end = 0
    for index in text.indices {
      search.take(text[index])
      guard search.isWhole else { continue }
      replaced += text[end..<(index + 1 - search.count)]
      replaced += secret.name.utf8
      end = index + 1
      search.restart()
    }
    return end == 0 ? text : replaced + text[end...]
  }

  /// `text` without the beginnings of secrets that stand before a mark that the rest was cut off.
  private func withoutBeginnings(of text: [UInt8], before mark: String) -> [UInt8] {
    var pieces = text.split(separator: Array(mark.utf8), omittingEmptySubsequences: false)
    var cut = Array(pieces.indices.dropLast())
    let longest = cut.map { pieces[$0].count }.max() ?? 0
    for secret in secrets {
      let beginning = secret.text.utf8.dropLast().prefix(longest)
      guard beginning.count >= Self.shortestBeginning else { continue }
      var search = BeginningSearch(beginning)
      cut.removeAll { index in
        search.restart()
        for byte in pieces[index].suffix(beginning.count) { search.take(byte) }
        guard search.count >= Self.shortestBeginning else { return false }
        pieces[index] = pieces[index].dropLast(search.count) + secret.name.utf8
        return true
      }
    }
    return Array(pieces.joined(separator: mark.utf8))
  }
}
