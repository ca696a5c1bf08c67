internal import FurrowCore

/// Reads single records of JSON into the table of fields: objects by their keys, arrays by place.
struct JSONRecord {
  var grammar: JSONGrammar
  /// The number of fields of every record.
  let columnCount: Int
  /// The keys; where they are looked for only, those of every sound record are added.
  private(set) var keys: JSONKeys
  /// Whether the keys are what is wanted, and no fields.
  private let discovers: Bool
  /// For each column the last record that had it, and the number of this one.
  private var stamps: [Int]
  private var stamp = 0
  /// Values of this record, and the column that was read last.
  private var found = 0
  private var column: Int?
  /// Keys of this record that are not known.
  private var newKeys: [[UInt8]] = []

  init(_ keys: JSONKeys, columnCount: Int, spansLines: Bool, discovers: Bool) {
    grammar = JSONGrammar(spansLines: spansLines)
    self.keys = keys
    self.columnCount = columnCount
    self.discovers = discovers
    stamps = [Int](repeating: 0, count: max(keys.names.count, columnCount))
  }

  /// Reads the object at `start`; returns the place behind it, or `nil` when it is at fault.
  mutating func object(_ bytes: Span<UInt8>, _ start: Int, _ output: inout JSONOutput) -> Int? {
    begin()
    var index = grammar.afterSpace(bytes, start + 1)
    if bytes[index] == ASCII.closeBrace { return index + 1 }
    var place = 0
    while true {
      if let known = keys.foreseen(place, bytes, index) {
        index = known.end
        column = known.column
      } else {
        guard let end = key(bytes, index, at: place) else { return nil }
        index = end
      }
      if let column {
        guard stamps[column] != stamp else { return failRepeated(column, bytes, index) }
        stamps[column] = stamp
        found += 1
      }
      index = grammar.afterSpace(bytes, index)
      guard let end = value(bytes, index, column ?? 0, &output) else { return nil }
      index = grammar.afterSpace(bytes, end)
      if bytes[index] == ASCII.closeBrace { return index + 1 }
      guard bytes[index] == ASCII.comma else { return behindValue("a comma or `}`", bytes, index) }
      index = grammar.afterSpace(bytes, index + 1)
      place += 1
    }
  }

  /// Reads the array at `start`; returns the place behind it, or `nil` when it is at fault.
  mutating func array(_ bytes: Span<UInt8>, _ start: Int, _ output: inout JSONOutput) -> Int? {
    begin()
    var index = grammar.afterSpace(bytes, start + 1)
    if bytes[index] == ASCII.closeBracket { return behindArray(index, start) }
    while true {
      column = found
      if found < columnCount, !discovers {
        guard let end = value(bytes, index, found, &output) else { return nil }
        index = end
      } else {
        guard let end = grammar.value(bytes, index) else { return nil }
        index = end
      }
      found += 1
      index = grammar.afterSpace(bytes, index)
      if bytes[index] == ASCII.closeBracket { return behindArray(index, start) }
      guard bytes[index] == ASCII.comma else { return behindValue("a comma or `]`", bytes, index) }
      index = grammar.afterSpace(bytes, index + 1)
    }
  }

  /// Settles the record that was read: it is whole.
  mutating func finish(_ extent: RecordExtent, _ output: inout JSONOutput) {
    guard !discovers else {
      for key in newKeys {
        keys.add(key)
        stamps.append(stamp)
      }
      return
    }
    if found < columnCount {
      let none = Field(start: Int(extent.start), length: 0, kind: .null)
      for column in 0..<columnCount where stamps[column] != stamp {
        output.scan.fields[output.scan.fieldCount + column] = none
      }
    }
    output.scan.extents.append(extent)
    output.scan.fieldCount += columnCount
  }

  /// Settles the record that was read: it is at fault.
  ///
  /// Characters are counted from `lineStart`.
  mutating func reject(
    _ extent: RecordExtent,
    _ bytes: Span<UInt8>,
    lineStart: Int,
    line: Int,
    _ output: inout JSONOutput
  ) {
    output.forgetUnfinished()
    guard let fault = grammar.fault else { return }
    let place = JSONPlace(bytes, of: fault.offset, from: lineStart)
    output.scan.faults.append(
      ScanOutput.Fault(
        extent: extent,
        column: column.map { $0 + 1 },
        offset: fault.offset,
        code: fault.code,
        message: fault.message + place.text(line: line, inArray: grammar.spansLines)
      )
    )
    column = nil
    grammar.fault = nil
  }

