import Foundation
import FurrowFormats
import TestSupport
import Testing

/// Public suites of CSV, read where they are there; what differs on purpose is listed by name, and why.
@Suite struct DelimitedSuiteTests {
  /// Blank lines are records of a file with one column.
  static let fastCSV: Set<String> = [
    "skip-empty-lines-1", "skip-empty-lines-2", "skip-empty-lines-3",
  ]

  private static func json(_ path: String) -> Any? {
    let url = JSONSuiteTests.folder.appendingPathComponent(path)
    return (try? Data(contentsOf: url)).flatMap { try? JSONSerialization.jsonObject(with: $0) }
  }

  private static func bytes(_ path: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: JSONSuiteTests.folder.appendingPathComponent(path)))
  }

  private static func names(_ folder: String) -> [String] {
    let path = JSONSuiteTests.folder.appendingPathComponent(folder).path
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  private func records(
    _ bytes: [UInt8],
    _ change: (inout Dialect) -> Void = { _ in }
  ) throws -> [[String]] {
    var dialect = Dialect.csv
    dialect.hasHeader = false
    dialect.ragged = .keep
    change(&dialect)
    let texts = try [7, 4096].map { chunk in try ReadText(bytes, dialect, chunk: chunk) }
    #expect(texts[0] == texts[1])
    try texts[0].requireSound()
    return texts[0].records.map { $0.map { $0 ?? "" } }
  }

  @Test(.enabled(if: !names("csv-spectrum/csvs").isEmpty))
  func `reads all of csv-spectrum as it says`() throws {
    for name in Self.names("csv-spectrum/csvs") {
      let stem = name.dropLast(4)
      let text = try ReadText(Self.bytes("csv-spectrum/csvs/\(name)"))
      let objects = text.records.map { record in
        Dictionary(uniqueKeysWithValues: zip(text.columns, record.map { $0 ?? "" }))
      }
      #expect(
        objects == Self.json("csv-spectrum/json/\(stem).json") as? [[String: String]],
        "\(name)"
      )
    }
  }

  /// Not refused is a quote inside an unquoted field, which is data; refused is a file of blank lines.
  @Test(.enabled(if: !names("csv-test-data/csv").isEmpty))
  func `reads all of csv-test-data but a file of blank lines`() throws {
    for name in Self.names("csv-test-data/csv") where !name.hasPrefix("bad-header") {
      let bytes = try Self.bytes("csv-test-data/csv/\(name)")
      let expected = Self.json("csv-test-data/json/\(name.dropLast(4)).json")
      if name.hasPrefix("header") {
        let text = try ReadText(bytes)
        let objects = text.records.map { record in
          Dictionary(uniqueKeysWithValues: zip(text.columns, record.map { $0 ?? "" }))
        }
        #expect(objects == expected as? [[String: String]], "\(name)")
      } else if name == "all-empty.csv" || name.hasPrefix("bad"), name != "bad-unescaped-quote.csv"
      {
        #expect(throws: (any Error).self, "\(name)") { try ReadText(bytes).requireSound() }
      } else if let expected {
        #expect(try records(bytes) == expected as? [[String]], "\(name)")
      }
    }
  }

  @Test(.enabled(if: json("fastcsv-spec/cases_expanded.json") != nil))
  func `reads what the cases of FastCSV and its comparison expect`() throws {
    let cases = try #require(Self.json("fastcsv-spec/cases_expanded.json") as? [[String: Any]])
    var count = 0
    for this in cases {
      guard let name = this["id"] as? String, let input = this["input"] as? String,
        let expected = this["records"] as? [[String]],
        let settings = this["settings"] as? [String: Any]
      else { continue }
      let comments = settings["commentMode"] as? String
      // Comments are never records.
      if comments == "READ" || Self.fastCSV.contains(name) { continue }
      let mayFail = settings["exceptionAllowed"] as? Bool ?? false
      // A file without records is a failure.
      if expected.isEmpty { continue }
      count += 1
      do {
        let found = try records(Array(input.utf8)) {
          if comments == "SKIP" { $0.comment = UInt8(ascii: "#") }
        }
        #expect(found == expected, "\(name): \(input.debugDescription)")
      } catch {
        #expect(mayFail, "\(name): \(input.debugDescription): \(error)")
      }
    }
    #expect(count > 70)
  }
}

extension ReadText {
  /// Throws when a record was rejected.
  fileprivate func requireSound() throws {
    if rejected > 0 { throw ReadFailure(path: "", message: faults[0]) }
  }
}
