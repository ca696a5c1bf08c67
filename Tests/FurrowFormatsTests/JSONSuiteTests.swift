import Foundation
import FurrowFormats
import TestSupport
import Testing

/// Nicolas Seriot's JSONTestSuite: y_ has to be read, n_ refused, i_ is ours to decide.
/// <https://github.com/nst/JSONTestSuite>
///
/// Each text stands as the one value of a record, so that values of all kinds can be tried.
@Suite struct JSONSuiteTests {
  static let folder = URL(fileURLWithPath: PublicSuites.folder ?? "")

  static let files: [URL] = {
    let tests = folder.appendingPathComponent("json-test-suite/test_parsing")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: tests.path)) ?? []
    return names.sorted().map { tests.appendingPathComponent($0) }
  }()

  /// Of the texts that a parser may read or refuse, those that are read: numbers beyond what a double
  /// or `Int64` holds, which stay text, and values that lie 500 deep.
  ///
  /// Refused are lone surrogates, bytes that are not UTF-8, and a byte order mark inside a text.
  private static func isRead(_ name: String) -> Bool {
    name.hasPrefix("i_number") || name == "i_structure_500_nested_arrays.json"
  }

  @Test(
    .enabled(
      if: !files.isEmpty,
      "JSONTestSuite is not there; FURROW_SUITES names the folder that holds json-test-suite"
    )
  )
  func `reads what has to be read, and refuses what has to be refused`() throws {
    for file in Self.files {
      let name = file.lastPathComponent
      let text = try [UInt8](Data(contentsOf: file))
      let record = Array("{\"v\":".utf8) + text + Array("}".utf8)
      let isExpected = name.hasPrefix("y_") || name.hasPrefix("i_") && Self.isRead(name)
      let array = Array("[".utf8) + record + Array("]".utf8)
      #expect(isRead(array, .array) == isExpected, "\(name), in an array")
      guard !text.contains(0x0A) else { continue }
      #expect(isRead(record, .lines) == isExpected, "\(name), on a line")
    }
  }

  private func isRead(_ bytes: [UInt8], _ layout: JSONEncoding.Layout) -> Bool {
    let read = try? ReadJSON(
      bytes,
      layout,
      columns: JSONColumns(["v"]),
      keepsNulls: true,
      chunk: 100
    )
    return read?.records.count == 1 && read?.rejected == 0
  }
}
