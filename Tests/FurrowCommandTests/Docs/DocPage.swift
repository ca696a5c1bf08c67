import Foundation

/// A page of the documentation whose blocks are run.
///
/// A block with a file's name behind its language, as ```` ```csv films.csv ````, is that file. A block of
/// `sh` is run, and a block of `text` right behind it is what a person sees of it on a terminal, with
/// `(exit N)` as the last line where the exit code is not 0. Other blocks are only to be read.
struct DocPage {
  /// What stands under one heading.
  struct Section {
    let title: String
    let blocks: [Block]
  }

  /// One thing to do.
  enum Block {
    case file(name: String, text: String)
    case command(String, shows: String)
  }

  /// What stands before the first heading, and then each heading.
  let sections: [Section]

  static let root = #filePath.components(separatedBy: "/Tests/")[0]

  /// Reads a page by its path in the repository; `heading` starts a section.
  init(_ path: String, heading: String) throws {
    let page = try String(contentsOfFile: "\(Self.root)/\(path)", encoding: .utf8)
    var sections: [Section] = []
    var title = ""
    var blocks: [Block] = []
    var lines = page.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while let line = lines.popFirst() {
      if line.hasPrefix("\(heading) ") {
        sections.append(Section(title: title, blocks: blocks))
        title = String(line.dropFirst(heading.count + 1))
        blocks = []
      }
      guard line.hasPrefix("```") else { continue }
      let words = line.dropFirst(3).split(separator: " ").map(String.init)
      let text = Self.take(&lines)
      if words.count == 2 {
        blocks.append(.file(name: words[1], text: text))
      } else if words == ["sh"] {
        var shown = ""
        if lines.first == "```text" {
          lines.removeFirst()
          shown = Self.take(&lines)
        }
        blocks.append(.command(text, shows: shown))
      }
    }
    self.sections = sections + [Section(title: title, blocks: blocks)]
  }

  /// Takes the lines of a block and the line that ends it.
  private static func take(_ lines: inout ArraySlice<Substring>) -> String {
    let text = lines.prefix { $0 != "```" }
    lines = lines.dropFirst(text.count + 1)
    return text.map { "\($0)\n" }.joined()
  }
}
