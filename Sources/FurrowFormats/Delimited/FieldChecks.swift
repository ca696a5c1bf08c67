internal import FurrowCore

/// What is left to do when the fields of a batch are found: faults, bad bytes, escapes, NULLs.
struct FieldChecks {
  let dialect: Dialect
  /// The bytes, from the first, that were scanned.
  let scannedBytes: Int
  /// The encoding of the text before it became UTF-8.
  let encoding: String

  /// Gives the scan's findings to `batch` and makes its fields what they mean.
  func finish(
    _ batch: inout RecordBatch,
    bytes: inout [UInt8],
    output: inout ScanOutput,
    recordsRead: Int
  ) {
    if !output.ragged.isEmpty { output.placeRagged() }
    batch.put(bytes: &bytes, fields: &output.fields, extents: &output.extents)
    batch.ragged = output.ragged
    batch.mendedCount = output.mendedCount
    batch.recordsRead = recordsRead
    batch.bytesRead = scannedBytes
    batch.enliven()
    for fault in output.faults {
      batch.rejectUnread(
        Rejection(
          fault.code,
          at: fault.extent,
          column: fault.column,
          offset: fault.offset,
          message: fault.message
        )
      )
    }
    if output.sawHigh { rejectInvalidText(&batch) }
    if output.sawNul, !dialect.keepsNulls { rejectNuls(&batch) }
    // Behind the checks above, which find a field by where it stands in the bytes read.
    for doubled in output.doubled { undouble(&batch, doubled) }
    if dialect.escapeByte != nil { takeEscapes(&batch) }
    if dialect.escape == .backslash { unescape(&batch) }
    if dialect.skipsInitialSpace, dialect.isPlain { skipInitialSpace(&batch) }
    if dialect.trims { trim(&batch) }
    if !dialect.nullTokens.isEmpty || dialect.nullsQuoted { markNulls(&batch) }
    batch.narrow()
  }

  private func undouble(_ batch: inout RecordBatch, _ doubled: ScanOutput.Doubled) {
    guard let quote = dialect.quote else { return }
    let field = batch.fields[doubled.field]
    var text = doubled.text ?? []
    if doubled.text == nil {
      let written = batch.span(of: field)
      text.reserveCapacity(written.count)
      FieldDecoding.appendUndoubled(written, quote: quote, to: &text)
    }
    batch.fields[doubled.field] = Field(
      start: batch.bytes.count,
      length: text.count,
      isQuoted: true
    )
    batch.bytes.append(contentsOf: text)
  }

  /// Rejects each record that holds bytes which are not UTF-8.
  private func rejectInvalidText(_ batch: inout RecordBatch) {
    var from = 0
    while let offset = invalidOffset(in: batch.bytes, from: from, to: scannedBytes) {
      let next = reject(
        at: offset,
        in: &batch,
        .encodingError,
        message: encoding == "UTF-8"
          ? "expected UTF-8, found byte 0x\(hex(batch.bytes[offset]))"
          : "expected \(encoding), found bytes that are no text in it"
      )
      from = max(next, offset + 1)
    }
  }

  private func invalidOffset(in bytes: [UInt8], from: Int, to end: Int) -> Int? {
    guard from < end else { return nil }
    do {
      _ = try UTF8Span(validating: bytes.span.extracting(from..<end))
      return nil
    } catch {
      return from + error.byteOffsets.lowerBound
    }
  }

  /// Rejects each record that holds a NUL.
  private func rejectNuls(_ batch: inout RecordBatch) {
    var offset = 0
    while offset < scannedBytes {
      guard batch.bytes[offset] == ASCII.nul else {
        offset += 1
        continue
      }
      offset = max(
        reject(at: offset, in: &batch, .nullByte, message: "expected text, found a NUL byte"),
        offset + 1
      )
    }
  }

  /// Rejects the record around `offset`, if it has fields, and returns the byte behind it.
  private func reject(
    at offset: Int,
    in batch: inout RecordBatch,
    _ code: Rejection.Code,
    message: String
  ) -> Int {
    // The last record that starts at or before the offset.
    var low = 0
    var high = batch.count
    while low < high {
      let middle = (low + high) / 2
      if Int(batch.extents[middle].start) <= offset { low = middle + 1 } else { high = middle }
    }
    guard low > 0, offset < Int(batch.extents[low - 1].end) else { return offset + 1 }
    let record = low - 1
    let range = batch.fieldRange(of: record)
    let index = range.first {
      let field = batch.fields[$0]
      return Int(field.start) <= offset && offset < field.end
    }
    batch.reject(
      record,
      column: index.map { $0 - range.lowerBound },
      offset: offset,
      code,
      value: index.map { batch.text(batch.fields[$0]) },
      message: message
    )
    return Int(batch.extents[record].end)
  }

  private func hex(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.count < 2 ? "0" + digits : digits
  }
}
