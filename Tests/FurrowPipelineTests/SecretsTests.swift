import FurrowPipeline
import Testing

@Suite struct `Secrets in a text` {
  private static let secrets = Secrets([
    Secrets.Secret("hunter2", shownAs: "${A}"), Secrets.Secret("abcabcd", shownAs: "${B}"),
    Secrets.Secret("пароль", shownAs: "${C}"),
  ])

  @Test(arguments: [
    ("a hunter2.", "a ${A}."), ("hunter2hunter2", "${A}${A}"), ("abcabcabcd", "abc${B}"),
    // Marks that make one character of theirs and the secret's last.
    ("hunter2\u{301}", "${A}\u{301}"), ("hunter2\u{200D}x", "${A}\u{200D}x"),
    ("hunter2\u{FE0F}", "${A}\u{FE0F}"), ("\u{1F468}\u{200D}пароль", "\u{1F468}\u{200D}${C}"),
    ("'hunte…'", "'${A}…'"), ("\"abcabcabc\"...", "\"abc${B}\"..."), ("hun…", "hun…"),
    ("hunte…\u{301}", "${A}…\u{301}"), ("паро… and hunt...", "${C}… and ${A}..."),
  ])
  func `are found, whatever follows, and where they are cut`(text: String, shown: String) {
    #expect(Array(Self.secrets.masked(text).utf8) == Array(shown.utf8))
  }

  @Test(
    .timeLimit(.minutes(1)),
    arguments: ["a:", "a://", "'a://", "a://u:p@h ", "a://u:p/", "?a=b "]
  )
  func `are found in a time that grows as the text does`(_ part: String) {
    let text = "https://host/" + String(repeating: part, count: 60_000) + "@"
    let secrets = URISecrets.secrets(in: text)
    #expect(secrets.reduce(0) { $0 + $1.text.utf8.count } <= 2 * text.utf8.count)
    #expect(!URISecrets.masked(text).contains("u:p@"))
    let long = Secrets([Secrets.Secret(text, shownAs: "***")])
    #expect(long.masked("\(text) \(text.dropLast())… \(part)…") == "*** ***… \(part)…")
  }
}
