import FurrowCore
import Foundation
import FurrowPipeline
import FurrowSQLite
import TestSupport

/// All that one import leaves behind, without what names the folder or the clock.
struct ImportOutcome: Equatable, CustomStringConvertible {
  var status: ImportReport.Status
  var report: String
  var database: DatabaseDump
  /// The files of rejects by name.
  var rejects: [String: String]
  var ledger: Ledger
  /// Every fault that was written down, as record and code.
  var faults: [RecordFault]

  /// One fault of one record.
  struct RecordFault: Hashable, Comparable, CustomStringConvertible {
    var record: Int
    var code: String

    var description: String { "\(record) \(code)" }

    static func < (left: Self, right: Self) -> Bool {
      (left.record, left.code) < (right.record, right.code)
    }
  }

  var description: String {
    "\(report)\n\(database)\n\(rejects.sorted { $0.key < $1.key })"
  }

  static func == (left: Self, right: Self) -> Bool { left.description == right.description }

  /// Runs the import of `bytes` into a new database made by `sql`.
  ///
  /// The plan is for `SOURCE.csv` into `data.db`, with its rejects in `rejects`.
  init(
    _ bytes: [UInt8],
    source: String = "source.csv",
    into sql: String,
    table: String? = "t",
    adjust: (inout ImportPlan) -> Void = { _ in }
  ) throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write(bytes, to: source)
    if !sql.isEmpty {
      let database = try Database(
        path: folder.file("data.db"),
        options: Database.Options(mode: .create)
      )
      try database.execute(SQL(raw: sql))
    }
    var plan = ImportPlan(sources: [path], database: folder.file("data.db"), table: table)
    plan.rejectsFolder = folder.file("rejects")
    adjust(&plan)
    try self.init(plan, in: folder)
  }

  /// Runs `plan`, whose files are all in `folder`.
  init(_ plan: ImportPlan, in folder: TemporaryDirectory) throws {
    let done = Importer(plan).run()
    status = done.status
    ledger = done.ledger
    report = RunReport(done, sources: [], database: "").json.description
      .replacing(folder.path, with: "")
      .replacing(/"seconds":[0-9.e-]+/, with: "")
    database = try DatabaseDump(folder.file("data.db"))
    rejects = [:]
    faults = []
    let files = try? FileManager.default.contentsOfDirectory(atPath: folder.file("rejects"))
    for name in files ?? [] {
      let text = String(decoding: folder.read("rejects/\(name)") ?? [], as: UTF8.self)
        .replacing(folder.path, with: "")
      rejects[name] = text
      guard name.hasSuffix(".jsonl") else { continue }
      faults += try text.split(separator: "\n").map(Self.fault)
    }
  }

  private static func fault(_ line: Substring) throws -> RecordFault {
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    return RecordFault(
      record: object?["record"] as? Int ?? 0,
      code: object?["code"] as? String ?? ""
    )
  }
}
