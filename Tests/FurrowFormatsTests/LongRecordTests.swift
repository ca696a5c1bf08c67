import FurrowCore
import FurrowFormats
import TestSupport
import Testing

@Suite struct LongRecordTests {
  @Test(arguments: [64, 1000, 4096])
  func `reads a field that is longer than many blocks`(block: Int) throws {
    let long = String(repeating: "0123456789", count: 3000)
    let quoted = String(repeating: "a\n\"\"", count: 3000)
    let text = "a,b\n1,\(long)\n\"\(quoted)\",2\n3,4\n"
    let reader = try DelimitedReader(MemorySource(Array(text.utf8)), blockBytes: block)
    let found = try ReadText(reader)
    #expect(
      found.records == [
        ["1", long], [quoted.replacing("\"\"", with: "\""), "2"], ["3", "4"],
      ]
    )
  }

  @Test(arguments: [1, 7, 100, 1000])
  func `stops at a record that is longer than allowed`(block: Int) throws {
    let text = "a,b\n1,2\n3,\(String(repeating: "x", count: 200))\n"
    #expect {
      try ReadText(
        DelimitedReader(
          MemorySource(Array(text.utf8)),
          blockBytes: block,
          limits: ReadingLimits(recordBytes: 100)
        )
      )
    } throws: {
      "\($0)".hasPrefix("memory.csv:3: expected a line end within 100 bytes, found none")
    }
  }

  @Test(arguments: [1, 7, 100, 1000])
  func `blames the quote that is not closed within the longest record`(block: Int) throws {
    let rest = String(repeating: "4,5\n", count: 200)
    let text = Array("a,b\n1,2\n3,\"open\n\(rest)".utf8)
    let message = "the quote that opens here is not closed within 100 bytes"
    let fast = try ReadText(
      DelimitedReader(
        MemorySource(text),
        blockBytes: block,
        limits: ReadingLimits(recordBytes: 100)
      )
    )
    #expect(fast.records.count == 201)
    #expect(fast.faults == ["line 3, column 2, byte 10: quote-error: \(message)"])
    let libcsv = try ReadText(
      LibcsvReader(MemorySource(text), blockBytes: block, limits: ReadingLimits(recordBytes: 100))
    )
    #expect(libcsv == fast)
  }

  @Test(.timeLimit(.minutes(1)))
  func `reads on behind an unclosed quote in a big input`() throws {
    let rest = String(repeating: "7,8\n", count: 300_000)
    let reader = try DelimitedReader(
      MemorySource(Array("a,b\n1,2\n3,\"open\n\(rest)".utf8)),
      blockBytes: 1 << 16,
      limits: ReadingLimits(recordBytes: 1 << 18)
    )
    let found = try ReadText(reader)
    #expect(found.recordsRead == 300_002)
    #expect(
      found.faults == [
        "line 3, column 2, byte 10: quote-error: "
          + "the quote that opens here is not closed within 262144 bytes"
      ]
    )
  }
}
