internal import FurrowCore
package import FurrowFormats

/// A whole text as a reader finds it, in words that a test can spell out.
package struct ReadText: Equatable {
  package var columns: [String]
  /// The records that live; `nil` is NULL.
  package var records: [[String?]] = []
  /// `line N, byte N: code: message` of each rejection.
  package var faults: [String] = []
  /// Records rejected.
  package var rejected = 0
  /// All records read.
  package var recordsRead = 0

  /// Reads all that `reader` has.
  package init(_ reader: some RecordReader) throws(ReadFailure) {
    columns = reader.columns
    var batch = RecordBatch()
    while try reader.fill(&batch) {
      batch.sortRejections()
      for index in batch.live {
        records.append(
          batch.fieldRange(of: Int(index)).map { place in
            let field = batch.fields[place]
            return field.isNull ? nil : batch.text(field)
          }
        )
      }
      for rejection in batch.rejections {
        let place = batch.position(of: rejection.extent, offset: rejection.offset)
        let column = rejection.column.map { ", column \($0)" } ?? ""
        let code = rejection.code.rawValue
        faults.append(
          "line \(place.line)\(column), byte \(place.byte): \(code): \(rejection.message)"
        )
      }
      rejected += batch.rejectedCount
      recordsRead += batch.recordsRead
    }
  }

  /// Reads `text` with the fast reader.
  package init(
    _ text: String,
    _ dialect: Dialect = .csv,
    chunk: Int = .max
  ) throws(ReadFailure) {
    try self.init(Array(text.utf8), dialect, chunk: chunk)
  }

  /// Reads `bytes` with the fast reader.
  package init(
    _ bytes: [UInt8],
    _ dialect: Dialect = .csv,
    chunk: Int = .max
  ) throws(ReadFailure) {
    let source = MemorySource(bytes, chunk: chunk)
    try self.init(DelimitedReader(source, dialect: dialect, blockBytes: min(chunk, 4096)))
  }
}
