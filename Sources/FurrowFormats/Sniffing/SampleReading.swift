internal import FurrowCore

/// One way to read a sample: the records that a dialect finds there, and how well they agree.
struct SampleReading {
  /// A record, as far as a sniffer asks about it.
  struct Record {
    /// The line it starts on, counted from 1.
    var line: Int
    /// The fields found; 0 for one whose quotes are at fault.
    var fieldCount: Int
    /// Those that hold more than blanks.
    var filledCount: Int
    /// Its first byte.
    var start: Int
  }

  let dialect: Dialect
  private(set) var records: [Record] = []
  /// The fields of the first records, and what they look like.
  private(set) var heads: [Head] = []
  /// The number of fields that most records have.
  private(set) var columnCount = 0
  /// The records that have that many.
  private(set) var agreeing = 0
  /// Records whose quotes are at fault.
  private(set) var faultCount = 0
  /// Records whose quotes are at fault, but which have that many fields if quotes are read loosely.
  private(set) var mended = 0
  /// Fields that stand in quotes.
  private(set) var quotedCount = 0
  /// Fields without quotes around them that hold some.
  private(set) var strayQuotes = 0
  /// How plausible the cells are on average, from 0 to 1.
  private(set) var plausibility = 0.0
  /// Whether so little of the sample could be read this way that it is no reading.
  private(set) var isHopeless = false

  /// A record whose fields are kept.
  struct Head {
    var fields: [Field]
    var shapes: [CellShape]
  }

  /// So many records keep their fields.
  static let headCount = 100
  /// Fields of a record that are looked at.
  private static let maximumColumns = 4096

  /// Reads `bytes[..<limit]`; more may follow unless `isLast`.
  init(
    _ bytes: [UInt8],
    limit: Int,
    isLast: Bool,
    as dialect: Dialect,
    maximumRecords: Int = .max
  ) {
    self.dialect = dialect
    let none = Field(start: 0, length: 0)
    var output = ScanOutput(
      fields: [Field](repeating: none, count: Self.maximumColumns),
      extents: []
    )
    var place = Place(skipping: dialect.skippedLines, of: bytes.span, limit: limit)
    var tally = Tally()
    var faulty: [Range<Int>] = []
    // A quote that never closes is looked for to the end, by each record that has one.
    var patience = 8 * limit + 4096
    let span = bytes.span
    while place.position < limit, records.count < maximumRecords {
      if place.passBlankOrComment(span, limit: limit, dialect.comment) { continue }
      let careful = CarefulRecord(
        delimiter: dialect.delimiter,
        quote: dialect.quote,
        fieldLimit: Self.maximumColumns,
        start: place.position,
        line: place.line,
        record: 0,
        grammar: dialect.grammar
      )
      guard let outcome = careful.parse(span, limit: limit, isLast: isLast, into: &output) else {
        isHopeless = 2 * (limit - place.position) > limit && !records.isEmpty
        break
      }
      if let fault = outcome.fault {
        faultCount += 1
        if faulty.count < Self.headCount { faulty.append(place.position..<outcome.end) }
        // A quote that opens is blamed only when the sample ends before it closes.
        let offset = fault.offset ?? limit
        let isUnclosed = offset >= limit || span[offset] == dialect.quote
        patience -= isUnclosed ? limit - place.position : outcome.next - place.position
        records.append(
          Record(line: place.line, fieldCount: 0, filledCount: 0, start: place.position)
        )
        if heads.count < Self.headCount { heads.append(Head(fields: [], shapes: [])) }
        if patience < 0 {
          isHopeless = true
          break
        }
      } else {
        take(outcome, output.fields, span, at: place, &tally)
      }
      place.position = outcome.next
      place.line += outcome.lineEnds
    }
    columnCount = tally.mode
    agreeing = tally.counts[columnCount] ?? 0
    mend(faulty, span, &output)
    plausibility = tally.cells == 0 ? 0 : tally.plausibility / Double(tally.cells)
  }

  /// Counts the records of `faulty` that a loose reading of quotes makes whole.
  private mutating func mend(
    _ faulty: [Range<Int>],
    _ bytes: Span<UInt8>,
    _ output: inout ScanOutput
  ) {
    guard let quote = dialect.quote, columnCount > 1 else { return }
    for range in faulty {
      var loose = LooseRecord(
        bytes,
        range,
        delimiter: dialect.delimiter,
        quote: quote,
        grammar: dialect.grammar,
        columnCount: columnCount
      )
      if loose.read(into: &output) == columnCount { mended += 1 }
    }
  }

