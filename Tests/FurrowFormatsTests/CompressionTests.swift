import FurrowCore
import FurrowFormats
import TestSupport
import Testing

@Suite struct CompressionTests {
  static let text = (0..<4000).flatMap { Array("line \($0 &* 7919 % 1000)\n".utf8) }
  /// More than a block of zstd, and no two lines alike.
  static let longText = (0..<30_000).flatMap { Array("line \($0 &* 7919)\n".utf8) }

  @Test(arguments: Compression.allCases, [1, 2, 7, 64, 1 << 17])
  func `reads back what was compressed, however it is cut`(
    compression: Compression,
    chunk: Int
  ) throws {
    let text = chunk > 64 ? Self.longText : Self.text
    let compressed = try compress(text, compression, bufferBytes: chunk)
    #expect(compressed.count < text.count / 2)
    #expect(try decompress(compressed, compression, chunk: chunk) == text)
  }

  @Test(arguments: Compression.allCases)
  func `gives the same file for the same bytes`(compression: Compression) throws {
    let compressed = try compress(Self.longText, compression, bufferBytes: 100)
    #expect(compressed == (try compress(Self.longText, compression, bufferBytes: 1 << 17)))
    if compression == .gzip { #expect(compressed[4..<8] == [0, 0, 0, 0]) }
  }

  @Test(arguments: Compression.allCases)
  func `writes no bytes as a stream of none`(compression: Compression) throws {
    let compressed = try compress([], compression, bufferBytes: 64)
    #expect(!compressed.isEmpty)
    #expect(try decompress(compressed, compression, chunk: 64) == [])
  }

  @Test(arguments: Compression.allCases, [1, 3, 1 << 17])
  func `reads several parts, and what stands between and behind them`(
    compression: Compression,
    chunk: Int
  ) throws {
    let one = try compress(Array("one\n".utf8), compression, bufferBytes: 64)
    let two = try compress(Array("two\n".utf8), compression, bufferBytes: 64)
    let none = try compress([], compression, bufferBytes: 64)
    // gzip allows zeros at the end, zstd frames that are passed over anywhere.
    let skipped: [UInt8] = [0x53, 0x2A, 0x4D, 0x18, 5, 0, 0, 0] + Array("words".utf8)
    let padding = [UInt8](repeating: 0, count: 600)
    let expected = Array("one\ntwo\n".utf8)
    #expect(try decompress(one + none + two, compression, chunk: chunk) == expected)
    let extra =
      compression == .gzip ? one + two + padding : skipped + one + skipped + two + skipped
    #expect(try decompress(extra, compression, chunk: chunk) == expected)
    #expect(try decompress([], compression, chunk: chunk) == [])
  }

  @Test(arguments: Compression.allCases)
  func `says where a stream is cut, at every place`(compression: Compression) throws {
    let compressed = try compress(Array("one\n".utf8), compression, bufferBytes: 64)
    for end in 1..<compressed.count {
      #expect {
        try decompress(Array(compressed[..<end]), compression, chunk: 5)
      } throws: {
        "\($0)" == "memory.csv: cannot be decompressed at byte \(end): "
          + "it ends in the middle; it was cut"
      }
    }
  }

