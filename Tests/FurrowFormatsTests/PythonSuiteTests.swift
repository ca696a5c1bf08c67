import Foundation
import FurrowCore
import FurrowFormats
import TestSupport
import Testing

/// The cases that CPython's csv was recorded on, read where they are there; what differs on purpose is
/// told apart by what it is.
@Suite struct PythonSuiteTests {
  private static func cases(_ name: String) -> [[String: Any]] {
    let url = JSONSuiteTests.folder.appendingPathComponent("python-csv/\(name)")
    let data = try? Data(contentsOf: url)
    return data.flatMap { try? JSONSerialization.jsonObject(with: $0) } as? [[String: Any]] ?? []
  }

  /// The dialect that the arguments of a case make; `nil` for one that has no like here.
  private static func dialect(_ this: [String: Any]) -> Dialect? {
    var options = this["options"] as? [String: Any] ?? [:]
    for case let described as [String: Any] in this["args"] as? [Any] ?? [] {
      options.merge(described) { own, _ in own }
    }
    let names = (this["args"] as? [Any] ?? []).compactMap { $0 as? String }
    let known = options["dialect"] as? String ?? names.first ?? "excel"
    // Classes of the tests themselves, and fields that become numbers, are nothing that a text says.
    guard ["excel", "unix"].contains(known), options["dialect"] as? [String: Any] == nil,
      [0, 1, 3].contains(options["quoting"] as? Int ?? 0)
    else { return nil }
    var dialect = Dialect.csv
    dialect.hasHeader = false
    dialect.ragged = .keep
    dialect.keepsNulls = true
    func byte(_ name: String) -> UInt8? { (options[name] as? String)?.utf8.first }
    if let delimiter = byte("delimiter") { dialect.delimiter = delimiter }
    if options.keys.contains("quotechar") { dialect.quote = byte("quotechar") }
    if options["quoting"] as? Int == 3 { dialect.quote = nil }
    dialect.escapeByte = byte("escapechar")
    if let doubles = options["doublequote"] as? Bool { dialect.doublesQuotes = doubles }
    dialect.skipsInitialSpace = options["skipinitialspace"] as? Bool ?? false
    return dialect.delimiter == 0 || dialect.quote == 0 || dialect.escapeByte == 0 ? nil : dialect
  }

  private static func text(_ this: [String: Any]) -> String {
    (this["lines"] as? [String] ?? []).map { line in
      line.hasSuffix("\n") || line.hasSuffix("\r") || line.hasSuffix("\r\n") ? line : line + "\n"
    }.joined()
  }

  @Test(.enabled(if: !cases("reader_cases.json").isEmpty))
  func `reads the rows of the reader's cases, or finds the fault that it lets pass`() throws {
    var (read, refused) = (0, 0)
    for this in Self.cases("reader_cases.json") {
      guard let dialect = Self.dialect(this), let rows = this["rows"] as? [[String]] else {
        continue
      }
      let text = Self.text(this)
      // Spaces at the start of a record are behind no delimiter.
      if dialect.skipsInitialSpace, text.hasPrefix(" ") || text.contains("\n ") { continue }
      // Blank lines are no records.
      let expected = rows.filter { !$0.isEmpty }
      let isFault = this["error"] as? String != nil
      for chunk in [1, 7, 4096] {
        guard let found = try? ReadText(text, dialect, chunk: chunk) else {
          #expect(expected.isEmpty || isFault || Self.isQuoteFault(text, dialect), "\(this)")
          continue
        }
        let records = found.records.map { $0.map { $0 ?? "" } }
        if found.rejected > 0 {
          refused += 1
          #expect(isFault || Self.isQuoteFault(text, dialect), "\(this): \(found.faults)")
        } else {
          read += 1
          #expect(isFault || records == expected, "\(this)")
        }
      }
    }
    #expect(read > 3 * 150)
    #expect(refused < 3 * 30)
  }

  /// Whether a quote is out of place, which Python passes over unless it is told to be strict.
  private static func isQuoteFault(_ text: String, _ dialect: Dialect) -> Bool {
    guard let quote = dialect.quote else { return false }
    return text.utf8.contains(quote)
  }

  /// A character that no table has between its fields.
  private static let guesses: Set<String> = ["0", "?", "\0"]

  @Test(.enabled(if: !cases("sniffer_cases.json").isEmpty))
  func `finds the delimiter of the sniffer's cases, where several records bear witness`() throws {
    var found = 0
    for this in Self.cases("sniffer_cases.json") where this["op"] as? String == "sniff" {
      let delimiter = try #require(this["delimiter"] as? String)
      let sample = try #require(this["sample"] as? String)
      let isTold = this["delimiters"] as? String != nil
      if isTold || Self.guesses.contains(delimiter) { continue }
      let finding = DialectSniffer(TextSample(Array(sample.utf8))).find()
      #expect(finding.dialect.delimiter == delimiter.utf8.first, "\(sample)")
      found += 1
    }
    #expect(found > 15)
  }
}
