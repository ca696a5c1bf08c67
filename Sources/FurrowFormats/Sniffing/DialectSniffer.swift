internal import FurrowCore

/// Finds out how delimited text is written, from its first bytes.
///
/// The known dialect, RFC 4180 unless the user says otherwise, stands wherever the sample is well
/// formed in it. Else the sample is read in each dialect that its characters allow, and another one is
/// taken only when it fits clearly better than the known one and than any third. The same sample
/// gives the same answer, and a sample is bounded.
public struct DialectSniffer {
  private let bytes: [UInt8]
  private let isWhole: Bool
  private let known: Dialect

  /// Bytes of the sample that every candidate reads.
  private static let windowBytes = 128 << 10
  /// Another reading has to fit so much better than the known one, and than any third.
  private static let margin = 1.15

  /// Makes a sniffer of `sample`; `known` says what is read where nothing speaks for another dialect.
  public init(_ sample: TextSample, known: Dialect = .csv) {
    bytes = sample.bytes
    isWhole = sample.isWhole
    self.known = known
  }

  /// Decides.
  public func find() -> DialectFinding {
    if let finding = declared() { return finding }
    if let reading = wellFormed() {
      var finding = DialectFinding(known)
      finding.readings = [DialectFinding.Reading(reading)]
      finding.decide("delimiter", known.delimiterName, counts(reading), isChange: false)
      return finished(finding, reading)
    }
    return compared(DialectCandidates(bytes[..<window], known: known).all)
  }

  private var window: Int { min(bytes.count, Self.windowBytes) }

  private func read(as dialect: Dialect) -> SampleReading {
    SampleReading(bytes, limit: window, isLast: isWhole && window == bytes.count, as: dialect)
  }

  /// What a first line `sep=;` says, as Excel reads and writes it.
  private func declared() -> DialectFinding? {
    guard known.skippedLines == 0, bytes.count > 5, bytes.starts(with: Array("sep=".utf8)),
      let end = LineEnd.first(in: bytes.span, from: 0, limit: bytes.count), end.start == 5,
      bytes[4] < 0x80, bytes[4] != known.quote
    else { return nil }
    var dialect = known
    dialect.skippedLines = 1
    let candidates = DialectCandidates(bytes[..<window], known: dialect).dialects(with: bytes[4])
    let readings = candidates.map(read(as:)).sorted { $0.score > $1.score }
    guard let best = readings.first else { return nil }
    var finding = DialectFinding(best.dialect)
    finding.readings = [DialectFinding.Reading(best)]
    let text = "line 1 is sep=\(Character(Unicode.Scalar(bytes[4])))"
    finding.decide("delimiter", best.dialect.delimiterName, text, isChange: true)
    finding.decide("preamble", "1 line", text, isChange: true)
    finding.noteQuotes(best.dialect, known)
    return finding
  }

  /// The first records as the known dialect reads them, if the sample has no fault in it.
  private func wellFormed() -> SampleReading? {
    let reading = SampleReading(
      bytes,
      limit: window,
      isLast: isWhole && window == bytes.count,
      as: known,
      maximumRecords: SampleReading.headCount
    )
    guard reading.faultCount == 0, reading.columnCount > 1,
      reading.agreeing == reading.records.count, let first = reading.records.first
    else { return nil }
    guard known.isPlain, !known.skipsInitialSpace else { return reading }
    // The rest goes through the scanner that reads at the speed of memory.
    var strict = known
    strict.ragged = .reject
    var scanner = DelimitedScanner(ScanRules(strict, columnCount: reading.columnCount))
    scanner.position = first.start
    let padded = bytes + [UInt8](repeating: 0, count: 64)
    let room = reading.columnCount + 4 * DelimitedScanner.spareFields
    let none = Field(start: 0, length: 0)
    var output = ScanOutput(fields: [Field](repeating: none, count: room + 4096), extents: [])
    while scanner.position < bytes.count {
      let before = scanner.position
      output.fieldCount = 0
      output.extents.removeAll(keepingCapacity: true)
      scanner.scan(padded.span, limit: bytes.count, isLast: isWhole, into: &output)
      guard output.faults.isEmpty else { return nil }
      if scanner.position == before { break }
    }
    return reading
  }

