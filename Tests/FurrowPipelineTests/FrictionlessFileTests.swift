import FurrowCore
import FurrowFormats
import FurrowPipeline
import TestSupport
import Testing

/// The files of frictionless-py's own tests, when `FURROW_SUITES` names the folder they are in.
///
/// `docs/table-schema.md` says where the verdicts differ, and why.
@Suite struct `Files of Frictionless` {
  static let folder = PublicSuites.folder

  struct Place: Hashable, CustomStringConvertible {
    var line: Int
    var column: Int?
    var code: String
    var description: String { "\(line):\(column.map(String.init) ?? "") \(code)" }
  }

  /// Their codes by ours.
  private static let codes = [
    "blank-label": "blank-header", "duplicate-label": "duplicate-label",
    "missing-cell": "missing-cell", "extra-cell": "extra-cell",
  ]

  @Test(.enabled(if: folder != nil)) func `have the same faults in the same places`() throws {
    let folder = try #require(Self.folder) + "/frictionless/"
    let lines = String(
      decoding: try SuiteFile.bytes(of: folder + "plain_validate_cases.jsonl"),
      as: UTF8.self
    )
    var count = 0
    for line in lines.split(separator: "\n") {
      let this = JSONCursor(try JSONParser.value(of: Array(line.utf8)))
      let keys = try this["keys"].map { $0.value == .null ? [] : try $0.names() }
      guard let file = try this["file"]?.string(), file.hasSuffix(".csv"),
        keys == ["rowNumber", "fieldNumber", "type"], let errors = this["errors"],
        // Ends at its third fault, which is an option of the check and none of the file.
        try this["test"]?.string().contains("limit_error") == false
      else { continue }
      var source = TextSource(path: folder + file, dialect: .csv, format: .csv)
      source.blockBytes = 64
      var plan = TextPlan(sources: [source])
      plan.judgesHeaders = true
      plan.goesOnWithoutRejects = true
      plan.keptFaults = .max
      let report = TextRunner(plan).run()
      let found = Set(
        report.faults.map {
          Place(line: $0.position.line, column: $0.column, code: $0.code.rawValue)
        }
      )
      #expect(found == (try Self.expected(errors)), "\(file)")
      count += 1
    }
    #expect(count > 8)
  }

  /// What is expected of a file: of several missing or surplus fields of a record the first is told,
  /// with both counts; a line without bytes is no record.
  private static func expected(_ errors: JSONCursor) throws -> Set<Place> {
    var places: Set<Place> = []
    for error in try errors.items() {
      let parts = try error.items()
      let line = parts[0].value == .null ? 1 : try parts[0].count()
      guard let code = codes[try parts[2].string()] else { continue }
      let column = try parts[1].count()
      let isTold = places.contains {
        $0.line == line && $0.code == code && code.hasSuffix("-cell") && ($0.column ?? 0) < column
      }
      if !isTold { places.insert(Place(line: line, column: column, code: code)) }
    }
    return places
  }

  /// The packages of the shared test data: whether all is right, and a word of what is said.
  @Test(
    .enabled(if: folder != nil),
    arguments: [
      ("test-data/packages/basic-csv", true, ""), ("test-data/packages/simple-views", true, ""),
      ("test-data/packages/all-schema-types", true, ""),
      ("test-data/packages/different-separators", false, "a name that no other resource has"),
      ("test-data/packages/invalid-remote-path", false, "within the package"),
      ("test-data/packages/types-formats-and-constraints/constraints", false, "[unique-error]"),
      ("test-data/packages/types-formats-and-constraints/date", false, "[type-error]"),
      ("test-data/packages/types-formats-and-constraints/year", false, "[type-error]"),
      ("test-data/packages/invalid-data", false, "[extra-cell]"),
      ("test-data/packages/invalid-backward-path", false, "within the package"),
      ("test-data/packages/invalid-local-path", false, "no such file"),
      ("test-data/packages/invalid-empty-data", false, "no bytes at all"),
      ("test-data/packages/invalid-headers-in-data", false, ""),
      ("test-data/packages/invalid-json-missing-comma", false, ""),
      ("test-data/packages/inlined-data", false, "expected an object with"),
      ("data/package", true, ""), ("data/invalid", true, ""),
    ]
  )
  func `give the same verdict as packages`(name: String, isRight: Bool, word: String) throws {
    let path = try #require(Self.folder) + "/frictionless/\(name)/datapackage.json"
    var plan = TextPlan(sources: [])
    plan.package = path
    plan.judgesHeaders = true
    plan.goesOnWithoutRejects = true
    let report = TextRunner(plan).run()
    let text =
      report.faults.map(\.description).joined(separator: " ") + (report.failure?.description ?? "")
    #expect((report.status == .complete) == isRight, "\(text)")
    #expect(text.contains(word), "\(text)")
  }
}
