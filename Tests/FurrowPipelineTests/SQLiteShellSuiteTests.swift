import Foundation
import FurrowSQLite
import TestSupport
import Testing

/// SQLite's own tests of its shell's `.import`, read where they are there: the same files have to give the
/// same rows.
@Suite struct SQLiteShellSuiteTests {
  /// A test that imports a file of CSV and asks for the table.
  private struct Case {
    var name: String
    /// What stands before the import: the table, if it is made first.
    var sql: String
    var table: String
    var skippedLines: String
    var file: String
    var query: String
    /// Values of the rows, one behind the other; NULL is empty.
    var values: [String]

    init?(_ this: [String: Any]) {
      guard let name = this["name"] as? String, let calls = this["calls"] as? [[String: Any]],
        let expected = this["expected"] as? String,
        let query = calls.last?["query"] as? String, let script = calls.first?["script"] as? String,
        let files = calls.first?["files_b64"] as? [String: Any],
        let data = (files["shell5.csv"] as? String).flatMap({ Data(base64Encoded: $0) }),
        script.contains(".mode csv")
      else { return nil }
      let lines = script.split(separator: "\n").map { $0.drop { $0 == " " } }
      guard let words = lines.first(where: { $0.hasPrefix(".import") })?.split(separator: " "),
        let table = words.last
      else { return nil }
      let skip = words.firstIndex { $0 == "-skip" || $0 == "--skip" }
      self.name = name
      self.table = String(table)
      self.query = query
      sql = lines.filter { $0.hasPrefix("CREATE") }.joined(separator: "\n")
      skippedLines = skip.map { String(words[$0 + 1]) } ?? "0"
      file = String(decoding: data, as: UTF8.self)
      values = Self.list(expected)
    }

    /// The elements of a list as Tcl writes it.
    private static func list(_ text: String) -> [String] {
      var elements: [String] = []
      var rest = Substring(text)
      while let first = rest.first {
        if first == " " {
          rest.removeFirst()
        } else if first == "{", let end = rest.firstIndex(of: "}") {
          elements.append(String(rest[rest.index(after: rest.startIndex)..<end]))
          rest = rest[rest.index(after: end)...]
        } else {
          let word = rest.prefix { $0 != " " }
          elements.append(word.replacingOccurrences(of: "\\\"", with: "\""))
          rest = rest.dropFirst(word.count)
        }
      }
      return elements
    }
  }

  private static let cases: [Case] = {
    let data = PublicSuites.path("sqlite-shell/shell5_import_cases.json").flatMap {
      try? Data(contentsOf: URL(fileURLWithPath: $0))
    }
    let json = data.flatMap { try? JSONSerialization.jsonObject(with: $0) }
    return (json as? [[String: Any]] ?? []).compactMap(Case.init)
  }()

  /// A field too many is a fault here, where the shell leaves it out; and a blank line is no record of a
  /// table with two columns, where the shell fills one with NULLs.
  private static let isRejected: Set<String> = ["shell5-4.2"]
  private static let isSkipped: Set<String> = ["shell5-2.5"]

  private static func values(_ query: String, in place: Workplace) throws -> [String] {
    let database = try Database(
      path: place.folder.file("data.db"),
      options: Database.Options(mode: .readOnly)
    )
    return try database.rows(SQL(raw: query)).joined().map { value in
      switch value {
      case .null: ""
      case .integer(let number): "\(number)"
      case .real(let number): "\(number)"
      case .text(let text): text
      case .blob(let bytes): "\(bytes)"
      }
    }
  }

  @Test(.enabled(if: !cases.isEmpty))
  func `loads the rows that the shell loads`() throws {
    for this in Self.cases where !Self.isSkipped.contains(this.name) {
      let place = try Workplace(["shell5.csv": this.file], sql: this.sql)
      let names = this.sql.drop { $0 != "(" }.dropFirst().prefix { $0 != ")" }
      let columns = names.split { $0 == "," || $0 == " " }.joined(separator: ",")
      let header = this.sql.isEmpty ? "--text" : "--no-header --columns \(columns)"
      let run = try place.run(
        "furrow import shell5.csv --into data.db --table \(this.table) \(header) --ragged fill"
          + " --skip-lines \(this.skippedLines) --on-error reject --format csv"
      )
      let rows = try Self.values(this.query, in: place)
      if Self.isRejected.contains(this.name) {
        #expect(run.status == 2)
        #expect(rows == this.values.dropLast(3), "\(this.name)")
      } else {
        #expect(run.status == 0, "\(this.name): \(run.errorText)")
        #expect(rows == this.values, "\(this.name)")
      }
    }
    #expect(Self.cases.count > 9)
  }
}