  @Test(
    arguments: [
      (Compression.gzip, 6, 4, "incorrect data check"),
      (.zstd, 1, 4, "restored data doesn't match checksum"),
    ]
  )
  func `says where a stream is damaged`(
    compression: Compression,
    fromEnd: Int,
    place: Int,
    reason: String
  ) throws {
    let compressed = try compress(Self.text, compression, bufferBytes: 1 << 17)
    var damaged = compressed
    damaged[compressed.count - fromEnd] ^= 1
    #expect {
      try decompress(damaged, compression, chunk: 1 << 17)
    } throws: {
      "\($0)" == "memory.csv: cannot be decompressed at byte \(compressed.count - place): \(reason)"
    }
    for place in stride(from: 2, to: compressed.count, by: 37) {
      damaged = compressed
      damaged[place] ^= 0x55
      // A damaged header byte that carries no data may pass; data never come out wrong.
      if let text = try? decompress(damaged, compression, chunk: 1 << 17) {
        #expect(text == Self.text)
      }
    }
  }

  /// The block is damaged that starts behind the first 128 KiB of text.
  @Test func `names the block of zstd that is damaged`() throws {
    let compressed = try compress(Self.longText, .zstd, bufferBytes: 1 << 17)
    var damaged = compressed
    for place in 0..<200 { damaged[compressed.count - 1000 + place] ^= 0xA5 }
    var message = ""
    do { _ = try decompress(damaged, .zstd, chunk: 1 << 17) } catch { message = "\(error)" }
    let words = message.split(separator: " ")
    let byte = try #require(words.firstIndex(of: "byte").flatMap { Int(words[$0 + 1].dropLast()) })
    #expect(byte > compressed.count / 4 && byte < compressed.count, "\(message)")
  }

  @Test(
    arguments: [
      (Compression.gzip, [0, 0] + Array("x".utf8), 2, "expected the end or another member"),
      (.zstd, Array("\0".utf8), 0, "expected the end or another frame"),
    ]
  )
  func `refuses anything else behind the last part, and before the first`(
    compression: Compression,
    rest: [UInt8],
    offset: Int,
    message: String
  ) throws {
    let compressed = try compress(Array("one\n".utf8), compression, bufferBytes: 64)
    #expect {
      try decompress(compressed + rest, compression, chunk: 64)
    } throws: {
      "\($0)" == "memory.csv: cannot be decompressed at byte \(compressed.count + offset): "
        + "\(message), found other bytes"
    }
    #expect {
      try decompress(Array("id\n1\n".utf8), compression, chunk: 64)
    } throws: {
      "\($0)" == "memory.csv: cannot be decompressed at byte 0: expected \(compression.rawValue), "
        + "found other bytes"
    }
  }

  /// The header of a frame that may look back on 128 MiB, as those of `zstd --ultra -22` do.
  @Test func `refuses a frame that needs more memory than there may be`() {
    let frame: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x00, (27 - 10) << 3, 0x01, 0x00, 0x00]
    #expect {
      try decompress(frame, .zstd, chunk: 64)
    } throws: {
      "\($0)".contains("a window of more than 32 MiB; decompress it with zstd -d --long=31")
    }
  }

  @Test(arguments: Compression.allCases)
  func `knows a compression by its bytes, and writes it by its name`(
    compression: Compression
  ) throws {
    let folder = try TemporaryDirectory()
    let ending = compression.ending
    let names = ["a.csv", "b.csv\(ending)", "c.CSV\(ending.uppercased())"]
    for name in names {
      var sink = try openSink(path: folder.file(name))
      try sink.write([UInt8]("id\n1\n".utf8).span)
      try sink.finish()
    }
    #expect(folder.read("a.csv") == Array("id\n1\n".utf8))
    #expect(folder.read(names[1]) == folder.read(names[2]))
    try folder.write(folder.read(names[1]) ?? [], to: "d.csv")
    // The bytes tell more than a name that says otherwise.
    let other = compression == .gzip ? Compression.zstd : .gzip
    try folder.write(folder.read(names[1]) ?? [], to: "e.csv\(other.ending)")
    for name in names + ["d.csv", "e.csv\(other.ending)"] {
      var source = try openSource(path: folder.file(name))
      #expect(try drain(&source, by: 3) == Array("id\n1\n".utf8))
    }
    try folder.write("id\n1\n", to: "plain.csv\(ending)")
    #expect(throws: ReadFailure.self) {
      var source = try openSource(path: folder.file("plain.csv\(ending)"))
      _ = try drain(&source, by: 3)
    }
    for name in ["", "x"].map({ "short\($0)" }) {
      try folder.write(String(name.dropFirst(5)), to: name)
      var source = try openSource(path: folder.file(name))
      #expect(try drain(&source, by: 3) == Array(name.utf8.dropFirst(5)))
    }
  }

  @Test(arguments: Compression.allCases)
  func `counts the bytes of the file, not those that it means`(compression: Compression) throws {
    let text = Array("a,b\n".utf8) + (0..<30_000).flatMap { Array("\($0),\($0 &* 7919)\n".utf8) }
    let compressed = try compress(text, compression, bufferBytes: 1 << 17)
    // As the program opens it: with the encoding looked at first.
    let source = try decode(CompressedSource(MemorySource(compressed), compression)).source
    let reader = try DelimitedReader(source, blockBytes: 64 << 10)
    var batch = RecordBatch()
    var last = 0
    while try reader.fill(&batch) {
      #expect(batch.progress.totalBytes == compressed.count)
      #expect(batch.progress.consumedBytes >= last)
      last = batch.progress.consumedBytes
    }
    #expect(last == compressed.count)
  }

  private func compress(
    _ bytes: [UInt8],
    _ compression: Compression,
    bufferBytes: Int
  ) throws -> [UInt8] {
    let target = MemorySink()
    let sink = try CompressedSink(target, compression, bufferBytes: bufferBytes)
    for start in stride(from: 0, to: bytes.count, by: 1000) {
      try sink.write(bytes.span.extracting(start..<min(start + 1000, bytes.count)))
    }
    try sink.finish()
    return target.bytes
  }

  private func decompress(
    _ bytes: [UInt8],
    _ compression: Compression,
    chunk: Int
  ) throws -> [UInt8] {
    var source: any ByteSource = try CompressedSource(
      MemorySource(bytes, chunk: chunk),
      compression,
      bufferBytes: chunk
    )
    return try drain(&source, by: chunk)
  }

  private func drain(_ source: inout any ByteSource, by size: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: size)
    while true {
      var span = block.mutableSpan
      let count = try source.read(into: &span, range: 0..<size)
      guard count > 0 else { return bytes }
      bytes += block[..<count]
    }
  }
}
