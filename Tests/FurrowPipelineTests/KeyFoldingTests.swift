import Foundation
import TestSupport
import Testing

@testable import FurrowPipeline

@Suite struct `Texts of keys` {
  static func folded(_ text: [UInt8], _ folding: KeyFolding) -> [UInt8] {
    var bytes: [UInt8] = [7]
    var work = CharacterFolding()
    folding.append(text.span, to: &bytes, &work)
    #expect(bytes[0] == 7)
    return Array(bytes.dropFirst())
  }

  static let nfc = KeyFolding(normalizes: true)
  static let caseless = KeyFolding(ignoresCase: true)
  static let both = KeyFolding(ignoresCase: true, normalizes: true)

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var one: [UInt8]
    var other: [UInt8]
    /// Whether they are the same under NFC, without case, and under both.
    var same: [Bool]

    init(_ name: String, _ one: String, _ other: String, _ same: [Bool]) {
      self.init(name, Array(one.utf8), Array(other.utf8), same)
    }

    init(_ name: String, _ one: [UInt8], _ other: [UInt8], _ same: [Bool]) {
      testDescription = name
      (self.one, self.other, self.same) = (one, other, same)
    }
  }

  static let cases = [
    Case("a composed and a decomposed é", "caf\u{E9}", "cafe\u{301}", [true, false, true]),
    Case("é in both cases and forms", "\u{C9}", "e\u{301}", [false, false, true]),
    Case("a syllable and its jamo", "한글", "\u{1112}\u{1161}\u{11AB}글", [true, false, true]),
    Case("a syllable and a vowel behind it", "가", "가\u{11A7}", [false, false, false]),
    Case("the ohm sign and omega", "\u{2126}", "Ω", [true, true, true]),
    Case("the kelvin sign and k", "\u{212A}", "k", [false, true, true]),
    Case("a ligature and its letters", "ﬁ", "fi", [false, true, true]),
    Case("a superscript and its digit", "²", "2", [false, false, false]),
    Case("sharp s", "straße", "STRASSE", [false, true, true]),
    Case("a capital sharp s", "STRAẞE", "strasse", [false, true, true]),
    Case("the sigma at a word's end", "ΣΟΦΟΣ", "σοφος", [false, true, true]),
    Case("Turkish i without a dot", "ı", "I", [false, false, false]),
    Case("marks in two orders", "a\u{315}\u{300}", "a\u{300}\u{315}", [true, false, true]),
    Case(
      "marks of one class in two orders",
      "a\u{301}\u{308}",
      "a\u{308}\u{301}",
      [false, false, false]
    ),
    Case("a mark alone", "\u{301}", "", [false, false, false]),
    Case("an iota below, before a mark", "α\u{345}\u{301}", "Α\u{301}Ι", [false, false, true]),
    Case("a character that is not composed", "\u{958}", "\u{915}\u{93C}", [true, false, true]),
    Case("compatible ideographs", "\u{F900}", "\u{8C48}", [true, false, true]),
    Case("no UTF-8, the same", [0xFF, 0x41], [0xFF, 0x61], [false, true, true]),
    Case("no UTF-8, another", [0xFF, 0x61], [0xFE, 0x61], [false, false, false]),
    Case(
      "a half character and é",
      [0xC3, 0xC3, 0xA9],
      [0xC3, 0x65, 0xCC, 0x81],
      [true, false, true]
    ),
    Case("a surrogate", [0xED, 0xA0, 0x80], [0xEF, 0xBF, 0xBD], [false, false, false]),
    Case("a NUL inside", "é\u{0}A", "e\u{301}\u{0}a", [false, false, true]),
    Case("code points that are not assigned", "é\u{378}", "e\u{301}\u{378}", [true, false, true]),
  ]

  @Test(arguments: cases)
  func `are the same where Unicode says so`(_ this: Case) {
    for (folding, same) in zip([Self.nfc, Self.caseless, Self.both], this.same) {
      let keys = [this.one, this.other].map { Self.folded($0, folding) }
      #expect((keys[0] == keys[1]) == same, "\(folding): \(keys)")
    }
  }

  /// Swift compares strings by canonical equivalence, with tables and code of its own.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `are the same under NFC exactly where Swift's strings are`(seed: UInt64) {
    let pool: [Unicode.Scalar] = [
      "a", "e", "A", "\u{E9}", "\u{301}", "\u{300}", "\u{315}", "\u{323}", "\u{1EBF}", "\u{EA}",
      "\u{1112}", "\u{1161}", "\u{11AB}", "\u{11A7}", "\u{D558}", "\u{D55C}", "\u{2126}", "\u{3A9}",
      "\u{345}", "\u{1FB3}", "\u{958}", "\u{93C}", "\u{915}", "\u{FB01}", "\u{1D15E}", "\u{0}",
    ]
    var random = SplitMix64(seed: seed)
    func text() -> String {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        text.append(pool.randomElement(using: &random) ?? "a")
      }
      return String(text)
    }
    for round in 0..<3000 {
      let one = text()
      let others = [
        text(), one.decomposedStringWithCanonicalMapping, one.precomposedStringWithCanonicalMapping,
      ]
      let key = Self.folded(Array(one.utf8), Self.nfc)
      for other in others {
        #expect(
          (key == Self.folded(Array(other.utf8), Self.nfc)) == (one == other),
          "seed \(seed), round \(round): \(one.unicodeScalars.map(\.value)), \(other.unicodeScalars.map(\.value))"
        )
      }
    }
  }

  @Test func `end in time with marks without end`() {
    let marks =
      String(repeating: "\u{301}", count: 100_000) + String(repeating: "\u{316}", count: 100_000)
    let ordered =
      String(repeating: "\u{316}", count: 100_000) + String(repeating: "\u{301}", count: 100_000)
    #expect(Self.folded(Array(marks.utf8), Self.both) == Self.folded(Array(ordered.utf8), Self.nfc))
  }
}
