import Foundation
import FurrowCommand
import TestSupport
import Testing

@Suite struct `The pages of the documentation` {
  private static let recipes = try? DocPage("docs/recipes.md", heading: "###")

  @Test func `have thirty recipes and more`() throws {
    let recipes = try #require(Self.recipes)
    #expect(recipes.sections.count > 30)
    for section in recipes.sections {
      let commands = section.blocks.filter { if case .command = $0 { true } else { false } }
      #expect(commands.count == 1, "\(section.title)")
    }
  }

  @Test(arguments: (recipes?.sections ?? []).dropFirst().map(\.title))
  func `have recipes that come out as they say`(_ title: String) throws {
    let recipes = try #require(Self.recipes)
    let section = try #require(recipes.sections.first { $0.title == title })
    let folder = try TemporaryDirectory()
    try Self.run(recipes.sections[0].blocks + section.blocks, in: folder)
  }

  @Test func `have a tutorial that comes out as it says`() throws {
    let folder = try TemporaryDirectory()
    for section in try DocPage("docs/tutorial.md", heading: "##").sections {
      try Self.run(section.blocks, in: folder)
    }
  }

  @Test func `have a README that comes out as it says`() throws {
    let folder = try TemporaryDirectory()
    for name in ["Fixtures", "migrations"] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.file(name),
        withDestinationPath: "\(DocPage.root)/\(name)"
      )
    }
    let sections = try DocPage("README.md", heading: "##").sections
    #expect(!sections.flatMap(\.blocks).isEmpty)
    for section in sections { try Self.run(section.blocks, in: folder) }
  }

  @Test func `have a picture of a terminal that shows what is so`() throws {
    let folder = try TemporaryDirectory()
    let picture = try String(contentsOfFile: "\(DocPage.root)/docs/terminal.svg", encoding: .utf8)
    var commands: [(command: String, shows: String)] = []
    for match in picture.matches(of: /<text [^>]*>(\$ <tspan [^>]*>)?([^<]*)</) {
      let text = String(match.2).replacing("&lt;", with: "<").replacing("&gt;", with: ">")
        .replacing("&amp;", with: "&")
      if match.1 != nil {
        commands.append((text, ""))
      } else if !commands.isEmpty {
        commands[commands.count - 1].shows += "\(text)\n"
      }
    }
    #expect(commands.count == 5)
    // The first one shows the file.
    try folder.write(commands.first?.shows ?? "", to: "people.csv")
    for (command, shows) in commands {
      let shown = try Self.show(command, in: folder)
      #expect(shown.replacing(/\(exit \d+\)\n/, with: "") == shows, "\(command)")
    }
  }

  @Test func `name codes, commands and options that are there`() throws {
    let words = Set(CommandTable.furrow.commands.map(\.name)).union(["help", "COMMAND"])
    for page in ["README.md", "docs/tutorial.md", "docs/recipes.md", "docs/explanation.md"] {
      let text = try String(contentsOfFile: "\(DocPage.root)/\(page)", encoding: .utf8)
      for match in text.matches(of: /`furrow ([a-z]+)/) {
        #expect(words.contains(String(match.1)), "\(page): furrow \(match.1)")
      }
    }
  }

  private static func run(_ blocks: [DocPage.Block], in folder: TemporaryDirectory) throws {
    for block in blocks {
      switch block {
      case .file(let name, let text):
        let url = URL(fileURLWithPath: folder.file(name))
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(),
          withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: url)
      case .command(let script, let shown):
        #expect(try show(script, in: folder) == shown, "\(script)")
      }
    }
  }

  /// What a terminal shows of `script`, and its exit code where that is not 0.
  private static func show(_ script: String, in folder: TemporaryDirectory) throws -> String {
    let file = try TemporaryDirectory()
    try Data(script.utf8).write(to: URL(fileURLWithPath: file.file("script")))
    let run = try CommandRun(
      script: """
        ln -s "$0" '\(file.path)/furrow'
        PATH='\(file.path)':$PATH exec script -qefc "bash -e '\(file.path)/script'" /dev/null
        """,
      environment: ["NO_COLOR": "1"],
      directory: folder.path
    )
    let text = run.outputText.replacingOccurrences(of: "\r\n", with: "\n")
    return run.status == 0 ? text : "\(text)(exit \(run.status))\n"
  }
}
