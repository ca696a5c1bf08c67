internal import FurrowCore
internal import FurrowFormats

/// What some records of a run are, read once more when it is known that they are wanted.
struct KeptRecords {
  /// The records, counted over all sources, in ascending order.
  private let ordinals: [Int]
  /// Where the text of each begins in the file; behind them, where the last one ends.
  private var starts = [0]
  private let texts: TemporaryFile

  /// Reads the sources of `run` up to the last of the records.
  init(
    of ordinals: [Int],
    in run: KeyRun,
    hiding secrets: Secrets
  ) throws(PipelineError) {
    self.ordinals = ordinals.sorted().reduce(into: []) { found, ordinal in
      if found.last != ordinal { found.append(ordinal) }
    }
    texts = try TemporaryFile.forKeys(16 << 10)
    var starts = [0]
    let (wanted, texts) = (self.ordinals, texts)
    try run.rescan(0) { batch, source, form throws(PipelineError) in
      for live in batch.live where starts.count <= wanted.count {
        let record = Int(live)
        guard form.ordinal(record, of: batch) == wanted[starts.count - 1] else { continue }
        let object = Self.object(record, of: batch, source, secrets.masked(source.path))
        try texts.add(Array("\(object)".utf8))
        starts.append(texts.count)
      }
      return starts.count <= wanted.count
    }
    guard starts.count > wanted.count else {
      throw .plan("a source changed while it was read: its records are others than before")
    }
    try texts.readFromStart()
    self.starts = starts
  }

  /// The JSON of the record `ordinal`, which is one of those that were wanted.
  func text(of ordinal: Int) throws(PipelineError) -> [UInt8] {
    var (low, high) = (0, ordinals.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if ordinals[middle] < ordinal { low = middle + 1 } else { high = middle }
    }
    return try reading { () throws(ReadFailure) in
      try texts.read(starts[low]..<starts[low + 1])
    }
  }

  private static func object(
    _ record: Int,
    of batch: borrowing RecordBatch,
    _ source: KeyRun.Source,
    _ file: String
  ) -> JSONValue {
    let place = batch.position(of: batch.extents[record])
    var members: [JSONValue.Member] = [.init("keptFile", .string(file))]
    if let table = source.table {
      members.append(.init("keptTable", .string(table)))
    } else {
      members.append(.init("keptLine", .integer(place.line)))
    }
    members.append(.init("keptRecord", .integer(place.record)))
    members.append(.init("kept", .object(batch.members(of: record, source.columns))))
    return .object(members)
  }
}
