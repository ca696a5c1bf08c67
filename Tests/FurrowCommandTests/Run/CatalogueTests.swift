import Foundation
import Furrow
import FurrowSQLite
import TestSupport
import Testing

@Suite struct `The film catalogue` {
  private static let fixtures = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Fixtures").path

  /// A folder with a copy of the pipeline.
  private static func copy() throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory()
    try FileManager.default.copyItem(
      atPath: "\(fixtures)/catalogue",
      toPath: folder.file("catalogue")
    )
    return folder
  }

  private static func run(_ folder: TemporaryDirectory, _ more: String...) throws -> CommandRun {
    try CommandRun(["run", "catalogue/furrow.yaml"] + more, directory: folder.path)
  }

  private static func rows(_ folder: TemporaryDirectory) throws -> [String] {
    try DatabaseDump(folder.file("catalogue/catalogue.db")).lines.filter {
      !$0.contains("furrow_")
    }
  }

  @Test func `comes out as its page says, once and again`() throws {
    let folder = try Self.copy()
    let run = try Self.run(folder, "--report", "r.json")
    #expect(run.status == 2, "\(run.errorText)")
    let text = String(decoding: folder.read("r.json") ?? [], as: UTF8.self)
    let report = try JSONParser.value(of: Array(text.utf8))
    let counts = ["read", "loaded", "rejected", "duplicates", "filtered"].map { report[$0] }
    // The export reads and writes seven credits.
    #expect(counts == [47, 28, 16, 2, 1].map(JSONValue.integer))
    #expect(report["balanced"] == .bool(true))
    var codes: [String: Int] = [:]
    guard case .array(let steps) = report["steps"] else { return }
    for case .object(let members) in steps.map({ $0["rejects"]["codes"] }) {
      for case let member in members {
        if case .integer(let count) = member.value { codes[member.key, default: 0] += count }
      }
    }
    #expect(
      codes == [
        "type-error": 1, "missing-cell": 1, "extra-cell": 1, "quote-error": 1,
        "encoding-error": 1, "null-byte": 1, "constraint-error": 4, "primary-key-error": 1,
        "unique-error": 1, "foreign-key-error": 1, "json-error": 1, "duplicate-key": 1,
        "not-an-object": 1,
      ]
    )
    #expect(
      String(decoding: folder.read("catalogue/credits.csv") ?? [], as: UTF8.self) == """
        title,name,role
        Metropolis,Brigitte Helm,Maria
        The Third Man,Orson Welles,Harry Lime
        Rashomon,Toshiro Mifune,Tajomaru
        8½,Marcello Mastroianni,Guido
        Parasite,Song Kang-ho,Ki-taek
        Portrait of a Lady on Fire,Noémie Merlant,Marianne
        Drive My Car,Hidetoshi Nishijima,Yusuke

        """
    )
    let rows = try Self.rows(folder)
    #expect(rows.contains { $0.contains("Rashomon") && $0.contains("180001") })
    let bytes = folder.read("catalogue/catalogue.db")
    #expect(try Self.run(folder).status == 2)
    #expect(folder.read("catalogue/catalogue.db") == bytes)
  }

  @Test func `that is killed comes out the same when it is run again`() throws {
    let whole = try Self.copy()
    #expect(try Self.run(whole).status == 2)
    let wanted = try Self.rows(whole)
    for delay in [20, 60, 120, 200] {
      let folder = try Self.copy()
      _ = try CommandRun(
        ["run", "catalogue/furrow.yaml"],
        directory: folder.path,
        signal: (9, .milliseconds(delay))
      )
      #expect(try Self.run(folder).status == 2)
      #expect(try Self.rows(folder) == wanted, "killed after \(delay) ms")
    }
  }
}

@Suite struct `The GTFS feed` {
  private static let fixtures = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Fixtures/gtfs-mini").path

  @Test func `is loaded whole, and a key without its record leaves what was there`() throws {
    let folder = try TemporaryDirectory()
    try FileManager.default.copyItem(atPath: Self.fixtures, toPath: folder.file("feed"))
    func run() throws -> CommandRun {
      try CommandRun(["run", "feed/furrow.yaml"], directory: folder.path)
    }
    #expect(try run().status == 0)
    let database = try Database(path: folder.file("feed/gtfs.db"), options: .init(mode: .readOnly))
    let question: SQL = """
      SELECT count(*) FROM stop_times JOIN trips USING (trip_id) JOIN stops USING (stop_id)
      JOIN routes USING (route_id) JOIN agency USING (agency_id) JOIN calendar USING (service_id)
      """
    #expect(try database.firstInteger(question) == 7)
    let times = String(decoding: folder.read("feed/stop_times.txt") ?? [], as: UTF8.self)
    try folder.write(times + "night,25:00:00,25:00:00,moon,3\n", to: "feed/stop_times.txt")
    let faulty = try run()
    #expect(faulty.status == 2)
    #expect(faulty.errorText.contains("feed/stop_times.txt:9: field \"stop_id\": expected stop_id"))
    #expect(try database.firstInteger(question) == 7)
    try folder.write(times + "night,25:00:00,25:00:00,mole,3\n", to: "feed/stop_times.txt")
    #expect(try run().status == 0)
    #expect(try database.firstInteger(question) == 8)
  }
}
