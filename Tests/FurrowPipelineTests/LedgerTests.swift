import FurrowPipeline
import FurrowSQLite
import TestSupport
import Testing

@Suite struct `The ledger` {
  @Test(arguments: 0..<100)
  func `balances, and agrees with a loader that takes one record at a time`(_ seed: Int) throws {
    let made = MadeImport(seed: UInt64(seed))
    let folder = try TemporaryDirectory()
    let database = try Database(
      path: folder.file("model.db"),
      options: Database.Options(mode: .create)
    )
    try database.execute(SQL(raw: made.sql))
    let before = try DatabaseDump(folder.file("model.db"))
    let model = try LoaderModel(made, into: database)
    let after = try DatabaseDump(folder.file("model.db"))
    let hint: Comment = "seed \(seed): \(made.sql) WHERE \(made.filter ?? "")"

    for goesOn in [true, false] {
      let outcome = try ImportOutcome(made.bytes, into: made.sql) { plan in
        plan.goesOnWithoutRejects = goesOn
        plan.filter = made.filter
        if made.ignoresRepeats { plan.conflict = .ignore(key: []) }
        plan.lanes = 1 + seed % 2
        plan.blockBytes = [1, 64, 1024, 512 << 10][seed % 4]
      }
      let ledger = outcome.ledger
      #expect(ledger.read == made.records.count, hint)
      #expect(ledger.rejected == model.rejected.count, hint)
      #expect(ledger.filtered == model.filtered, hint)
      #expect(ledger.ignored == model.ignored && ledger.duplicates == model.ignored, hint)
      #expect(outcome.faults.sorted() == model.faults, hint)
      #expect(outcome.rejects["source.rejected.csv"] == Self.rejectFile(made, model), hint)
      if goesOn || model.rejected.isEmpty {
        #expect(ledger.isBalanced, hint)
        #expect(ledger.loaded == model.loaded, hint)
        #expect(outcome.status == (model.rejected.isEmpty ? .complete : .rejects), hint)
        #expect(outcome.database == after, hint)
      } else {
        #expect(ledger.loaded == 0, hint)
        #expect(outcome.status == .failed, hint)
        #expect(outcome.database == before, hint)
      }
    }
  }

  /// The rejected records as they were, those the reader and the database refused in one file.
  private static func rejectFile(_ made: MadeImport, _ model: LoaderModel) -> String? {
    guard !model.rejected.isEmpty else { return nil }
    let header = made.columns.map(\.name).joined(separator: ",") + "\n"
    return header + model.rejected.map { made.records[$0 - 1].raw + "\n" }.joined()
  }
}
