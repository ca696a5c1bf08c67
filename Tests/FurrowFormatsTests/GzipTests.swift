import FurrowFormats
import TestSupport
import Testing

@Suite struct GzipTests {
  static let text = (0..<4000).flatMap { Array("line \($0 &* 7919 % 1000)\n".utf8) }

  @Test(arguments: [1, 2, 7, 64, 1 << 17])
  func `reads back what was compressed, however it is cut`(chunk: Int) throws {
    let compressed = try compress(Self.text, bufferBytes: chunk)
    #expect(compressed.count < Self.text.count / 2)
    #expect(try decompress(compressed, chunk: chunk) == Self.text)
  }

  @Test func `gives the same file for the same bytes`() throws {
    let compressed = try compress(Self.text, bufferBytes: 100)
    #expect(compressed == (try compress(Self.text, bufferBytes: 1 << 17)))
    #expect(compressed[4..<8] == [0, 0, 0, 0])
  }

  @Test func `writes no bytes as a stream of none`() throws {
    let compressed = try compress([], bufferBytes: 64)
    #expect(compressed.prefix(2) == [0x1F, 0x8B])
    #expect(try decompress(compressed, chunk: 64) == [])
  }

  @Test(arguments: [1, 3, 1 << 17])
  func `reads several members, and padding behind them`(chunk: Int) throws {
    let one = try compress(Array("one\n".utf8), bufferBytes: 64)
    let two = try compress(Array("two\n".utf8), bufferBytes: 64)
    let none = try compress([], bufferBytes: 64)
    let padding = [UInt8](repeating: 0, count: 600)
    let expected = Array("one\ntwo\n".utf8)
    #expect(try decompress(one + none + two, chunk: chunk) == expected)
    #expect(try decompress(one + two + padding, chunk: chunk) == expected)
    #expect(try decompress([], chunk: chunk) == [])
  }

  @Test func `says where a stream is cut, at every place`() throws {
    let compressed = try compress(Array("one\n".utf8), bufferBytes: 64)
    for end in 1..<compressed.count {
      #expect {
        try decompress(Array(compressed[..<end]), chunk: 5)
      } throws: {
        "\($0)" == "memory.csv: cannot be decompressed at byte \(end): "
          + "it ends in the middle; it was cut"
      }
    }
  }

  @Test func `says where a stream is damaged`() throws {
    let compressed = try compress(Self.text, bufferBytes: 1 << 17)
    var damaged = compressed
    damaged[compressed.count - 6] ^= 1
    #expect {
      try decompress(damaged, chunk: 1 << 17)
    } throws: {
      "\($0)" == "memory.csv: cannot be decompressed at byte \(compressed.count - 4): "
        + "incorrect data check"
    }
    for place in stride(from: 2, to: compressed.count, by: 37) {
      damaged = compressed
      damaged[place] ^= 0x55
      // A damaged header byte that carries no data may pass; data never come out wrong.
      if let text = try? decompress(damaged, chunk: 1 << 17) { #expect(text == Self.text) }
    }
  }

  @Test func `refuses anything else behind the last member, and before the first`() throws {
    let compressed = try compress(Array("one\n".utf8), bufferBytes: 64)
    #expect {
      try decompress(compressed + [0, 0] + Array("x".utf8), chunk: 64)
    } throws: {
      "\($0)" == "memory.csv: cannot be decompressed at byte \(compressed.count + 2): "
        + "expected the end or another member, found other bytes"
    }
    #expect {
      try decompress(Array("id\n1\n".utf8), chunk: 64)
    } throws: {
      "\($0)"
        == "memory.csv: cannot be decompressed at byte 0: expected gzip, found other bytes"
    }
  }

  @Test func `knows gzip by its bytes, and writes it by its name`() throws {
    let folder = try TemporaryDirectory()
    for name in ["a.csv", "b.csv.gz", "c.CSV.GZ"] {
      var sink = try openSink(path: folder.file(name))
      try sink.write([UInt8]("id\n1\n".utf8).span)
      try sink.finish()
    }
    #expect(folder.read("a.csv") == Array("id\n1\n".utf8))
    #expect(folder.read("b.csv.gz") == folder.read("c.CSV.GZ"))
    try folder.write(folder.read("b.csv.gz") ?? [], to: "d.csv")
    for name in ["a.csv", "b.csv.gz", "c.CSV.GZ", "d.csv"] {
      var source = try openSource(path: folder.file(name))
      #expect(try drain(&source, by: 3) == Array("id\n1\n".utf8))
    }
    try folder.write("id\n1\n", to: "plain.csv.gz")
    #expect(throws: ReadFailure.self) {
      var source = try openSource(path: folder.file("plain.csv.gz"))
      _ = try drain(&source, by: 3)
    }
    for name in ["", "x"].map({ "short\($0)" }) {
      try folder.write(String(name.dropFirst(5)), to: name)
      var source = try openSource(path: folder.file(name))
      #expect(try drain(&source, by: 3) == Array(name.utf8.dropFirst(5)))
    }
  }

  private func compress(_ bytes: [UInt8], bufferBytes: Int) throws -> [UInt8] {
    let target = MemorySink()
    let sink = try GzipSink(target, bufferBytes: bufferBytes)
    for start in stride(from: 0, to: bytes.count, by: 1000) {
      try sink.write(bytes.span.extracting(start..<min(start + 1000, bytes.count)))
    }
    try sink.finish()
    return target.bytes
  }

  private func decompress(_ bytes: [UInt8], chunk: Int) throws -> [UInt8] {
    var source: any ByteSource = try GzipSource(
      MemorySource(bytes, chunk: chunk),
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
