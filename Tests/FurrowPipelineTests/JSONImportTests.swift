import FurrowCore
import FurrowFormats
import FurrowPipeline
import FurrowSQLite
import TestSupport
import Testing

@Suite("JSON that becomes a table") struct JSONImportTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  @Test func `keeps the kinds of its values, and declares what they have in common`() throws {
    let lines = """
      {"i":1,"r":1.5,"t":"007","b":true,"m":1,"n":null,"d":0.1000000000000000055511151231257827}
      {"i":-9223372036854775808,"r":1e2,"t":"x","m":"1","d":2.0}
      {"m":2.0,"l":18446744073709551615,"j":[1, 2]}
      """
    let report = try load(lines, "t.ndjson")
    #expect(report.status == .complete)
    let declared = "\"i\" INTEGER,\n  \"r\" REAL,\n  \"t\" TEXT,\n  \"b\" INTEGER,\n  \"m\",\n"
    #expect(report.createdTable?.contains(declared) == true)
    #expect(
      try rows("SELECT i, r, t, b, quote(m), n, d, l, j FROM t") == [
        "-9223372036854775808|100.0|x|NULL|'1'|NULL|2.0|NULL|NULL",
        "1|1.5|007|1|1|NULL|0.1000000000000000055511151231257827|NULL|NULL",
        "NULL|NULL|NULL|NULL|2.0|NULL|NULL|18446744073709551615|[1, 2]",
      ]
    )
  }

  @Test func `is held against the types of a table that is there`() throws {
    let table = "CREATE TABLE t(i INTEGER, r REAL, s TEXT, b BLOB, f BOOLEAN, a)"
    let lines = """
      {"i":"007","r":3,"s":1.10,"b":"AP8=","f":true,"a":1.10}
      {"i":1.0,"r":"2.5","s":true,"b":"","f":"false","a":"1.10"}
      {"i":true,"r":true,"s":[],"f":1}
      {"i":1.5}
      {"i":"abc"}
      {"r":"x"}
      {"b":5}
      {"f":2}
      """
    let report = try load(lines, "t.ndjson", table: table)
    #expect(
      try rows("SELECT i, r, s, quote(b), f, quote(a) FROM t") == [
        "1|1.0|[]|NULL|1|NULL", "1|2.5|1|X''|0|'1.10'", "7|3.0|1.10|X'00FF'|1|1.1",
      ]
    )
    #expect(report.faults.map(\.code) == Array(repeating: .typeError, count: 5))
    #expect(report.faults.map(\.field) == ["i", "i", "r", "b", "f"])
  }

  @Test func `keeps rejected elements on a line each, to be mended and imported`() throws {
    let array = "[\n {\"a\":1},\n {\"a\":\n  \"x\",\n  \"a\":2},\n 7\n]"
    let report = try load(array, "t.json")
    #expect(report.ledger.loaded == 1)
    #expect(report.faults.map(\.code) == [.duplicateKey, .notAnObject])
    #expect(report.faults.map(\.position.line) == [3, 6])
    let rejected = folder.read("rejects/t.rejected.ndjson") ?? []
    #expect(String(decoding: rejected, as: UTF8.self) == "{\"a\":   \"x\",   \"a\":2}\n7\n")
  }

  @Test func `without records is an import of none`() throws {
    let report = try load("[ ]", "t.json", table: "CREATE TABLE t(a)")
    #expect(report.status == .complete)
    #expect(report.ledger.read == 0)
  }

  @Test func `takes all keys of all files`() throws {
    let first = try folder.write(Array("{\"a\":1}\n".utf8), to: "t.ndjson")
    let second = try folder.write(Array("[{\"b\":2}]".utf8), to: "u.json")
    var plan = ImportPlan(sources: [first, second], database: folder.file("t.db"))
    plan.lanes = 1
    #expect(Importer(plan).run().status == .complete)
    #expect(try rows("SELECT a, b FROM t") == ["1|NULL", "NULL|2"])
  }

  private func load(_ text: String, _ name: String, table: String? = nil) throws -> ImportReport {
    let path = try folder.write(Array(text.utf8), to: name)
    if let table {
      let database = try Database(
        path: folder.file("t.db"),
        options: Database.Options(mode: .create)
      )
      try database.execute(SQL(raw: table))
    }
    var plan = ImportPlan(sources: [path], database: folder.file("t.db"))
    plan.goesOnWithoutRejects = true
    plan.rejectsFolder = folder.file("rejects")
    return Importer(plan).run()
  }

  /// The rows of a query, a line each and sorted, values apart by `|`.
  private func rows(_ sql: String) throws -> [String] {
    let database = try Database(path: folder.file("t.db"))
    return try database.rows(SQL(raw: sql)).map { row in
      row.map { value in
        switch value {
        case .null: "NULL"
        case .integer(let integer): "\(integer)"
        case .real(let real): "\(real)"
        case .text(let text): text
        case .blob(let blob): "\(blob)"
        }
      }.joined(separator: "|")
    }.sorted()
  }
}
