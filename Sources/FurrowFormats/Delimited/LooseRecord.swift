internal import FurrowCore

/// Reads one record whose quotes are at fault, for those who keep records as they stand.
///
/// A quote that opens a field closes at any quote with a delimiter or the record's end behind it, or
/// else is data. Of the readings that there are the one is taken that has as many fields as there are
/// columns; where none has, a field whose first closing quote is in its place is quoted, and any
/// other quote is data. Nothing beyond the line on which the faulty quote opens is looked at.
struct LooseRecord: ~Escapable {
  private let bytes: Span<UInt8>
  private let range: Range<Int>
  private let delimiter: UInt8
  private let quote: UInt8
  private let columnCount: Int
  /// Places, as a byte and a column, from which the record does not come out right.
  private var dead: Set<Int> = []

  /// Bytes that the search may still look at; each is looked at by every field that may go over it.
  private var budget: Int

  /// Takes the record in `range` of `bytes`.
  @_lifetime(copy bytes)
  init(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    delimiter: UInt8,
    quote: UInt8,
    columnCount: Int
  ) {
    self.bytes = bytes
    self.range = range
    self.delimiter = delimiter
    self.quote = quote
    self.columnCount = columnCount
    budget = 64 * range.count + 4096
  }

  /// Puts the record's fields behind those of whole records; gives their number.
  mutating func read(into output: inout ScanOutput) -> Int {
    output.forgetUnfinished()
    let fields = matching() ?? literal()
    for (column, field) in fields.enumerated() {
      output.put(field, at: output.fieldCount + column)
      let written = bytes.extracting(Int(field.start)..<field.end)
      if field.isQuoted, written.indices.contains(where: { written[$0] == quote }) {
        output.doubled.append(ScanOutput.Doubled(field: output.fieldCount + column))
      }
    }
    return fields.count
  }

  /// The reading with as many fields as there are columns, if there is one.
  private mutating func matching() -> [Field]? {
    guard columnCount > 0, columnCount <= 1000 else { return nil }
    // What is still to be tried at each field that was taken.
    var fields: [Field] = []
    var trials = [Trial(start: range.lowerBound)]
    while let trial = trials.last {
      guard budget > 0 else { return nil }
      let column = trials.count - 1
      guard column < columnCount, !dead.contains(key(trial.start, column)),
        let (field, next) = option(&trials[column])
      else {
        dead.insert(key(trial.start, column))
        trials.removeLast()
        if !fields.isEmpty { fields.removeLast() }
        continue
      }
      if next > range.upperBound {
        // The record ends here: with this field, or not at all.
        if column + 1 == columnCount { return fields + [field] }
        continue
      }
      fields.append(field)
      trials.append(Trial(start: next))
    }
    return nil
  }

  private struct Trial {
    /// Where the field starts.
    var start: Int
    /// Where the next closing quote is looked for; `nil` when only the field as data is left.
    var closing: Int?
    var isNew = true
    var isSpent = false

    init(start: Int) { self.start = start }
  }

  /// The next way to read the field of `trial`, and where the field behind it starts.
  private mutating func option(_ trial: inout Trial) -> (Field, next: Int)? {
    if trial.isNew {
      trial.isNew = false
      let isQuoted = trial.start < range.upperBound && bytes[trial.start] == quote
      trial.closing = isQuoted ? trial.start + 1 : nil
    }
    if let from = trial.closing {
      let found = closingQuote(from: from)
      budget -= (found ?? range.upperBound) - from + 1
      if let closing = found {
        trial.closing = closing + 1
        let field = Field(
          start: trial.start + 1,
          length: closing - trial.start - 1,
          isQuoted: true
        )
        return (field, closing + 2)
      }
      trial.closing = nil
    }
    guard !trial.isSpent else { return nil }
    trial.isSpent = true
    let end = delimiter(from: trial.start)
    budget -= end - trial.start + 1
    return (Field(bareFrom: trial.start, to: end), end + 1)
  }

  /// The reading in which every quote out of place is data.
  private func literal() -> [Field] {
    var fields: [Field] = []
    var start = range.lowerBound
    while start <= range.upperBound {
      if start < range.upperBound, bytes[start] == quote, let closing = strictClosing(of: start) {
        fields.append(Field(start: start + 1, length: closing - start - 1, isQuoted: true))
        start = closing + 2
      } else {
        let end = delimiter(from: start)
        fields.append(Field(bareFrom: start, to: end))
        start = end + 1
      }
    }
    return fields
  }

  private func key(_ start: Int, _ column: Int) -> Int {
    (start - range.lowerBound) * (columnCount + 1) + column
  }

  private func delimiter(from start: Int) -> Int {
    var index = start
    while index < range.upperBound, bytes[index] != delimiter { index += 1 }
    return index
  }

  /// The first quote from `start` on with a delimiter or the end behind it.
  private func closingQuote(from start: Int) -> Int? {
    var index = start
    while index < range.upperBound {
      if bytes[index] == quote, index + 1 == range.upperBound || bytes[index + 1] == delimiter {
        return index
      }
      index += 1
    }
    return nil
  }

  /// The quote that closes the field which opens at `start`, if it does so by the rules.
  private func strictClosing(of start: Int) -> Int? {
    var index = start + 1
    while index < range.upperBound {
      guard bytes[index] == quote else {
        index += 1
        continue
      }
      guard index + 1 < range.upperBound else { return index }
      if bytes[index + 1] == delimiter { return index }
      guard bytes[index + 1] == quote else { return nil }
      index += 2
    }
    return nil
  }
}
