import FurrowCore
import FurrowFormats
import TestSupport
import Testing

@Suite struct ReaderFuzzTests {
  static let dialects: [Dialect] = {
    var all = Dialect(delimiter: UInt8(ascii: ";"), quote: UInt8(ascii: "'"), escape: .backslash)
    all.comment = UInt8(ascii: "#")
    all.nullTokens = ["a"]
    all.trims = true
    all.skippedLines = 1
    var bare = Dialect.csv
    bare.hasHeader = false
    return [.csv, .tsv, all, bare, Dialect(delimiter: ASCII.tab, quote: nil, escape: .backslash)]
  }()

  @Test(arguments: dialects.indices, 0..<10)
  func `gives every record one fate, whatever the bytes and however they are cut`(
    dialect: Int,
    seed: Int
  ) throws {
    var random = SplitMix64(seed: UInt64(1000 * dialect + seed))
    let dialect = Self.dialects[dialect]
    let special = Array("\"',;\t\n\r\\#aN \u{0}\u{E9}\u{3000}".utf8) + [0xFF, 0xC3]
    for round in 0..<60 {
      let isDense = round % 2 == 0
      let bytes = (0..<Int.random(in: 1...400, using: &random)).map { _ in
        isDense
          ? special.randomElement(using: &random) ?? 0 : UInt8.random(in: 0...255, using: &random)
      }
      let chunk = Int.random(in: 1...80, using: &random)
      let cut = outcome(bytes, dialect, chunk: chunk)
      let whole = outcome(bytes, dialect, chunk: 4096)
      let note: Comment = "seed \(seed), round \(round), chunk \(chunk): \(bytes)"
      try #require(cut == whole, note)
      guard case .success(let text) = whole else { continue }
      try #require(text.recordsRead == text.records.count + text.rejected, note)
      if dialect.quote != nil {
        let source = MemorySource(bytes, chunk: chunk)
        let libcsv = try LibcsvReader(source, dialect: dialect, blockBytes: chunk)
        try #require(ReadText(libcsv) == text, note)
      }
    }
  }

  private func outcome(
    _ bytes: [UInt8],
    _ dialect: Dialect,
    chunk: Int
  ) -> Result<ReadText, ReadFailure> {
    Result { () throws(ReadFailure) in try ReadText(bytes, dialect, chunk: chunk) }
  }
}