  private struct Tally {
    /// How many records have so many fields.
    var counts: [Int: Int] = [:]
    var cells = 0
    var plausibility = 0.0

    /// The number that most have, the larger of two.
    var mode: Int {
      counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key ?? 0
    }
  }

  private mutating func take(
    _ outcome: CarefulRecord.Outcome,
    _ fields: [Field],
    _ bytes: Span<UInt8>,
    at place: Place,
    _ tally: inout Tally
  ) {
    let kept = min(outcome.fieldsFound, Self.maximumColumns)
    var filled = 0
    var shapes: [CellShape] = []
    let isHead = heads.count < Self.headCount
    for index in 0..<kept {
      let field = fields[index]
      let shape = CellShape(bytes, Int(field.start)..<field.end)
      if isHead { shapes.append(shape) }
      if shape != .empty { filled += 1 }
      tally.plausibility += field.isQuoted ? 1 : shape.plausibility
      if field.isQuoted { quotedCount += 1 }
      if !field.isQuoted, shape == .quoteInside || shape == .openQuote { strayQuotes += 1 }
    }
    tally.cells += kept
    tally.counts[outcome.fieldsFound, default: 0] += 1
    records.append(
      Record(
        line: place.line,
        fieldCount: outcome.fieldsFound,
        filledCount: filled,
        start: place.position
      )
    )
    if isHead { heads.append(Head(fields: Array(fields[..<kept]), shapes: shapes)) }
  }
}

extension SampleReading {
  /// The share of records that have as many fields as most; one that is at fault counts for less.
  var agreement: Double {
    records.isEmpty ? 0 : (Double(agreeing) + 0.9 * Double(mended)) / Double(records.count)
  }

  /// The share of fields with quotes in which the quotes stand around the field.
  var quoteWitness: Double {
    quotedCount == 0 ? 0 : Double(quotedCount) / Double(quotedCount + strayQuotes)
  }

  /// How well the reading fits, from 0 to 1: records agree in their number of fields, cells look like
  /// values, and there are several of them.
  ///
  /// The product of a measure of pattern and one of types is the idea of G. J. J. van den Burg, A. Nazabal and C. Sutton,
  /// "Wrangling messy CSV files by detecting row and type patterns" (2019). <https://doi.org/10.1007/s10618-019-00646-y>
  var score: Double {
    guard !isHopeless, columnCount > 0 else { return 0 }
    let width = Double(columnCount) / Double(columnCount + 1)
    let head = records.first?.fieldCount == columnCount ? 1 : 0.8
    return agreement * plausibility * plausibility * width * head * prior
  }

  /// How often a delimiter is met, roughly; it decides only between readings that fit alike.
  private var prior: Double {
    guard columnCount > 1 else { return 1 }
    switch dialect.delimiter {
    case ASCII.comma, ASCII.tab, UInt8(ascii: ";"), UInt8(ascii: "|"), 0x1F, 0x01: return 1
    case ASCII.space: return 0.85
    case ASCII.colon, UInt8(ascii: "^"), UInt8(ascii: "~"): return 0.8
    default: return 0.7
    }
  }

  /// The value of the field in `column` of the record at `index`, decoded.
  func text(of column: Int, in index: Int, _ bytes: [UInt8]) -> [UInt8] {
    let field = heads[index].fields[column]
    let raw = bytes[Int(field.start)..<field.end]
    guard field.isQuoted, let quote = dialect.quote, dialect.doublesQuotes else {
      return Array(raw)
    }
    var decoded: [UInt8] = []
    FieldDecoding.appendUndoubled(raw.span, quote: quote, to: &decoded)
    return decoded
  }

  /// Where a reading stands in a sample.
  private struct Place {
    var position = 0
    var line = 1

    init(skipping lines: Int, of bytes: Span<UInt8>, limit: Int) {
      for _ in 0..<lines {
        guard let end = LineEnd.first(in: bytes, from: position, limit: limit) else {
          position = limit
          return
        }
        position = end.next
        line += 1
      }
    }

    /// Goes behind a line that is no record; false when a record stands here.
    mutating func passBlankOrComment(_ bytes: Span<UInt8>, limit: Int, _ comment: UInt8?) -> Bool {
      let first = bytes[position]
      guard first == ASCII.lineFeed || first == ASCII.carriageReturn || first == comment else {
        return false
      }
      position = LineEnd.first(in: bytes, from: position, limit: limit)?.next ?? limit
      line += 1
      return true
    }
  }
}
