internal import FurrowCore

/// Finds records and fields in JSON text, one record after another.
///
/// A scan starts at the first byte of a record, and what it does not finish is scanned again with
/// more bytes behind it: so the result does not depend on how the input was cut.
struct JSONScanner {
  /// A fault that makes the rest of the text unreadable.
  struct Break: Error {
    /// The offending byte, in the buffer.
    var offset: Int
    var message: String
  }

  /// Where an array's reading stands.
  enum Stage {
    /// Before the opening bracket.
    case opening
    /// Before the first element, if there is one.
    case first
    /// Before an element.
    case element
    /// Behind an element.
    case separator
    /// Behind the closing bracket.
    case closed
  }

  let layout: JSONEncoding.Layout
  /// How many records are wanted at most.
  var limit = Int.max
  /// What a record is; `nil` as long as the first one has not said it.
  var shape: JSONShape?
  /// Elements that are no records: the header.
  var skipped: Int

  /// The line of the batch's first byte.
  var originLine = 1
  /// The first byte of what is next.
  var position = 0
  /// Line ends before `position`, and records, counted from the batch's origin.
  var line = 0
  var record = 0
  var stage = Stage.opening
  /// The first element of an array, in the buffer, and line ends before it.
  private(set) var firstElement = 0
  private(set) var firstLine = 0
  /// Reads single records.
  var reading: JSONRecord

  init(_ layout: JSONEncoding.Layout, columns: JSONColumns, discovers: Bool = false) {
    self.layout = layout
    shape = layout == .lines ? .objects : columns.shape
    skipped = columns.headerElements
    reading = JSONRecord(
      JSONKeys(columns.keys),
      columnCount: columns.names.names.count,
      spansLines: layout == .array,
      discovers: discovers
    )
  }

  /// Whether the text may end here: an array is closed.
  var canEnd: Bool { layout == .lines || stage == .closed }

  /// Whether everything that was asked for was read.
  var isDone: Bool { record >= limit }

  /// Scans `bytes[position..<limit]` and leaves `position` at the first record it did not finish.
  ///
  /// `bytes` holds LF at `limit` when nothing follows, as `isLast` says, and 64 bytes behind it.
  /// - Throws: ``Break`` when nothing behind that place can be read.
  mutating func scan(
    _ bytes: Span<UInt8>,
    limit available: Int,
    isLast: Bool,
    into output: inout JSONOutput
  ) throws(Break) {
    switch layout {
    case .lines: scanLines(bytes, limit: available, isLast: isLast, into: &output)
    case .array: try scanArray(bytes, limit: available, isLast: isLast, into: &output)
    }
  }

  /// Whether the table of fields has room for another record.
  private func hasRoom(in output: JSONOutput) -> Bool {
    output.scan.fieldCount + reading.columnCount <= output.scan.fields.count
  }

  private mutating func scanLines(
    _ bytes: Span<UInt8>,
    limit available: Int,
    isLast: Bool,
    into output: inout JSONOutput
  ) {
    // Only whole lines are read, so that the LF at their end stops every reading.
    var end = available
    if !isLast {
      while end > position, bytes[end - 1] != ASCII.lineFeed { end -= 1 }
    }
    while position < end, record < limit, hasRoom(in: output) {
      let start = reading.grammar.afterSpace(bytes, position)
      if bytes[start] == ASCII.lineFeed {
        position = start + 1
        line += 1
        continue
      }
      var next = start
      if bytes[start] == ASCII.openBrace, let last = reading.object(bytes, start, &output) {
        next = reading.grammar.afterSpace(bytes, last)
        if bytes[next] == ASCII.lineFeed {
          reading.finish(
            RecordExtent(start: start, end: last, lineDelta: line, recordDelta: record),
            &output
          )
          record += 1
          position = next + 1
          line += 1
          continue
        }
        let _: Int? = reading.grammar.expected("the line's end", bytes, next)
      } else if bytes[start] != ASCII.openBrace {
        rejectNoObject(bytes, start)
      }
      reject(lineFrom: start, bytes, &output)
    }
    position = min(position, available)
  }

  /// Gives up the line at `start`; reading goes on with the next one.
  private mutating func reject(
    lineFrom start: Int,
    _ bytes: Span<UInt8>,
    _ output: inout JSONOutput
  ) {
    var end = start
    while bytes[end] != ASCII.lineFeed { end += 1 }
    let next = end + 1
    if end > start, bytes[end - 1] == ASCII.carriageReturn { end -= 1 }
    let extent = RecordExtent(start: start, end: end, lineDelta: line, recordDelta: record)
    reading.reject(extent, bytes, lineStart: position, line: originLine + line, &output)
    record += 1
    position = next
    line += 1
  }

  /// Notes what the value at `start` is instead of an object.
  private mutating func rejectNoObject(_ bytes: Span<UInt8>, _ start: Int) {
    guard let end = reading.grammar.value(bytes, start) else { return }
    let next = reading.grammar.afterSpace(bytes, end)
    let isWhole = bytes[next] == ASCII.lineFeed
    let _: Int? =
      isWhole
      ? reading.grammar.fail(start, .notAnObject, "expected an object, found \(kind(bytes[start]))")
      : reading.grammar.expected("the line's end", bytes, next)
  }
}

