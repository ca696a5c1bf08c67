internal import FurrowCore

/// Reads one record whose quotes are at fault, for those who keep records as they stand.
///
/// A quote that opens a field closes at any quote with a delimiter or the record's end behind it, or
/// else is data. Of the readings with as many fields as there are columns the one is taken in which the
/// fewest quotes stand where none is to be; where there is none, a field whose first closing quote is in
/// its place is quoted, and any other quote is data. Nothing beyond the line on which the faulty quote
/// opens is looked at.
struct LooseRecord: ~Escapable {
  private let bytes: Span<UInt8>
  private let range: Range<Int>
  private let delimiter: UInt8
  private let quote: UInt8
  private let grammar: CarefulRecord.Grammar
  private let columnCount: Int
  /// Quotes out of place that the reading may have.
  private var allowance = 0
  /// Places, as a byte and a column, from which the record does not come out right, with the most quotes
  /// out of place that were still allowed there.
  private var dead: [Int: Int] = [:]
  /// Bytes that the search may still look at; each is looked at by every field that may go over it.
  private var budget = 0

  /// So many quotes out of place are told from more.
  private static let countedQuotes = 4

  /// Takes the record in `range` of `bytes`.
  @_lifetime(copy bytes)
  init(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    delimiter: UInt8,
    quote: UInt8,
    grammar: CarefulRecord.Grammar,
    columnCount: Int
  ) {
    self.bytes = bytes
    self.range = range
    self.delimiter = delimiter
    self.quote = quote
    self.grammar = grammar
    self.columnCount = columnCount
  }

  /// Puts the record's fields behind those of whole records; gives their number.
  mutating func read(into output: inout ScanOutput) -> Int {
    output.forgetUnfinished()
    let fields = likeliest() ?? literal()
    for (column, field) in fields.enumerated() {
      output.put(field, at: output.fieldCount + column)
      // What is escaped is decoded in one go, doubled quotes with it.
      guard field.isQuoted, grammar.doublesQuotes, grammar.escape == nil else { continue }
      let written = bytes.extracting(Int(field.start)..<field.end)
      if written.indices.contains(where: { written[$0] == quote }) {
        output.doubled.append(ScanOutput.Doubled(field: output.fieldCount + column))
      }
    }
    return fields.count
  }

  /// The reading with as many fields as there are columns and the fewest quotes out of place.
  private mutating func likeliest() -> [Field]? {
    guard columnCount > 0, columnCount <= 1000 else { return nil }
    for allowance in 1...Self.countedQuotes {
      if let fields = matching(allowance) { return fields }
    }
    return matching(.max)
  }

  /// The first reading with as many fields as there are columns and no more than `allowance` quotes out
  /// of place, if there is one.
  private mutating func matching(_ allowance: Int) -> [Field]? {
    self.allowance = allowance
    dead.removeAll(keepingCapacity: true)
    budget = 64 * range.count + 4096
    // What is still to be tried at each field that was taken.
    var fields: [Field] = []
    var trials = [Trial(start: range.lowerBound, left: allowance)]
    while let trial = trials.last {
      guard budget > 0 else { return nil }
      let column = trials.count - 1
      guard column < columnCount, !isDead(trial, column), let option = option(&trials[column])
      else {
        dead[key(trial.start, column)] = trial.left
        trials.removeLast()
        if !fields.isEmpty { fields.removeLast() }
        continue
      }
      guard option.quotesOutOfPlace <= trial.left else { continue }
      guard let next = option.next else {
        // The record ends here: with this field, or not at all.
        if column + 1 == columnCount { return fields + [option.field] }
        continue
      }
      fields.append(option.field)
      trials.append(Trial(start: next, left: trial.left - option.quotesOutOfPlace))
    }
    return nil
  }

  private struct Trial {
    /// Where the field starts.
    var start: Int
    /// Quotes out of place that the field and those behind it may have.
    var left: Int
    /// Where the next closing quote is looked for; `nil` when only the field as data is left.
    var closing: Int?
    /// Quotes out of place before that.
    var passed = 0
    var isNew = true
    var isSpent = false

    init(start: Int, left: Int) {
      self.start = start
      self.left = left
    }
  }

  private struct Option {
    var field: Field
    var quotesOutOfPlace: Int
    /// Where the field behind it starts; `nil` at the record's end.
    var next: Int?
  }

