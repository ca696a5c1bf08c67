import FurrowCore
import TestSupport
import Testing

@testable import FurrowPipeline

@Suite struct `Keys in little memory` {
  /// The keys are parted twice: into 32 files, each into 32 others.
  @Test func `need few open files`() async {
    await #expect(processExitsWith: .success) {
      let count = 8000
      let records = (0..<2 * count).map { "\($0 % count),\($0)\n" }
      let folder = try TemporaryDirectory()
      let path = try folder.write("id,n\n" + records.joined(), to: "in.csv")
      ProcessLimits.setOpenFiles(200)

      let deduplication = Deduplication(columns: ["id"])
      let report = try `Records of one key`.run(
        deduplication,
        [path],
        in: folder,
        memory: 24 << 10,
        lanes: 1
      )
      #expect(report.failure == nil)
      #expect(folder.read("out.csv") == Array(("id,n\n" + records[..<count].joined()).utf8))

      let schema = """
        {"fields": [{"name": "id", "type": "integer"}, {"name": "n", "type": "integer"}],
         "foreignKeys": [{"fields": "n", "reference": {"fields": "id"}}]}
        """
      let text = "id,n\n" + records.joined()
      let orphans = try `A run with a schema`.report(text, schema: schema) { plan, _ in
        plan.memoryBytes = 24 << 10
      }
      #expect(orphans.failure == nil)
      #expect(orphans.ledger.rejected == count)
    }
  }

  @Test(arguments: ["min", "max"], [(1, 64 << 10), (40, 1 << 20)])
  func `keep the text that decides in a room of its size`(
    rule: String,
    in memory: (keyCount: Int, limit: Int)
  ) {
    let (keyCount, limit) = memory
    let isMaximum = rule == "max"
    let terms = KeyTerms(rule: isMaximum ? .maximum("name") : .minimum("name"))
    var holders = KeyHolders(terms, limit: limit)
    let rounds = 400
    for round in 1...rounds {
      // Each is better than all before: a longer one of the same letters is greater, and a number of
      // the same length that counts down is less, in whatever length it has behind it.
      let text =
        isMaximum
        ? [UInt8](repeating: 0x7A, count: 10 * round)
        : Array("\(1000 - round)\(String(repeating: "x", count: round * 70 % 4000))".utf8)
      for number in 0..<keyCount {
        let claim = KeyHolders.Claim(
          holder: KeyTable.Holder(ordinal: round, line: 1),
          content: .zero,
          rank: .text(text)
        )
        let key = [UInt8(number)]
        // The array lives for the call, here as below.
        let verdict = unsafe key.withUnsafeBufferPointer {
          unsafe holders.claim($0, hash: UInt64(number) << 50, claim)
        }
        guard verdict != .full else {
          Issue.record("no room in round \(round)")
          return
        }
      }
    }
    #expect(holders.table.usedBytes <= limit)
    for number in 0..<keyCount {
      let judgement = unsafe [UInt8(number)].withUnsafeBufferPointer {
        unsafe holders.judge($0, hash: UInt64(number) << 50, ordinal: rounds)
      }
      #expect(judgement?.isLost == false)
    }
  }
}
