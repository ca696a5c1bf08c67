internal import FurrowCore
package import FurrowFormats

extension ReferenceParser {
  /// Returns what `reader` finds, in the reference parser's words.
  package static func entries(of reader: any RecordReader) throws(ReadFailure) -> [Entry] {
    var batch = RecordBatch()
    var entries: [Entry] = []
    while try reader.fill(&batch) {
      batch.sortRejections()
      var found: [(RecordExtent, Record)] = batch.live.map { index in
        let record = Int(index)
        let cells: [Cell] = batch.fieldRange(of: record).map { index in
          let field = batch.fields[index]
          return field.isNull ? .null : .text(Array(batch.bytes[Int(field.start)..<field.end]))
        }
        return (batch.extents[record], .good(cells))
      }
      for rejection in batch.rejections {
        let byte = rejection.offset.map { batch.origin.byte + $0 }
        found.append((rejection.extent, .bad(code: rejection.code.rawValue, byte: byte)))
      }
      found.sort { $0.0.recordDelta < $1.0.recordDelta }
      for (extent, record) in found {
        let position = batch.position(of: extent)
        entries.append(Entry(record: record, line: position.line, start: position.byte))
      }
    }
    return entries
  }
}
