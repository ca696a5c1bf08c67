import Foundation
import FurrowCommand
import Testing
import TestSupport

@Suite struct `The reference of commands` {
  private static let docs = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("docs")

  /// The pages that are made from the table, by their names in `docs`.
  private static let pages =
    [(name: "cli.md", text: CommandReference(.furrow).markdown())]
    + ManualPage.all(of: .furrow).map { (name: "man/\($0.fileName)", text: $0.text) }

  @Test func `is what is in docs, byte for byte`() throws {
    let manual = Self.docs.appendingPathComponent("man")
    if ProcessInfo.processInfo.environment["FURROW_WRITE_REFERENCE"] == "1" {
      try FileManager.default.createDirectory(at: manual, withIntermediateDirectories: true)
      for page in Self.pages {
        try Data(page.text.utf8).write(to: Self.docs.appendingPathComponent(page.name))
      }
    }
    for page in Self.pages {
      let found = try? Data(contentsOf: Self.docs.appendingPathComponent(page.name))
      #expect(
        found == Data(page.text.utf8),
        "docs/\(page.name) is not what the table of options says; run scripts/make-docs"
      )
    }
    // A command that is gone takes its page with it, by hand.
    let names = try FileManager.default.contentsOfDirectory(atPath: manual.path).map { "man/\($0)" }
    #expect(Set(names) == Set(Self.pages.map(\.name)).subtracting(["cli.md"]))
  }

  @Test func `has every option with its variable`() {
    let text = CommandReference(.furrow).markdown()
    for option in CommandTable.furrow.workers.flatMap(\.options) {
      #expect(text.contains("`--\(option.name)"))
      if let name = option.environmentName { #expect(text.contains("| `\(name)` |")) }
    }
  }

  @Test func `is on pages that man prints without a warning`() throws {
    let run = try CommandRun(
      script: """
        command -v groff >/dev/null || exit 0
        for page in "$1"/*.1; do groff -man -Tutf8 -ww -z "$page"; done
        """.replacingOccurrences(of: "$1", with: Self.docs.appendingPathComponent("man").path)
    )
    #expect(run.errorText == "")
    #expect(run.status == 0)
  }
}
