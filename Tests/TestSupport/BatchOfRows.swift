package import FurrowCore

/// One value of a row, as SQLite stores it.
package enum StoredValue: Equatable, Sendable {
  case null
  case text([UInt8])
  case integer(Int64)
  case real(Double)
  case blob([UInt8])

  package static func text(_ text: String) -> StoredValue { .text(Array(text.utf8)) }
}

extension RecordBatch {
  /// Makes a batch as a query would fill it.
  package init(rows: [[StoredValue]], columnCount: Int) {
    self.init()
    reset(origin: SourcePosition(record: 1), columnCount: columnCount)
    for (number, row) in rows.enumerated() {
      let start = bytes.count
      for value in row {
        let first = bytes.count
        var bits: UInt64 = 0
        var kind = Field.Kind.null
        switch value {
        case .null: break
        case .text(let text):
          kind = .text
          bytes += text
        case .blob(let blob):
          kind = .blob
          bytes += blob
        case .integer(let integer): (kind, bits) = (.integer, UInt64(bitPattern: integer))
        case .real(let real): (kind, bits) = (.real, real.bitPattern)
        }
        fields.append(Field(start: first, length: bytes.count - first, kind: kind))
        values.append(bits)
      }
      extents.append(
        RecordExtent(start: start, end: bytes.count, lineDelta: number, recordDelta: number)
      )
    }
    recordsRead = rows.count
    enliven()
  }
}
