internal import FurrowCore
internal import FurrowFormats

/// The sink that writes records anew.
struct WriterSink: RecordSink {
  let name = "write"
  private let writer: any RecordWriter

  init(_ writer: any RecordWriter) {
    self.writer = writer
  }

  func write(_ batch: inout RecordBatch) throws(PipelineError) -> SinkOutcome {
    do throws(WriteFailure) {
      return SinkOutcome(inserted: try writer.write(batch, batch.live.indices, upTo: nil))
    } catch {
      throw .writing(error)
    }
  }
}

/// The sink that only counts.
struct CountingSink: RecordSink {
  let name = "count"

  func write(_ batch: inout RecordBatch) throws(PipelineError) -> SinkOutcome {
    SinkOutcome(inserted: batch.live.count)
  }
}

/// The sink that writes records byte for byte.
final class RawSink: RecordSink {
  let name = "write"
  private var sink: any ByteSink

  init(path: String, header: [UInt8]) throws(PipelineError) {
    sink = try writing { () throws(WriteFailure) in
      var sink = try openSink(path: path)
      if !header.isEmpty {
        try sink.write(header.span)
        // A header that ends its file has no line end.
        if header.last != ASCII.lineFeed, header.last != ASCII.carriageReturn {
          try sink.write([ASCII.lineFeed].span)
        }
      }
      return sink
    }
  }

  func write(_ batch: inout RecordBatch) throws(PipelineError) -> SinkOutcome {
    var start = 0
    var end = 0
    for index in batch.live {
      let range = batch.rawRange(of: batch.extents[Int(index)])
      if range.start == end {
        end = range.end
      } else {
        try copy(start..<end, of: batch)
        (start, end) = (range.start, range.end)
      }
      if !range.hasLineEnd {
        try copy(start..<end, of: batch)
        try writing { () throws(WriteFailure) in try sink.write([ASCII.lineFeed].span) }
        start = end
      }
    }
    try copy(start..<end, of: batch)
    return SinkOutcome(inserted: batch.live.count)
  }

  /// Writes the records that are rejected.
  func writeRejected(of batch: borrowing RecordBatch) throws(PipelineError) {
    var last: RecordExtent?
    for rejection in batch.rejections where rejection.extent != last {
      last = rejection.extent
      let bytes = batch.rawBytes(of: rejection.extent)
      try writing { () throws(WriteFailure) in try sink.write(bytes.span) }
    }
  }

  func finish() throws(PipelineError) {
    try writing { () throws(WriteFailure) in try sink.finish() }
  }

  private func copy(_ range: Range<Int>, of batch: borrowing RecordBatch) throws(PipelineError) {
    guard !range.isEmpty else { return }
    do throws(WriteFailure) {
      try sink.write(batch.bytes.span.extracting(range))
    } catch {
      throw .writing(error)
    }
  }
}

/// Keeps what is refused in two places: the log, and a file of nothing but the records.
struct InvalidKeeper: RejectKeeper {
  let log: RejectLog
  let sink: RawSink

  func keep(_ batch: borrowing RecordBatch) throws(PipelineError) {
    try sink.writeRejected(of: batch)
    try log.keep(batch)
  }
}

extension RecordBatch {
  /// The record's bytes with the line end behind them, if there is one.
  fileprivate func rawRange(
    of extent: RecordExtent
  ) -> (start: Int, end: Int, hasLineEnd: Bool) {
    let end = Int(extent.end)
    guard end < bytesRead else { return (Int(extent.start), end, false) }
    let isPair =
      bytes[end] == ASCII.carriageReturn && end + 1 < bytesRead
      && bytes[end + 1] == ASCII.lineFeed
    return (Int(extent.start), end + (isPair ? 2 : 1), true)
  }
}
