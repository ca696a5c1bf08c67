internal import FurrowCore

/// Writes a table of Markdown, for people: it is not read back.
///
/// Columns whose values in the first records are all numbers stand at the right.
/// <https://github.github.com/gfm/#tables-extension->
struct MarkdownEncoder: RecordEncoder {
  var counts = WriteCounts()
  private let lineEnd: String
  private let blob: BlobText
  private var columns: [String] = []
  private var hasHead = false

  init(lineEnding: LineEnding, blob: BlobText) {
    lineEnd = lineEnding == .crlf ? "\r\n" : "\n"
    self.blob = blob
  }

  mutating func begin(_ columns: [String], _ buffer: inout OutputBuffer) {
    self.columns = columns
  }

  mutating func append(
    _ fields: Range<Int>,
    of batch: borrowing RecordBatch,
    to buffer: inout OutputBuffer
  ) {
    if !hasHead { appendHead(columns.indices.map { Self.isNumeric($0, batch) }, to: &buffer) }
    for index in fields {
      buffer.append(index == fields.lowerBound ? "| " : " | ")
      let field = batch.fields[index]
      let bytes = batch.bytes.span.extracting(Int(field.start)..<field.end)
      switch field.kind {
      case .null: break
      case .integer: buffer.append(Int64(bitPattern: batch.values[index]))
      case .real:
        let value = Double(bitPattern: batch.values[index])
        if value.isFinite { buffer.append(value) } else { buffer.append(value.description) }
      case .blob: blob.append(bytes, to: &buffer)
      case .text: append(batch.text(field), to: &buffer)
      }
    }
    buffer.append(" |\(lineEnd)")
  }

  mutating func end(_ buffer: inout OutputBuffer) {
    if !hasHead { appendHead(columns.map { _ in false }, to: &buffer) }
  }

  private static func isNumeric(_ column: Int, _ batch: borrowing RecordBatch) -> Bool {
    var hasNumber = false
    for index in batch.live.indices {
      switch batch[Int(batch.live[index]), column].kind {
      case .null: continue
      case .integer, .real: hasNumber = true
      case .text, .blob: return false
      }
    }
    return hasNumber
  }

  private mutating func appendHead(_ isNumeric: [Bool], to buffer: inout OutputBuffer) {
    hasHead = true
    for (column, name) in columns.enumerated() {
      buffer.append(column == 0 ? "| " : " | ")
      append(name, to: &buffer)
    }
    buffer.append(" |\(lineEnd)|")
    for isRight in isNumeric { buffer.append(isRight ? " ---: |" : " --- |") }
    buffer.append(lineEnd)
  }

  /// Appends text so that it is shown as it is: on one line, and none of it means anything.
  private func append(_ text: String, to buffer: inout OutputBuffer) {
    var last: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": if last != "\r" { buffer.append("<br>") }
      case "\r": buffer.append("<br>")
      case "\u{0}"..<" ":
        // The picture of a control character.
        buffer.append(String(Unicode.Scalar(0x2400 + scalar.value) ?? scalar))
      case "\\", "`", "*", "_", "[", "]", "<", "&", "|", "~", "$":
        buffer.append(ASCII.backslash, UInt8(ascii: scalar))
      default: buffer.append(String(scalar))
      }
      last = scalar
    }
  }
}
