import Foundation
import Furrow
import FurrowCommand
import TestSupport
import Testing

@Suite struct `Explanations` {
  private static let page = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("docs/errors.md")

  private static func names(_ subject: Explanation.Subject) -> [String] {
    Explanation.all.filter { $0.subject == subject }.map(\.name)
  }

  @Test func `are there for every code, once`() {
    #expect(Self.names(.rejection) == Rejection.Code.allCases.map(\.rawValue))
    // What happens elsewhere, too, is explained as a failure.
    let known = Self.names(.failure)
    #expect(
      Self.names(.migration)
        == MigrationError.Kind.allCases.map(\.rawValue).filter { !known.contains($0) }
    )
    let explained = known + Self.names(.migration)
    #expect(
      Set(Self.names(.finding))
        == Set(Finding.Rule.allCases.map(\.rawValue)).subtracting(explained)
    )
    #expect(Self.names(.exitCode) == ExitCode.allCases.map { String($0.rawValue) })
    #expect(Set(Explanation.all.map(\.name)).count == Explanation.all.count)
  }

  @Test func `name what docs/errors.md names`() throws {
    let lines = try String(contentsOf: Self.page, encoding: .utf8).split(separator: "\n")
    let headings = lines.filter { $0.hasPrefix("### `") }.map { String($0.dropFirst(5).dropLast()) }
    #expect(headings == Self.names(.rejection))
    let firstCells = lines.filter { $0.hasPrefix("| ") }.map { line in
      line.dropFirst(2).prefix { $0 != " " }
    }
    for name in Self.names(.failure) + Self.names(.exitCode) {
      #expect(firstCells.contains { $0 == name }, "docs/errors.md has no row for \(name)")
    }
    #expect(firstCells.count == Self.names(.failure).count + Self.names(.exitCode).count + 2)
  }

  @Test(arguments: Explanation.all.filter { $0.example != nil }.map(\.name))
  func `have examples that come out as they say`(_ name: String) throws {
    let example = try #require(Explanation.all.first { $0.name == name }?.example)
    let folder = try TemporaryDirectory()
    let database = try Database(path: folder.file("people.db"), options: .init(mode: .create))
    try database.execute(SQL(raw: Explanation.tables))
    if !example.input.isEmpty {
      try Data(Self.bytes(example.input)).write(to: URL(fileURLWithPath: folder.file(example.file)))
    }
    let run = try CommandRun(
      script: example.command.replacingOccurrences(of: "furrow ", with: "\"$0\" "),
      directory: folder.path
    )
    #expect(run.status != 0)
    let lines = run.errorText.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix(example.message) }, "\(run.errorText)")
    if let code = Rejection.Code(rawValue: name) {
      #expect(run.errorText.contains("[\(code.rawValue)]"))
    }
  }

  @Test func `are found by any case, and the nearest is named`() throws {
    let run = try ProgramRun(["explain", "Type-Error", "64"])
    #expect(run.exitCode == .complete)
    #expect(run.output.hasPrefix("type-error (rejection): a field is no value of"))
    #expect(run.output.contains("\nexit code 64: wrong usage\n"))
    let wrong = try ProgramRun(["explain", "typ-error"])
    #expect(wrong.exitCode == .wrongUsage)
    #expect(
      wrong.errors == """
        furrow explain: there is no code 'typ-error': did you mean 'type-error'?
        see 'furrow explain --help'

        """
    )
    #expect(
      try ProgramRun(["explain", "\u{1B}[31m"]).errors.contains("there is no code '\\x1b[31m'")
    )
  }

  @Test func `are listed, and given as JSON`() throws {
    let list = try ProgramRun(["explain"])
    for name in Explanation.all.map(\.name) { #expect(list.output.contains("\n  \(name) ")) }
    let all = try ProgramRun(["explain", "--json"]).output
    let objects = try JSONSerialization.jsonObject(with: Data(all.utf8)) as? [[String: Any]]
    #expect(objects?.compactMap { $0["code"] as? String } == Explanation.all.map(\.name))
  }

  /// The bytes of a text as `printf` takes it.
  private static func bytes(_ text: String) -> [UInt8] {
    Array(text.utf8).split(separator: UInt8(ascii: "\\"), omittingEmptySubsequences: false)
      .enumerated().flatMap { index, part -> [UInt8] in
        guard index > 0 else { return Array(part) }
        if part.first == UInt8(ascii: "0") { return [0] + part.dropFirst() }
        let digits = String(decoding: part.dropFirst().prefix(2), as: UTF8.self)
        return [UInt8(digits, radix: 16) ?? 0] + part.dropFirst(3)
      }
  }
}