  /// The next way to read the field of `trial`.
  private mutating func option(_ trial: inout Trial) -> Option? {
    if trial.isNew {
      trial.isNew = false
      let isQuoted = trial.start < range.upperBound && bytes[trial.start] == quote
      trial.closing = isQuoted ? trial.start + 1 : nil
    }
    if let from = trial.closing {
      let found = closingQuote(from: from)
      budget -= (found?.index ?? range.upperBound) - from + 1
      if let found {
        trial.closing = found.index + 1
        let before = trial.passed + found.passed
        // One that is half of a doubled quote when reading goes on is out of place when it closes.
        trial.passed = before + (found.isBehindQuote ? 0 : 1)
        return Option(
          field: quoted(from: trial.start, to: found.index),
          quotesOutOfPlace: before + (found.isBehindQuote ? 1 : 0),
          next: next(behind: found.index + 1)
        )
      }
      trial.closing = nil
    }
    guard !trial.isSpent else { return nil }
    trial.isSpent = true
    let end = delimiter(from: trial.start)
    budget -= end - trial.start + 1
    return Option(
      field: Field(bareFrom: trial.start, to: end),
      quotesOutOfPlace: quotes(atEndsOf: trial.start..<end),
      next: next(behind: end)
    )
  }

  /// How many quotes stand at the ends of a field that is read as data.
  private func quotes(atEndsOf range: Range<Int>) -> Int {
    guard let first = range.first, let last = range.last else { return 0 }
    return (bytes[first] == quote ? 1 : 0) + (last > first && bytes[last] == quote ? 1 : 0)
  }

  /// The reading in which every quote out of place is data.
  private func literal() -> [Field] {
    var fields: [Field] = []
    var start: Int? = range.lowerBound
    while let first = start {
      if first < range.upperBound, bytes[first] == quote, let closing = strictClosing(of: first) {
        fields.append(quoted(from: first, to: closing))
        start = next(behind: closing + 1)
      } else {
        let end = delimiter(from: first)
        fields.append(Field(bareFrom: first, to: end))
        start = next(behind: end)
      }
    }
    return fields
  }

  private func quoted(from opening: Int, to closing: Int) -> Field {
    Field(start: opening + 1, length: closing - opening - 1, isQuoted: true)
  }

  private func isDead(_ trial: Trial, _ column: Int) -> Bool {
    dead[key(trial.start, column)].map { trial.left <= $0 } ?? false
  }

  private func key(_ start: Int, _ column: Int) -> Int {
    (start - range.lowerBound) * (columnCount + 1) + column
  }

  private func isDelimiter(at index: Int) -> Bool {
    grammar.isDelimiter(delimiter, bytes, at: index, limit: range.upperBound)
  }

  /// Where the field starts that follows the delimiter at `end`; `nil` at the record's end.
  private func next(behind end: Int) -> Int? {
    guard end < range.upperBound else { return nil }
    var start = end + grammar.delimiterLength
    if grammar.skipsInitialSpace {
      while start < range.upperBound, bytes[start] == ASCII.space { start += 1 }
    }
    return start
  }

  private func delimiter(from start: Int) -> Int {
    var index = start
    while index < range.upperBound, !isDelimiter(at: index) {
      index += bytes[index] == grammar.escape ? 2 : 1
    }
    return min(index, range.upperBound)
  }

  private struct Closing {
    var index: Int
    /// Quotes before it that are no half of a doubled one.
    var passed: Int
    /// Whether it would be the second half of a doubled quote.
    var isBehindQuote: Bool
  }

  /// The first quote from `start` on with a delimiter or the end behind it.
  private func closingQuote(from start: Int) -> Closing? {
    var index = start
    var passed = 0
    while index < range.upperBound {
      if bytes[index] == quote {
        let isPair =
          grammar.doublesQuotes && index + 1 < range.upperBound && bytes[index + 1] == quote
        let last = isPair ? index + 1 : index
        if last + 1 == range.upperBound || isDelimiter(at: last + 1) {
          return Closing(index: last, passed: passed, isBehindQuote: isPair)
        }
        passed += isPair ? 0 : 1
        index = last
      } else if bytes[index] == grammar.escape {
        index += 1
      }
      index += 1
    }
    return nil
  }

  /// The quote that closes the field which opens at `start`, if it does so by the rules.
  private func strictClosing(of start: Int) -> Int? {
    var index = start + 1
    while index < range.upperBound {
      if bytes[index] == grammar.escape {
        index += 2
        continue
      }
      guard bytes[index] == quote else {
        index += 1
        continue
      }
      guard index + 1 < range.upperBound else { return index }
      if isDelimiter(at: index + 1) { return index }
      guard grammar.doublesQuotes, bytes[index + 1] == quote else { return nil }
      index += 2
    }
    return nil
  }
}
