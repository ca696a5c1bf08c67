import FurrowCore
import FurrowFormats

/// How fast the records of a file become text again on one core; reading is not counted.
struct WriteBenchmark {
  let path: String
  let runs = 5

  func run() throws -> String {
    let csv = try best { try DelimitedWriter($0, columns: $1) }
    let lines = try best {
      try JSONWriter($0, columns: $1, encoding: JSONEncoding(layout: .lines))
    }
    return "\(path): CSV \(csv), NDJSON \(lines)"
  }

  private func best(
    _ open: (any ByteSink, [String]) throws -> any RecordWriter
  ) throws -> String {
    var shortest = Duration.seconds(3600)
    var bytes = 0
    for _ in 0..<runs {
      let isTabbed = path.hasSuffix(".tsv")
      let reader = try DelimitedReader(FileSource(path: path), dialect: isTabbed ? .tsv : .csv)
      let writer = try open(NoSink(), reader.columns)
      var batch = RecordBatch()
      var time = Duration.zero
      while try reader.fill(&batch) {
        typeNumbers(of: &batch)
        let start = ContinuousClock.now
        try writer.write(batch)
        time += start.duration(to: .now)
      }
      shortest = min(shortest, time)
      bytes = writer.counts.bytes
    }
    let seconds =
      Double(shortest.components.seconds) + Double(shortest.components.attoseconds) / 1e18
    return "\(Int(Double(bytes) / seconds / 1e6)) MB/s of \(bytes >> 20) MiB"
  }

  /// Does what a type check does, so that numbers are written from their values.
  private func typeNumbers(of batch: inout RecordBatch) {
    let count = batch.count * batch.columnCount
    if batch.values.count < count {
      batch.values += repeatElement(0, count: count - batch.values.count)
    }
    for index in 0..<count where batch.fields[index].kind == .text {
      let field = batch.fields[index]
      guard (1...18).contains(field.length) else { continue }
      var whole: Int64 = 0
      var decimals: Int? = nil
      var isNumber = true
      for place in Int(field.start)..<field.end {
        let byte = batch.bytes[place]
        if (ASCII.zero...ASCII.nine).contains(byte) {
          whole = whole * 10 + Int64(byte - ASCII.zero)
          decimals = decimals.map { $0 + 1 }
        } else if byte == ASCII.period, decimals == nil {
          decimals = 0
        } else {
          isNumber = false
          break
        }
      }
      guard isNumber else { continue }
      if let decimals {
        var power = 1.0
        for _ in 0..<decimals { power *= 10 }
        batch.fields[index].kind = .real
        batch.values[index] = (Double(whole) / power).bitPattern
      } else {
        batch.fields[index].kind = .integer
        batch.values[index] = UInt64(bitPattern: whole)
      }
    }
  }
}

/// A target that takes everything and keeps nothing.
struct NoSink: ByteSink {
  let path = "nowhere"

  func write(_ bytes: Span<UInt8>) throws(WriteFailure) {}
  func finish() throws(WriteFailure) {}
}
