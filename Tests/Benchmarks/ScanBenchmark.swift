import FurrowCore
import FurrowFormats

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// How fast a file becomes records and fields on one core: from memory, and from the file.
struct ScanBenchmark {
  let path: String
  let runs = 7

  func run() throws -> String {
    var bytes: [UInt8] = []
    let source = try FileSource(path: path)
    bytes = [UInt8](repeating: 0, count: source.totalBytes ?? 0)
    var span = bytes.mutableSpan
    var filled = 0
    while filled < span.count {
      filled += try source.read(into: &span, range: filled..<span.count)
    }
    let (records, memory) = try best { try MemoryBlocks(bytes) }
    let (_, file) = try best { try FileSource(path: path) }
    let size = Double(bytes.count)
    return "\(path): \(records) records, from memory \(figure(size / memory)), "
      + "from the file \(figure(size / file))"
  }

  private func best(_ open: () throws -> any ByteSource) throws -> (Int, Double) {
    var shortest = Double.infinity
    var records = 0
    for _ in 0..<runs {
      let reader = try reader(of: open)
      var batch = RecordBatch()
      records = 0
      let start = ContinuousClock.now
      while try reader.fill(&batch) { records += batch.count }
      let time = start.duration(to: .now)
      shortest = min(
        shortest,
        Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
      )
    }
    return (records, shortest)
  }

  /// The reader for the file's format; the keys of JSON are known to it, as to the second pass.
  private func reader(of open: () throws -> any ByteSource) throws -> any RecordReader {
    let layout: JSONEncoding.Layout
    switch FileFormat(path: path) {
    case .tsv: return try DelimitedReader(try open(), dialect: .tsv)
    case .ndjson: layout = .lines
    case .json: layout = .array
    case .csv, nil: return try DelimitedReader(try open())
    }
    let columns = try JSONColumns.find(
      in: try open(),
      layout: layout,
      limits: ReadingLimits(records: 100)
    )
    return JSONReader(try open(), layout: layout, columns: columns)
  }

  private func figure(_ bytesPerSecond: Double) -> String {
    let hundredths = Int(bytesPerSecond / 1e7)
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100) GB/s"
  }
}

/// A file's bytes, already in memory.
struct MemoryBlocks: ByteSource {
  let path = "memory"
  private let bytes: [UInt8]
  private var position = 0
  var consumedBytes: Int { position }
  var totalBytes: Int? { bytes.count }

  init(_ bytes: [UInt8]) throws { self.bytes = bytes }

  mutating func read(
    into storage: inout MutableSpan<UInt8>,
    range: Range<Int>
  )
    throws(ReadFailure) -> Int
  {
    let count = min(range.count, bytes.count - position)
    // Both ranges lie within their buffers.
    unsafe storage.withUnsafeMutableBufferPointer { target in
      unsafe bytes.withUnsafeBufferPointer { source in
        guard let to = target.baseAddress, let from = source.baseAddress else { return }
        unsafe (to + range.lowerBound).update(from: from + position, count: count)
      }
    }
    position += count
    return count
  }
}

func exit(withStatus status: Int32) -> Never { exit(status) }
