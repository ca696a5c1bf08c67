import FurrowCore
import FurrowFormats
import TestSupport
import Testing

@Suite struct JSONResumeTests {
  static let lines = "\u{FEFF}{\"a\":1}\n\n{\"a\":2}\nno\n{\"a\":\"x\\ny\"}\n{\"a\":4}"

  @Test(arguments: 1...3, [1, 7, 64, 1 << 20])
  func `goes on where an earlier run stopped, with the same checksum`(
    recordsPerBatch: Int,
    chunk: Int
  ) throws {
    let limits = ReadingLimits(recordsPerBatch: recordsPerBatch, hasChecksum: true)
    let reader = reader(chunk: chunk, limits)
    var batch = RecordBatch()
    var records = 0
    while try reader.fill(&batch) {
      records += batch.recordsRead
      let later = self.reader(chunk: 64, limits)
      let checksum = try later.skip(to: batch.end)
      #expect(checksum == batch.checksum)
      var rest = RecordBatch()
      var others = 0
      while try later.fill(&rest) {
        if others == 0, rest.recordsRead > 0 { #expect(rest.origin.record == records + 1) }
        others += rest.recordsRead
      }
      #expect(records + others == 5)
    }
    #expect(records == 5)
  }

  @Test func `cannot go on in the middle of an array`() throws {
    let reader = JSONReader(
      MemorySource(Array("[{\"a\":1}]".utf8)),
      layout: .array,
      columns: JSONColumns(["a"])
    )
    #expect(throws: ReadFailure.self) {
      try reader.skip(to: SourcePosition(record: 2, line: 1, byte: 8))
    }
  }

  private func reader(chunk: Int, _ limits: ReadingLimits) -> JSONReader {
    JSONReader(
      MemorySource(Array(Self.lines.utf8), chunk: chunk),
      layout: .lines,
      columns: JSONColumns(["a"]),
      blockBytes: chunk,
      limits: limits
    )
  }
}
