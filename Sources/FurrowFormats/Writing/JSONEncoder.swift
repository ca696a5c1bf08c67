internal import CScan
internal import FurrowCore

/// Writes records as JSON objects. <https://www.rfc-editor.org/rfc/rfc8259>
struct JSONEncoder: RecordEncoder {
  let encoding: JSONEncoding
  var counts = WriteCounts()
  /// What stands before each value: a brace or comma, the name and a colon.
  private var labels: [[UInt8]] = []
  /// For each column whether text that is JSON is written as that.
  private var holdsJSON: [Bool] = []
  private var hasRecords = false

  init(_ encoding: JSONEncoding, columns: [String]) throws(FieldFault) {
    self.encoding = encoding
    holdsJSON = columns.map { encoding.columnsOfJSON.contains($0) }
    guard encoding.shape != .arrays else {
      labels = columns.indices.map { [$0 == 0 ? UInt8(ascii: "[") : ASCII.comma] }
      return
    }
    var places: [String: Int] = [:]
    var buffer = OutputBuffer(capacity: 256)
    for (column, name) in columns.enumerated() {
      // Strings compare by canonical equivalence; names are the same when their bytes are.
      let key = name.unicodeScalars.map { String($0.value) }.joined(separator: " ")
      if let first = places.updateValue(column, forKey: key) {
        throw FieldFault(
          column: column,
          message: "columns \(first + 1) and \(column + 1) have the same name, which an object "
            + "cannot hold; rename one"
        )
      }
      buffer.truncate(to: 0)
      buffer.append(column == 0 ? UInt8(ascii: "{") : ASCII.comma)
      let bytes = Array(name.utf8)
      try appendString(bytes.span, in: bytes.indices, column: column, to: &buffer)
      buffer.append(UInt8(ascii: ":"))
      labels.append((0..<buffer.count).map { buffer.byte(at: $0) })
    }
  }

  /// Appends the names, where the records are arrays without them.
  mutating func begin(_ columns: [String], _ buffer: inout OutputBuffer) throws(FieldFault) {
    guard encoding.shape == .arrays else { return }
    beginRecord(&buffer)
    for (column, name) in columns.enumerated() {
      let label = labels[column]
      buffer.append(label.span)
      let bytes = Array(name.utf8)
      try appendString(bytes.span, in: bytes.indices, column: column, to: &buffer)
    }
    endRecord(&buffer)
  }

  private mutating func beginRecord(_ buffer: inout OutputBuffer) {
    if encoding.layout == .array {
      buffer.append(hasRecords ? ASCII.comma : UInt8(ascii: "["))
      appendLineEnd(to: &buffer)
    }
    hasRecords = true
  }

  private func endRecord(_ buffer: inout OutputBuffer) {
    buffer.append(encoding.shape == .arrays ? UInt8(ascii: "]") : UInt8(ascii: "}"))
    if encoding.layout == .lines { appendLineEnd(to: &buffer) }
  }

  mutating func append(
    _ fields: Range<Int>,
    of batch: borrowing RecordBatch,
    to buffer: inout OutputBuffer
  ) throws(FieldFault) {
    beginRecord(&buffer)
    let bytes = batch.bytes.span
    for index in fields {
      let column = index - fields.lowerBound
      let label = labels[column]
      buffer.append(label.span)
      try appendValue(index, column, of: batch, bytes, to: &buffer)
    }
    endRecord(&buffer)
  }

  /// Appends the value of the field at `index` alone.
  @inline(__always)
  func appendValue(
    _ index: Int,
    _ column: Int,
    of batch: borrowing RecordBatch,
    _ bytes: Span<UInt8>,
    to buffer: inout OutputBuffer
  ) throws(FieldFault) {
    let field = batch.fields[index]
    switch field.kind {
    case .null: appendNull(to: &buffer)
    case .text where holdsJSON[column]:
      try appendJSON(bytes, in: Int(field.start)..<field.end, column: column, to: &buffer)
    case .text:
      try appendString(bytes, in: Int(field.start)..<field.end, column: column, to: &buffer)
    case .integer: append(Int64(bitPattern: batch.values[index]), to: &buffer)
    case .real: try append(Double(bitPattern: batch.values[index]), column: column, to: &buffer)
    case .blob:
      buffer.append(ASCII.quote)
      encoding.blob.append(bytes.extracting(Int(field.start)..<field.end), to: &buffer)
      buffer.append(ASCII.quote)
    }
  }