  private mutating func begin() {
    stamp += 1
    found = 0
    column = nil
    if !newKeys.isEmpty { newKeys.removeAll() }
  }

  /// Reads the value at `start` into the field of `column`.
  @inline(__always)
  private mutating func value(
    _ bytes: Span<UInt8>,
    _ start: Int,
    _ column: Int,
    _ output: inout JSONOutput
  ) -> Int? {
    if discovers { return grammar.value(bytes, start) }
    let index = output.scan.fieldCount + column
    switch bytes[start] {
    case ASCII.quote:
      guard let string = grammar.string(bytes, start) else { return nil }
      output.scan.fields[index] = Field(
        start: start + 1,
        length: string.end - start - 1,
        isQuoted: true
      )
      if string.hasEscapes { output.escaped.append(index) }
      if string.isHigh { output.scan.sawHigh = true }
      return string.end + 1
    case ASCII.minus, ASCII.zero...ASCII.nine:
      guard let number = grammar.number(bytes, start) else { return nil }
      output.scan.fields[index] = Field(
        start: start,
        length: number.end - start,
        kind: number.kind
      )
      output.values[index] = number.bits
      return number.end
    case ASCII.openBrace, ASCII.openBracket:
      guard let end = grammar.nested(bytes, start) else { return nil }
      output.scan.fields[index] = Field(start: start, length: end - start)
      output.scan.sawHigh = true
      return end
    case let letter:
      guard let end = grammar.word(bytes, start) else { return nil }
      let isNull = letter == UInt8(ascii: "n")
      output.scan.fields[index] = Field(
        start: start,
        length: isNull ? 0 : end - start,
        kind: isNull ? .null : .integer
      )
      output.values[index] = letter == UInt8(ascii: "t") ? 1 : 0
      return end
    }
  }

  /// Reads a key that is not where it was last time, and its colon.
  private mutating func key(_ bytes: Span<UInt8>, _ start: Int, at place: Int) -> Int? {
    column = nil
    guard bytes[start] == ASCII.quote else {
      return grammar.expected("a key in quotes", bytes, start)
    }
    guard let string = grammar.string(bytes, start),
      let end = grammar.value(behindKey: string.end + 1, bytes)
    else { return nil }
    let written = bytes.extracting((start + 1)..<string.end)
    if string.hasEscapes {
      var name: [UInt8] = []
      JSONEscapes.append(written, to: &name)
      column = keys.find(name.span, at: place)
    } else {
      column = keys.find(written, at: place)
    }
    guard column == nil else { return end }
    var name: [UInt8] = []
    JSONEscapes.append(written, to: &name)
    let text = String(decoding: name, as: UTF8.self)
    guard discovers else {
      return grammar.fail(start, .extraCell, "the key \"\(text)\" is no column")
    }
    if newKeys.contains(name) {
      return grammar.fail(start, .duplicateKey, "the key \"\(text)\" stands twice")
    }
    // A name of other bytes than UTF-8 will be the record's fault when it is read.
    if text.utf8.elementsEqual(name) { newKeys.append(name) }
    return end
  }

  private mutating func failRepeated(
    _ column: Int,
    _ bytes: Span<UInt8>,
    _ behindKey: Int
  ) -> Int? {
    let name = String(decoding: keys.names[column], as: UTF8.self)
    return grammar.fail(behindKey - 1, .duplicateKey, "the key \"\(name)\" stands twice")
  }

  /// Notes what stands behind a value instead of `wanted`; that is no column's fault.
  private mutating func behindValue(_ wanted: String, _ bytes: Span<UInt8>, _ index: Int) -> Int? {
    let failure: Int? = grammar.expected(wanted, bytes, index)
    let byte = bytes[index]
    grammar.fault?.isMismatch = byte == ASCII.closeBrace || byte == ASCII.closeBracket
    return failure
  }

  /// Whether the array that ends at `end` has the right number of values.
  private mutating func behindArray(_ end: Int, _ start: Int) -> Int? {
    guard found != columnCount, !discovers else { return end + 1 }
    column = min(found, columnCount)
    return grammar.fail(
      start,
      found < columnCount ? .missingCell : .extraCell,
      "expected \(Amount.of(columnCount, "value")), found \(found)"
    )
  }
}