  private func compared(_ candidates: [Dialect]) -> DialectFinding {
    let plain = read(as: known)
    let others = candidates.dropFirst().map(read(as:))
    let readings = [plain] + others
    let ranked = readings.filter { isEscapeProved($0, among: readings) }.enumerated()
      .sorted { ($1.element.score, $0.offset) < ($0.element.score, $1.offset) }.map(\.element)
    var finding = DialectFinding(known)
    finding.readings = ranked.prefix(5).map(DialectFinding.Reading.init)
    if let best = ranked.first(where: { isWitnessed($0, against: plain) }) {
      finding.dialect = best.dialect
      finding.decide(
        "delimiter",
        best.dialect.delimiterName,
        "it stands on both sides of quoted fields, \(best.quotedCount) of them; \(counts(best))",
        isChange: true
      )
      finding.noteQuotes(best.dialect, known)
      return finished(finding, best)
    }
    guard let best = ranked.first, best.score > 0, best.dialect != known,
      isProved(best, over: plain)
    else {
      finding.decide("delimiter", known.delimiterName, counts(plain), isChange: false)
      warnOfOthers(than: plain, ranked, &finding)
      return finished(finding, plain)
    }
    let rival = ranked.dropFirst().first {
      $0.dialect.delimiter != best.dialect.delimiter && $0.columnCount > 1
        && $0.score * Self.margin > best.score
    }
    if let rival, rival.dialect != known {
      finding.warnings.append(
        "two dialects fit alike: \(counts(best)), and \(counts(rival)); it is read with"
          + " \(known.delimiterName) between fields; -d names another"
      )
      finding.decide("delimiter", known.delimiterName, counts(plain), isChange: false)
      return finished(finding, plain)
    }
    finding.dialect = best.dialect
    let isOther = best.dialect.delimiter != known.delimiter
    let reason = counts(best) + (isOther ? "; \(counts(plain))" : "")
    finding.decide("delimiter", best.dialect.delimiterName, reason, isChange: isOther)
    finding.noteQuotes(best.dialect, known)
    return finished(finding, best)
  }

  /// Whether enough speaks for a reading that is not the known one.
  private func isProved(_ best: SampleReading, over plain: SampleReading) -> Bool {
    guard best.agreeing > 1, best.columnCount > 1 else { return false }
    if best.dialect.delimiter == known.delimiter {
      // The same cells, but for quotes: fewer records may be at fault, and none may be lost.
      return best.score > plain.score
        && (best.agreement > plain.agreement || plain.columnCount < best.columnCount)
    }
    guard best.score > plain.score * Self.margin else { return false }
    switch best.dialect.delimiter {
    case ASCII.comma, UInt8(ascii: ";"), ASCII.tab, UInt8(ascii: "|"), 0x1F, 0x01:
      return best.agreement >= 0.5
    default:
      // Blanks, colons and the like stand in text, too: quotes or numbers have to bear witness.
      return best.agreement >= 0.9 && best.records.first?.fieldCount == best.columnCount
        && best.records.count > 2 && (best.quotedCount > 0 || isWitnessedByTypes(best))
    }
  }

  /// Whether a character that escapes, if the reading has one, mends more records than it leaves at
  /// fault; one of them may be there by chance.
  private func isEscapeProved(_ reading: SampleReading, among all: [SampleReading]) -> Bool {
    guard reading.dialect.escapeByte != nil, reading.dialect != known else { return true }
    var plain = reading.dialect
    plain.escapeByte = nil
    guard let other = all.first(where: { $0.dialect == plain }), !other.isHopeless else {
      return true
    }
    return other.faultCount - reading.faultCount > reading.faultCount
      || reading.agreement > other.agreement * Self.margin
  }

  /// Whether quotes prove another delimiter, though records disagree in their number of fields: with it
  /// nearly all quotes stand around fields, and with the known one none do.
  private func isWitnessed(_ reading: SampleReading, against plain: SampleReading) -> Bool {
    reading.dialect.delimiter != known.delimiter && plain.quotedCount == 0
      && plain.agreement < 0.5 && reading.faultCount * 20 <= reading.records.count
      && reading.quotedCount >= max(4, reading.records.count) && reading.quoteWitness > 0.95
      && !reading.isHopeless
  }