extension JSONScanner {
  private mutating func scanArray(
    _ bytes: Span<UInt8>,
    limit available: Int,
    isLast: Bool,
    into output: inout JSONOutput
  ) throws(Break) {
    while record < limit {
      while position < available, bytes[position] <= ASCII.space {
        switch bytes[position] {
        case ASCII.lineFeed: line += 1
        case ASCII.space, ASCII.tab, ASCII.carriageReturn: break
        default: throw unexpected("white space or a value", bytes)
        }
        position += 1
      }
      guard position < available else {
        guard isLast, stage != .closed else { return }
        throw Break(
          offset: position,
          message: stage == .opening
            ? "expected an array, found the end"
            : "the array is never closed: expected `]`, found the end of the file"
        )
      }
      let byte = bytes[position]
      switch stage {
      case .opening:
        guard byte == ASCII.openBracket else {
          let hint = byte == ASCII.openBrace ? "; --format ndjson reads an object a line" : ""
          throw Break(offset: position, message: "expected an array, found \(kind(byte))\(hint)")
        }
        stage = .first
      case .first where byte == ASCII.closeBracket, .separator where byte == ASCII.closeBracket:
        stage = .closed
      case .first, .element:
        guard hasRoom(in: output), try scanElement(bytes, available, isLast, &output) else {
          return
        }
        stage = .separator
        continue
      case .separator:
        guard byte == ASCII.comma else { throw unexpected("a comma or `]`", bytes) }
        stage = .element
      case .closed:
        throw unexpected("the end behind the array", bytes)
      }
      position += 1
    }
  }

  /// Reads the element at `position`; false when its end is not there yet.
  private mutating func scanElement(
    _ bytes: Span<UInt8>,
    _ available: Int,
    _ isLast: Bool,
    _ output: inout JSONOutput
  ) throws(Break) -> Bool {
    let start = position
    guard let found = JSONElement.end(bytes, from: start, limit: available, isLast: isLast) else {
      guard isLast else { return false }
      // If something is wrong before the end, that is what has to be mended.
      if let fault = fault(in: bytes, start), fault.offset < available {
        throw Break(offset: fault.offset, message: fault.message)
      }
      throw Break(
        offset: start,
        message:
          "the value that starts here is never closed: expected its end, found that of the file"
      )
    }
    if shape == nil {
      shape = bytes[start] == ASCII.openBracket ? .arrays : .objects
      (firstElement, firstLine) = (start, line)
    }
    let end = read(bytes, start, &output)
    if end == nil, let fault = reading.grammar.fault {
      guard
        bytes[start] == ASCII.openBrace || bytes[start] == ASCII.openBracket
          || fault.code != .jsonError,
        !fault.isMismatch
      else { throw Break(offset: fault.offset, message: fault.message) }
    }
    defer {
      position = found.end
      line += found.lineEnds
    }
    guard skipped == 0 else {
      skipped -= 1
      return true
    }
    let extent = RecordExtent(start: start, end: found.end, lineDelta: line, recordDelta: record)
    if end != nil {
      reading.finish(extent, &output)
    } else {
      reading.reject(extent, bytes, lineStart: start, line: originLine + line, &output)
    }
    record += 1
    return true
  }

  /// Reads the record at `start`; `nil` when it is at fault.
  private mutating func read(_ bytes: Span<UInt8>, _ start: Int, _ output: inout JSONOutput) -> Int?
  {
    switch (shape, bytes[start]) {
    case (.objects, ASCII.openBrace): return reading.object(bytes, start, &output)
    case (.arrays, ASCII.openBracket): return reading.array(bytes, start, &output)
    case (let shape, let byte):
      guard reading.grammar.value(bytes, start) != nil else { return nil }
      let wanted = shape == .arrays ? "an array" : "an object"
      return reading.grammar.fail(
        start,
        .notAnObject,
        "expected \(wanted), found \(kind(byte))"
      )
    }
  }

  /// What is wrong with the value at `start`, which has no end.
  private func fault(in bytes: Span<UInt8>, _ start: Int) -> JSONGrammar.Fault? {
    var grammar = JSONGrammar(spansLines: true)
    _ = grammar.value(bytes, start)
    return grammar.fault
  }

  private func unexpected(_ wanted: String, _ bytes: Span<UInt8>) -> Break {
    Break(
      offset: position,
      message: "expected \(wanted), found \(JSONExcerpt.name(bytes[position]))"
    )
  }

  private func kind(_ byte: UInt8) -> String {
    switch byte {
    case ASCII.openBrace: "an object"
    case ASCII.openBracket: "an array"
    case ASCII.quote: "a string"
    case ASCII.minus, ASCII.zero...ASCII.nine: "a number"
    case UInt8(ascii: "t"), UInt8(ascii: "f"): "a boolean"
    case UInt8(ascii: "n"): "null"
    default: "something else"
    }
  }
}
