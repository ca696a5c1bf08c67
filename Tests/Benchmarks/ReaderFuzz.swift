import FurrowCore
import FurrowFormats
import TestSupport

/// Reads random text until the time is over, and holds each reader against the others.
///
/// - CSV: ours is the reference is libcsv, for each rule on ragged records, however the input is cut.
/// - TSV, escapes and JSON: the same whole and cut, and every record has one fate.
/// - The sniffer: the same answer however the text is cut, and one that can be read by.
/// - gzip, zstd: what is damaged is a failure or the text itself, never another text.
struct ReaderFuzz {
  /// How much is read.
  enum Extent {
    /// All kinds of text, for so many seconds.
    case seconds(Int)
    /// CSV alone, until the reference has found so many records.
    case records(Int)
  }

  let extent: Extent
  let seed: UInt64

  /// What was read, or the first input that went wrong.
  func run() throws(FuzzFailure) -> String {
    let start = ContinuousClock.now
    var random = SplitMix64(seed: seed)
    var rounds = 0
    var records = 0
    while isOpen(since: start, records) {
      do throws(ReadFailure) {
        records += try csv(&random)
        if case .seconds = extent {
          try other(&random)
          try json(&random)
          try sniffed(&random)
          try compressed(&random)
        }
      } catch {
        throw FuzzFailure(seed: seed, round: rounds, message: "\(error)")
      }
      rounds += 1
    }
    return
      "seed \(seed): \(rounds) rounds, \(records) records of CSV by three readers, no difference"
  }

  private func isOpen(since start: ContinuousClock.Instant, _ records: Int) -> Bool {
    switch extent {
    case .seconds(let seconds): start.duration(to: .now) < .seconds(seconds)
    case .records(let count): records < count
    }
  }

  private func csv(_ random: inout SplitMix64) throws(ReadFailure) -> Int {
    let columnCount = Int.random(in: 1...4, using: &random)
    let isSound = Bool.random(using: &random)
    let input =
      isSound
      ? RandomText.conforming(columnCount: columnCount, using: &random)
      : RandomText.anything(using: &random)
    let rule = RaggedRule.allCases.randomElement(using: &random) ?? .reject
    let expected = ReferenceParser(columnCount: columnCount, ragged: rule).parse(input)
    var dialect = Dialect.csv
    dialect.ragged = rule
    dialect.hasHeader = false
    dialect.columns = (1...columnCount).map { "c\($0)" }
    for block in [Int.random(in: 1...130, using: &random), 4096] {
      let source = MemorySource(input, chunk: block)
      let ours = try DelimitedReader(source, dialect: dialect, blockBytes: block)
      try require(ReferenceParser.entries(of: ours) == expected, "ours", input, block)
      let libcsv = try LibcsvReader(source, dialect: dialect, blockBytes: block)
      try require(ReferenceParser.entries(of: libcsv) == expected, "libcsv", input, block)
    }
    return expected.count
  }

  private func other(_ random: inout SplitMix64) throws(ReadFailure) {
    var dialect = Bool.random(using: &random) ? Dialect.tsv : .csv
    if dialect.quote == nil { dialect.escape = .backslash } else { dialect.escapeByte = 0x5C }
    if Bool.random(using: &random) { dialect.separate(by: "§") }
    dialect.ragged = RaggedRule.allCases.randomElement(using: &random) ?? .reject
    dialect.comment = UInt8(ascii: "#")
    dialect.trims = Bool.random(using: &random)
    let special = Array("\"§£,\t\n\r\\#aN \u{0}\u{E9}\u{3000}".utf8) + [0xFF, 0xC3]
    let bytes = (0..<Int.random(in: 1...400, using: &random)).map { _ in
      special.randomElement(using: &random) ?? 0
    }
    let chunk = Int.random(in: 1...80, using: &random)
    let (cut, whole) = (
      Result { () throws(ReadFailure) in try ReadText(bytes, dialect, chunk: chunk) },
      Result { () throws(ReadFailure) in try ReadText(bytes, dialect) }
    )
    try require(cut == whole, "cut", bytes, chunk)
    guard case .success(let text) = whole else { return }
    try require(text.recordsRead == text.records.count + text.rejected, "fates", bytes, chunk)
  }