  /// Whether half of the columns hold numbers, dates or times below the header.
  ///
  /// One of them is enough where no record is of another length and the delimiter is none that words,
  /// times or paths have between their parts.
  private func isWitnessedByTypes(_ reading: SampleReading) -> Bool {
    let heads = reading.heads.dropFirst()
    guard !heads.isEmpty else { return false }
    let typed = (0..<min(reading.columnCount, 4096)).count { column in
      heads.allSatisfy { $0.shapes.count <= column || $0.shapes[column].isTyped }
    }
    if 2 * typed >= reading.columnCount { return true }
    let isRare = !Array(" :/-\\".utf8).contains(reading.dialect.delimiter)
    return typed > 0 && isRare && reading.columnCount > 3
      && reading.agreeing == reading.records.count
  }

  /// Warns when a reading that is not taken fits a text of one column as well.
  private func warnOfOthers(
    than plain: SampleReading,
    _ ranked: [SampleReading],
    _ finding: inout DialectFinding
  ) {
    guard plain.columnCount <= 1,
      let other = ranked.first(where: {
        $0.dialect.delimiter != known.delimiter && $0.columnCount > 1
          && $0.score > plain.score * Self.margin && $0.agreement >= 0.9
      })
    else { return }
    finding.warnings.append(
      "read with \(known.delimiterName) between fields, as one column; \(counts(other)), too:"
        + " -d names another"
    )
  }

  private func counts(_ reading: SampleReading) -> String {
    let columns = reading.columnCount == 1 ? "1 field" : "\(reading.columnCount) fields"
    let isAll = reading.agreeing == reading.records.count
    return "with \(reading.dialect.delimiterName) "
      + (isAll ? "all" : "\(reading.agreeing) of") + " \(reading.records.count) records"
      + " have \(columns)"
  }

  /// Adds what stands before the table, and how lines end.
  private func finished(_ finding: DialectFinding, _ reading: SampleReading) -> DialectFinding {
    var finding = finding
    let start = TableStart(reading, bytes)
    if let reason = start.preambleReason {
      finding.dialect.skippedLines = start.preambleLines
      let lines = start.preambleLines == 1 ? "1 line" : "\(start.preambleLines) lines"
      finding.decide("preamble", lines, reason, isChange: true)
    }
    if start.headerRecords > 1 {
      finding.dialect.headerRows = Array(1...start.headerRecords)
      finding.decide(
        "headerRows",
        "\(start.headerRecords) records",
        "each repeats the first, and the columns below hold numbers or dates",
        isChange: true
      )
    }
    finding.warnings += start.warnings
    if let ends = LineEndCounts(bytes).name {
      finding.decide("lineTerminator", ends, "the lines of the sample end so", isChange: false)
    }
    return finding
  }
}

/// How often lines end with each of the three line ends.
private struct LineEndCounts {
  private var feeds = 0
  private var pairs = 0
  private var returns = 0

  init(_ bytes: [UInt8]) {
    var isBehindReturn = false
    for byte in bytes {
      if byte == ASCII.lineFeed {
        if isBehindReturn { (pairs, returns) = (pairs + 1, returns - 1) } else { feeds += 1 }
      } else if byte == ASCII.carriageReturn {
        returns += 1
      }
      isBehindReturn = byte == ASCII.carriageReturn
    }
  }

  var name: String? {
    let found = [("LF", feeds), ("CRLF", pairs), ("CR", returns)].filter { $0.1 > 0 }
    guard found.count > 1 else { return found.first?.0 }
    return found.map { "\($0.1) \($0.0)" }.joined(separator: ", ")
  }
}

extension DialectFinding {
  fileprivate mutating func decide(
    _ property: String,
    _ value: String,
    _ reason: String,
    isChange: Bool
  ) {
    decisions.append(
      Decision(property: property, value: value, reason: reason, isChange: isChange)
    )
  }

  fileprivate mutating func noteQuotes(_ dialect: Dialect, _ known: Dialect) {
    if dialect.quote != known.quote {
      decide(
        "quoteChar",
        dialect.quoteName,
        dialect.quote == nil
          ? "no field begins and ends with a quote" : "it stands at both ends of fields",
        isChange: true
      )
    }
    if dialect.escapeByte != known.escapeByte {
      decide("escapeChar", "'\\'", "quotes stand behind it in quoted fields", isChange: true)
    }
    if dialect.skipsInitialSpace != known.skipsInitialSpace {
      decide("skipInitialSpace", "true", "quotes open behind it", isChange: true)
    }
  }
}