  /// Appends what stands behind the last record.
  func end(_ buffer: inout OutputBuffer) {
    guard encoding.layout == .array else { return }
    if hasRecords { appendLineEnd(to: &buffer) } else { buffer.append(UInt8(ascii: "[")) }
    buffer.append(UInt8(ascii: "]"))
    appendLineEnd(to: &buffer)
  }

  private func appendNull(to buffer: inout OutputBuffer) {
    buffer.append(UInt8(ascii: "n"), UInt8(ascii: "u"))
    buffer.append(UInt8(ascii: "l"), UInt8(ascii: "l"))
  }

  private func append(_ value: Int64, to buffer: inout OutputBuffer) {
    let isString = encoding.bigIntegers == .string && value.magnitude >= 1 << 53
    if isString { buffer.append(ASCII.quote) }
    buffer.append(value)
    if isString { buffer.append(ASCII.quote) }
  }

  private func append(
    _ value: Double,
    column: Int,
    to buffer: inout OutputBuffer
  ) throws(FieldFault) {
    guard !value.isFinite else { return buffer.append(value) }
    let word = value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity"
    switch encoding.nonFinite {
    case .stop:
      throw FieldFault(
        column: column,
        message: "JSON has no number \(word); use --json-nonfinite null or string"
      )
    case .null: appendNull(to: &buffer)
    case .string:
      buffer.append(ASCII.quote)
      buffer.append(word)
      buffer.append(ASCII.quote)
    }
  }

  private func appendString(
    _ bytes: Span<UInt8>,
    in range: Range<Int>,
    column: Int,
    to buffer: inout OutputBuffer
  ) throws(FieldFault) {
    buffer.append(ASCII.quote)
    var next = range.lowerBound
    var high: UInt64 = 0
    while true {
      let copied = buffer.append(bytes, in: next..<range.upperBound, until: FURROW_STOP_JSON, 0, 0)
      high |= copied.high
      next += copied.plain
      guard next < range.upperBound else { break }
      appendEscape(bytes[next], to: &buffer)
      next += 1
    }
    buffer.append(ASCII.quote)
    if high != 0 { try check(bytes.extracting(range), column: column) }
  }

  /// Appends text as the array or object that it is, on one line; else as a string.
  private func appendJSON(
    _ bytes: Span<UInt8>,
    in range: Range<Int>,
    column: Int,
    to buffer: inout OutputBuffer
  ) throws(FieldFault) {
    guard let line = JSONLine.nested(bytes.extracting(range)) else {
      return try appendString(bytes, in: range, column: column, to: &buffer)
    }
    try check(bytes.extracting(range), column: column)
    buffer.append(line.span)
  }

  private func appendEscape(_ byte: UInt8, to buffer: inout OutputBuffer) {
    buffer.append(ASCII.backslash)
    switch byte {
    case ASCII.quote, ASCII.backslash: buffer.append(byte)
    case 0x08: buffer.append(UInt8(ascii: "b"))
    case ASCII.tab: buffer.append(UInt8(ascii: "t"))
    case ASCII.lineFeed: buffer.append(UInt8(ascii: "n"))
    case 0x0C: buffer.append(UInt8(ascii: "f"))
    case ASCII.carriageReturn: buffer.append(UInt8(ascii: "r"))
    default:
      buffer.append("u00")
      buffer.append(byte < 0x10 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
      let digit = byte & 15
      buffer.append(digit < 10 ? ASCII.zero + digit : UInt8(ascii: "A") + digit - 10)
    }
  }

  private func check(_ text: Span<UInt8>, column: Int) throws(FieldFault) {
    do {
      _ = try UTF8Span(validating: text)
    } catch {
      throw FieldFault(
        column: column,
        message: "expected UTF-8, found other bytes at byte \(error.byteOffsets.lowerBound) of the "
          + "value"
      )
    }
  }

  private func appendLineEnd(to buffer: inout OutputBuffer) {
    if encoding.lineEnding == .crlf { buffer.append(ASCII.carriageReturn) }
    buffer.append(ASCII.lineFeed)
  }
}