  private func json(_ random: inout SplitMix64) throws(ReadFailure) {
    let lines = (0..<Int.random(in: 1...8, using: &random)).map { _ in
      RandomJSON.line(using: &random)
    }
    let bytes = Array(lines.joined(separator: "\n").utf8)
    let chunk = Int.random(in: 1...90, using: &random)
    for layout in [JSONEncoding.Layout.lines, .array] {
      let text = layout == .lines ? bytes : [0x5B] + bytes + [0x5D]
      let (cut, whole) = (
        Result { () throws(ReadFailure) in try ReadJSON(text, layout, chunk: chunk) },
        Result { () throws(ReadFailure) in try ReadJSON(text, layout) }
      )
      try require(cut == whole, "json", text, chunk)
    }
  }

  private func sniffed(_ random: inout SplitMix64) throws(ReadFailure) {
    let special = Array("\"'`\\,;\t|: 07.-ab#=\n\n\r".utf8) + [0x00, 0xE9, 0xC3]
    let bytes =
      Bool.random(using: &random)
      ? RandomText.anything(using: &random)
      : (0..<Int.random(in: 0...600, using: &random)).map { _ in
        special.randomElement(using: &random) ?? 0
      }
    let chunk = Int.random(in: 1...80, using: &random)
    let limit = Bool.random(using: &random) ? TextSample.usualBytes : bytes.count / 2 + 1
    var findings: [DialectFinding] = []
    for chunk in [chunk, 4096] {
      let input = try decode(MemorySource(bytes, chunk: chunk))
      findings.append(DialectSniffer(try TextSample(input, limit: limit)).find())
    }
    try require(findings[0] == findings[1], "sniffed", bytes, chunk)
    var dialect = findings[0].dialect
    try require(dialect.fault == nil, "dialect", bytes, chunk)
    dialect.ragged = .keep
    dialect.keepsFaulty = Bool.random(using: &random)
    let (cut, whole) = (
      Result { () throws(ReadFailure) in try ReadText(bytes, dialect, chunk: chunk) },
      Result { () throws(ReadFailure) in try ReadText(bytes, dialect) }
    )
    try require(cut == whole, "as sniffed", bytes, chunk)
    guard case .success(let text) = whole else { return }
    try require(text.recordsRead == text.records.count + text.rejected, "fates", bytes, chunk)
  }

  private func compressed(_ random: inout SplitMix64) throws(ReadFailure) {
    let compression = Compression.allCases.randomElement(using: &random) ?? .gzip
    let text = RandomText.conforming(columnCount: 3, using: &random)
    let target = MemorySink()
    do throws(WriteFailure) {
      let sink = try CompressedSink(target, compression, bufferBytes: 50)
      try sink.write(text.span)
      try sink.finish()
    } catch {
      throw ReadFailure(path: error.path, message: error.message)
    }
    var bytes = target.bytes
    if let place = bytes.indices.randomElement(using: &random) {
      bytes[place] ^= UInt8.random(in: 0...255, using: &random)
    }
    if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 0...3, using: &random)) }
    let chunk = Int.random(in: 1...80, using: &random)
    // A failure is what damage should be.
    guard let found = try? decompress(bytes, compression, chunk) else { return }
    try require(found == text, compression.rawValue, bytes, chunk)
  }

  private func decompress(
    _ bytes: [UInt8],
    _ compression: Compression,
    _ chunk: Int
  ) throws(ReadFailure) -> [UInt8] {
    let source = try CompressedSource(
      MemorySource(bytes, chunk: chunk),
      compression,
      bufferBytes: chunk
    )
    var found: [UInt8] = []
    var block = [UInt8](repeating: 0, count: chunk)
    while true {
      var span = block.mutableSpan
      let count = try source.read(into: &span, range: 0..<chunk)
      guard count > 0 else { return found }
      found += block[..<count]
    }
  }

  private func require(
    _ holds: Bool,
    _ what: String,
    _ input: [UInt8],
    _ chunk: Int
  ) throws(ReadFailure) {
    guard !holds else { return }
    throw ReadFailure(path: what, message: "differs in blocks of \(chunk) bytes on \(input)")
  }
}

/// The input that went wrong, and how to come to it again.
struct FuzzFailure: Error, CustomStringConvertible {
  var seed: UInt64
  var round: Int
  var message: String

  var description: String { "seed \(seed), round \(round): \(message)" }
}
