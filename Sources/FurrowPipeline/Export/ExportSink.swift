internal import FurrowCore
internal import FurrowFormats

/// The sink that writes rows to one file, or to a set of parts one after the other.
///
/// Only one file is open at a time: rows of one part stand together.
final class ExportSink: RecordSink {
  let name = "write"

  /// The parts that are whole, each with its rows.
  private(set) var parts: [(path: String, rows: Int)] = []
  /// What the writers of all parts have written.
  private(set) var counts = WriteCounts()
  /// What values there are in each column; counted only where somebody asks.
  private(set) var classes: ColumnClasses?

  private let division: ExportPlan.Parts
  private let column: Int?
  private let open: (String) throws(WriteFailure) -> any RecordWriter
  private var names: PartNames
  private var key: PartNames.Key?
  private var keyPath = ""
  private var number = 0
  private var writer: (path: String, writer: any RecordWriter)?

  /// Makes a sink of the rows of these `columns`; `open` makes the writer of the part at a path.
  init(
    path: String,
    columns: [String],
    division: ExportPlan.Parts,
    countsClasses: Bool,
    open: @escaping (String) throws(WriteFailure) -> any RecordWriter
  ) throws(WriteFailure) {
    self.division = division
    self.open = open
    column = division.column.flatMap { columns.index(ofColumn: $0) }
    names = PartNames(path: path, column: division.column)
    classes = countsClasses ? ColumnClasses(count: columns.count) : nil
    guard column == nil else { return }
    // What cannot be written is known before the first row is read.
    keyPath = division.isOne ? path : names.path(of: nil)
    try openPart()
  }

  func write(_ batch: inout RecordBatch) throws(PipelineError) -> SinkOutcome {
    classes?.look(at: batch)
    do throws(WriteFailure) {
      if division.isOne, let writer = writer?.writer {
        return SinkOutcome(inserted: try writer.write(batch, batch.live.indices, upTo: nil))
      }
      try divide(batch)
    } catch {
      throw .writing(error)
    }
    return SinkOutcome(inserted: batch.live.count)
  }

  /// Makes the last part whole; without a row there is one part with nothing but its header.
  func finish() throws(WriteFailure) {
    if writer == nil, parts.isEmpty {
      keyPath = names.path(of: nil)
      try openPart()
    }
    try closePart()
  }

  private func divide(_ batch: borrowing RecordBatch) throws(WriteFailure) {
    var position = 0
    while position < batch.live.count {
      let end = try beginPart(batch, at: position)
      var stop = end
      if let most = division.rowsPerFile, let writer {
        stop = min(end, position + most - writer.writer.counts.records)
      }
      // What ends the text is not counted by the writer.
      let limit = division.bytesPerFile.map { max($0 - 16, 0) }
      let written = try writer?.writer.write(batch, position..<stop, upTo: limit) ?? 0
      position += written
      if position < stop || position < end { try closePart() }
    }
  }

  /// Sees to it that a part is open for the record at `position`; returns where its rows end.
  private func beginPart(
    _ batch: borrowing RecordBatch,
    at position: Int
  ) throws(WriteFailure) -> Int {
    var end = batch.live.count
    if let column {
      let wanted = batch.partKey(Int(batch.live[position]), column)
      end = position + 1
      while end < batch.live.count, batch.partKey(Int(batch.live[end]), column) == wanted {
        end += 1
      }
      if key != wanted {
        try closePart()
        (key, number) = (wanted, 0)
        keyPath = names.path(of: wanted)
      }
    }
    if let most = division.rowsPerFile, let writer, writer.writer.counts.records >= most {
      try closePart()
    }
    if writer == nil { try openPart() }
    return end
  }

  private func openPart() throws(WriteFailure) {
    number += 1
    let isNumbered = division.rowsPerFile != nil || division.bytesPerFile != nil
    let path = isNumbered ? names.numbered(keyPath, number) : keyPath
    writer = (path, try open(path))
  }

  private func closePart() throws(WriteFailure) {
    guard let (path, writer) = writer.take() else { return }
    try writer.finish()
    parts.append((path, writer.counts.records))
    counts.records += writer.counts.records
    counts.bytes += writer.counts.bytes
    counts.indistinctNulls += writer.counts.indistinctNulls
    counts.indistinctTexts += writer.counts.indistinctTexts
  }
}
