internal import CPCRE2
internal import FurrowCore

/// Matches the texts of a column with a pattern.
enum PatternColumn {
  /// Adds the live records whose text does not match to `suspects`.
  static func suspects(
    of pattern: Pattern,
    in batch: borrowing RecordBatch,
    column: Int,
    _ suspects: inout [UInt32]
  ) {
    pattern.matching { matcher in
      // Every field lies whole in the batch's bytes, and the pointer does not leave the call.
      unsafe batch.bytes.withUnsafeBufferPointer { bytes in
        for record in batch.live {
          let field = batch[Int(record), column]
          guard field.kind == .text else { continue }
          let outcome = unsafe matcher.match(
            bytes,
            start: Int(field.start),
            count: field.length,
            of: batch.position(of: batch.extents[Int(record)]).record
          )
          if outcome != .matches { suspects.append(record) }
        }
      }
    }
  }

  /// What comes of matching one text, the value of `record`, counted in its source.
  static func outcome(of pattern: Pattern, _ text: [UInt8], of record: Int) -> Pattern.Outcome {
    pattern.matching { matcher in
      // The array lives for the call; an empty one has an address, too, since it has room.
      unsafe (text + [0]).withUnsafeBufferPointer { bytes in
        unsafe matcher.match(bytes, start: 0, count: text.count, of: record)
      }
    }
  }
}
