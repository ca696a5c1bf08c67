import Foundation
import FurrowCommand
import Testing

@Suite struct `The reference of commands` {
  private static let page = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("docs/cli.md")

  private static let hint: Comment = """
    docs/cli.md is not what the table of options says; write it anew with \
    FURROW_WRITE_REFERENCE=1 swift test --filter CommandReferenceTests
    """

  @Test func `is docs/cli.md, byte for byte`() throws {
    let reference = Data(CommandReference(.furrow).markdown().utf8)
    if ProcessInfo.processInfo.environment["FURROW_WRITE_REFERENCE"] == "1" {
      try reference.write(to: Self.page)
    }
    let isSame = (try? Data(contentsOf: Self.page)) == reference
    #expect(isSame, Self.hint)
  }

  @Test func `has every option with its variable`() {
    let text = CommandReference(.furrow).markdown()
    for option in CommandTable.furrow.workers.flatMap(\.options) {
      #expect(text.contains("`--\(option.name)"))
      if let name = option.environmentName { #expect(text.contains("| `\(name)` |")) }
    }
  }
}
