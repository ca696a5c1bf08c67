internal import FurrowCore
package import FurrowFormats

/// A whole JSON text as the reader finds it, in words that a test can spell out.
package struct ReadJSON: Equatable {
  package var columns: [String]
  /// The values of each record that lives: `1`, `1.5`, `"text"`, `raw [1]` or `NULL`.
  package var records: [[String]] = []
  /// `line N, column N, byte N: code: message` of each rejection.
  package var faults: [String] = []
  package var rejected = 0
  package var recordsRead = 0
  /// The raw bytes of each record that was read, in the order of the source.
  package var raw: [String] = []

  /// Finds the columns of `bytes`, then reads all of them.
  package init(
    _ bytes: [UInt8],
    _ layout: JSONEncoding.Layout,
    hasHeader: Bool = true,
    columns: JSONColumns? = nil,
    keepsNulls: Bool = false,
    chunk: Int = .max,
    limit: Int? = nil
  ) throws(ReadFailure) {
    let block = min(chunk, 4096)
    let found: JSONColumns
    if let columns {
      found = columns
    } else {
      found = try JSONColumns.find(
        in: MemorySource(bytes, chunk: chunk),
        layout: layout,
        hasHeader: hasHeader,
        blockBytes: block,
        limits: ReadingLimits(records: limit)
      )
    }
    let reader = JSONReader(
      MemorySource(bytes, chunk: chunk),
      layout: layout,
      columns: found,
      keepsNulls: keepsNulls,
      blockBytes: block,
      limits: ReadingLimits(records: limit)
    )
    self.columns = reader.columns
    var batch = RecordBatch()
    while try reader.fill(&batch) {
      batch.sortRejections()
      for index in batch.live {
        let record = Int(index)
        records.append((0..<batch.columnCount).map { Self.value(batch, record, $0) })
      }
      var places: [(Int, String)] = batch.live.map { index in
        let extent = batch.extents[Int(index)]
        return (Int(extent.recordDelta), Self.raw(batch, extent))
      }
      for rejection in batch.rejections {
        let place = batch.position(of: rejection.extent, offset: rejection.offset)
        let column = rejection.column.map { ", column \($0)" } ?? ""
        let code = rejection.code.rawValue
        faults.append(
          "line \(place.line)\(column), byte \(place.byte): \(code): \(rejection.message)"
        )
        places.append((Int(rejection.extent.recordDelta), Self.raw(batch, rejection.extent)))
      }
      raw += places.sorted { $0.0 < $1.0 }.map(\.1)
      rejected += batch.rejectedCount
      recordsRead += batch.recordsRead
    }
  }

  /// Reads `text`.
  package init(
    _ text: String,
    _ layout: JSONEncoding.Layout,
    hasHeader: Bool = true,
    columns: JSONColumns? = nil,
    chunk: Int = .max,
    limit: Int? = nil
  ) throws(ReadFailure) {
    try self.init(
      Array(text.utf8),
      layout,
      hasHeader: hasHeader,
      columns: columns,
      chunk: chunk,
      limit: limit
    )
  }

  private static func raw(_ batch: borrowing RecordBatch, _ extent: RecordExtent) -> String {
    String(decoding: batch.bytes[Int(extent.start)..<Int(extent.end)], as: UTF8.self)
  }

  private static func value(
    _ batch: borrowing RecordBatch,
    _ record: Int,
    _ column: Int
  ) -> String {
    let field = batch[record, column]
    let bits = batch.values[record * batch.columnCount + column]
    switch field.kind {
    case .null: return "NULL"
    case .integer: return "\(Int64(bitPattern: bits))"
    case .real: return "\(Double(bitPattern: bits))"
    case .text, .blob:
      return field.isQuoted ? "\"\(batch.text(field))\"" : "raw \(batch.text(field))"
    }
  }
}
