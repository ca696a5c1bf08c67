public import FurrowCore
internal import FurrowFormats

/// Keeps what was refused of one source: the records as they were, and what is wrong with each.
///
/// `NAME.rejected.EXT` holds the raw bytes of each record under the source's own header, to be mended
/// and imported again; `NAME.rejected.jsonl` a JSON object for each fault. Both are made with the
/// first rejection.
public final class RejectLog: RejectKeeper {
  /// How many faults are kept to be shown.
  public static let shownLimit = 20

  /// The first faults.
  public private(set) var shown: [Fault] = []
  /// Faults by code; a record can have several.
  public private(set) var counts: [Rejection.Code: Int] = [:]
  /// Faults by code and column.
  private(set) var fieldCounts: [FaultPlace: Int] = [:]
  /// The files written, once they are.
  public private(set) var files: [String] = []

  /// What the names of the files of each of `paths` start with.
  public static func stems(of paths: [String]) -> [String] { RejectSource.stems(of: paths) }

  let source: RejectSource
  /// What the names of the files start with.
  let stem: String
  private let directory: String?
  private let maximum: Int
  private let keptFaults: Int
  private let protected: ProtectedFiles
  private let secrets: Secrets
  /// Whether the files grow in place, so that a later run can go on with them.
  private let isResumable: Bool
  private var records = 0
  private var raw: (any ByteSink)?
  private var faults: (any ByteSink)?
  /// The files' lengths that an earlier run left, in bytes.
  private var kept = (raw: 0, faults: 0)

  /// Makes a log for `source`; without a `directory` only counts and the first faults are kept.
  ///
  /// More than `maximum` rejected records are a failure. The files' names start with `stem`, which no
  /// other source of the run has.
  init(
    _ source: RejectSource,
    directory: String?,
    protecting protected: ProtectedFiles,
    maximum: Int = .max,
    stem: String,
    isResumable: Bool = false,
    secrets: Secrets = Secrets(),
    keptFaults: Int = RejectLog.shownLimit
  ) {
    self.keptFaults = keptFaults
    self.source = source
    self.stem = stem
    self.directory = directory
    self.maximum = maximum
    self.protected = protected
    self.secrets = secrets
    self.isResumable = isResumable
  }

  /// Takes the rejections of `batch`, which are in the order of the source.
  public func keep(_ batch: borrowing RecordBatch) throws(PipelineError) {
    var last: RecordExtent?
    for rejection in batch.rejections {
      let fault = Fault(rejection, in: batch, of: source.path, columns: source.columns)
      let isNewRecord = rejection.extent != last
      last = rejection.extent
      try keep(fault, raw: isNewRecord ? raw(rejection.extent, batch) : nil)
    }
  }

  /// The record as it stands; an element of a JSON array on one line.
  private func raw(_ extent: RecordExtent, _ batch: borrowing RecordBatch) -> [UInt8] {
    guard source.format == .json else { return batch.rawBytes(of: extent) }
    return JSONLine.bytes(batch.bytes.span.extracting(Int(extent.start)..<Int(extent.end)))
      + [ASCII.lineFeed]
  }

  /// Takes one fault; `raw` is the record with its line end, `nil` when it is there already.
  func keep(_ fault: Fault, raw bytes: [UInt8]?) throws(PipelineError) {
    counts[fault.code, default: 0] += 1
    fieldCounts[FaultPlace(code: fault.code, field: fault.field), default: 0] += 1
    if shown.count < keptFaults { shown.append(fault) }
    if directory != nil {
      if raw == nil { try open() }
      let line = Array("\(fault.hiding(secrets).json)\n".utf8)
      try writing { () throws(WriteFailure) in
        if let bytes { try raw?.write(bytes.span) }
        try faults?.write(line.span)
      }
    }
    if bytes != nil { records += 1 }
    if records > maximum {
      throw .rejected(
        "more than \(maximum) records of \(source.path) were rejected, the most that --max-rejects"
          + " allows"
      )
    }
  }

  /// Gives the files their names, if there are any.
  func finish() throws(PipelineError) {
    let sinks = [raw, faults].compactMap { $0 }
    (raw, faults) = (nil, nil)
    for var sink in sinks { try writing { () throws(WriteFailure) in try sink.finish() } }
    files += sinks.map(\.path)
  }

  /// Removes the files that an earlier run of the same source left, if this one rejected nothing:
  /// they would be taken for its own.
  ///
  /// Files that speak of another source stay, whatever their names are.
  func removeStale() {
    guard let directory, counts.isEmpty, files.isEmpty, kept == (0, 0) else { return }
    let prefix = "\(directory)/\(stem).rejected"
    // Every line starts with the source's name; see `Fault.json`.
    let start = "\(["file": .string(secrets.masked(source.path))] as JSONValue)".dropLast()
    guard var faults: any ByteSource = try? FileSource(path: "\(prefix).jsonl") else { return }
    var bytes = [UInt8](repeating: 0, count: start.utf8.count)
    let count = try? faults.readFully(into: &bytes, range: 0..<bytes.count)
    guard count == bytes.count, bytes.elementsEqual(start.utf8) else { return }
    Folder.remove("\(prefix).jsonl")
    Folder.remove("\(prefix).\(source.name.fileExtension)")
  }

  private func sink(_ path: String, keeping count: Int) throws(WriteFailure) -> any ByteSink {
    try protected.check(path)
    return isResumable ? try AppendSink(path: path, keeping: count) : try FileSink(path: path)
  }

  /// Goes on where the earlier `run` was, with this source.
  func restore(_ run: RunRecord) {
    counts = run.faults
    records = run.ledger.rejected
    kept = (run.rawBytes, run.faultBytes)
  }

  /// Gives the system what waits, and gives the lengths of the two files in bytes.
  func flush() throws(PipelineError) -> (raw: Int, faults: Int) {
    guard let raw = raw as? AppendSink, let faults = faults as? AppendSink else { return kept }
    try writing { () throws(WriteFailure) in
      try raw.flush()
      try faults.flush()
    }
    return (raw.count, faults.count)
  }

  private func open() throws(PipelineError) {
    guard let directory else { return }
    let header = source.header
    try writing { () throws(WriteFailure) in
      try Folder.make(directory)
      let prefix = "\(directory)/\(stem).rejected"
      raw = try sink("\(prefix).\(source.name.fileExtension)", keeping: kept.raw)
      faults = try sink("\(prefix).jsonl", keeping: kept.faults)
      if !header.isEmpty, kept.raw == 0 { try raw?.write(header.span) }
    }
  }
}

/// Where faults are counted: by their code, in a column.
struct FaultPlace: Hashable {
  var code: Rejection.Code
  /// The column's name; `nil` when the whole record is at fault.
  var field: String?
}

extension RecordBatch {
  /// The record's bytes and the line end behind them; LF where the source has none.
  func rawBytes(of extent: RecordExtent) -> [UInt8] {
    let end = Int(extent.end)
    var raw = Array(bytes[Int(extent.start)..<end])
    let next = end < bytesRead ? bytes[end] : ASCII.lineFeed
    guard next == ASCII.carriageReturn else { return raw + [ASCII.lineFeed] }
    raw.append(ASCII.carriageReturn)
    if end + 1 < bytesRead, bytes[end + 1] == ASCII.lineFeed { raw.append(ASCII.lineFeed) }
    return raw
  }
}
