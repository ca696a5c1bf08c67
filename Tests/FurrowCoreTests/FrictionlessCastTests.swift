import FurrowCore
import TestSupport
import Testing

/// The casts of frictionless-py's own tests, when `FURROW_SUITES` names the folder they are in.
///
/// Where the standard's text says otherwise, `differences` says so.
@Suite struct `Casts of Frictionless` {
  static let folder = PublicSuites.folder

  /// Type, format and source; the reasons are in `docs/table-schema.md`.
  static let differences: Set<String> = [
    "time/default/06:00:00Z", "time/default/06:00:00+01:00", "integer/default/ 01 ",
    "number/default/ 01 ",
  ]

  @Test(.enabled(if: folder != nil)) func `give the same verdicts`() throws {
    let folder = try #require(Self.folder)
    let bytes = try SuiteFile.bytes(of: folder + "/frictionless/field_cases.json")
    let cases = try #require(JSONParser.value(of: bytes, allowsRepeatedKeys: true).items)
    var count = 0
    for this in cases {
      let members = this.members ?? []
      func member(_ key: String) -> JSONValue? { members.first { $0.key == key }?.value }
      guard let source = member("source")?.text, let type = member("type")?.text else { continue }
      let format = member("format")?.text ?? "default"
      var field: [JSONValue.Member] = [
        .init("name", "a"), .init("type", .string(type)), .init("format", .string(format)),
      ]
      for option in member("options")?.members ?? [] where option.key != "example" {
        field.append(option)
      }
      let schema: JSONValue = ["fields": .array([.object(field)])]
      guard format != "wkt" else { continue }
      let name = "\(type)/\(format)/\(source)"
      let read = try? Schema(JSONCursor(schema))
      let value = read.flatMap { $0.fields[0].type.value(of: Array(source.utf8).span) }
      // The empty text is a missing value before any type is asked.
      let isGood = member("target") != .null || source.isEmpty
      let verdict = source.isEmpty ? true : value != nil
      count += 1
      if Self.differences.contains(name) { continue }
      #expect(verdict == isGood, "\(name) \(member("options")?.description ?? "")")
    }
    #expect(count > 200)
  }
}
