import FurrowCommand
import Synchronization
import Testing

@Suite struct `Tables on a terminal` {
  private func table(
    _ columns: [String],
    _ rows: [[TableCell]],
    width: Int? = 80,
    isColored: Bool = false,
    sampleSize: Int = 100
  ) throws -> String {
    let text = Mutex("")
    var printer = TablePrinter(
      columns: columns,
      terminalWidth: width,
      isColored: isColored,
      sampleSize: sampleSize
    ) { line throws(OutputFailure) in text.withLock { $0 += line } }
    for row in rows { try printer.add(row) }
    try printer.finish()
    return text.withLock { $0 }
  }

  @Test func `have numbers at the right and text at the left`() throws {
    let text = try table(
      ["title", "year", "note"],
      [
        [.text("Heat"), .number("1995"), .null],
        [.text("Se7en"), .number("-5"), .text("dark")],
        [.null, .null, .number("1.5")],
      ]
    )
    #expect(
      text == """
        title  year  note
        ─────  ────  ────
        Heat   1995  NULL
        Se7en    -5  dark
        NULL   NULL   1.5

        """
    )
  }

  @Test func `have a head without rows`() throws {
    #expect(try table(["a", "bc"], []) == "a  bc\n─  ──\n")
  }

  @Test func `are empty without columns`() throws {
    #expect(try table([], []) == "")
  }

  @Test func `have the right width for wide and combining characters`() throws {
    let text = try table(
      ["name", "x"],
      [
        [.text("日本"), .number("1")], [.text("e\u{301}te\u{301}"), .number("2")],
        [.text("👩‍👩‍👧🇩🇪"), .number("3")], [.text("한국"), .number("4")], [.text("❤️♥"), .number("5")],
      ]
    )
    #expect(
      text == """
        name  x
        ────  ─
        日本  1
        e\u{301}te\u{301}   2
        👩‍👩‍👧🇩🇪  3
        한국  4
        ❤️♥   5

        """
    )
  }

  @Test(arguments: [
    ("a\nb\r\tc", #"a\nb\r\tc"#), ("\u{1B}[31m", #"\x1b[31m"#), ("\0\u{7F}", #"\x00\x7f"#),
    ("\u{85}\u{202E}x", #"\u0085\u202ex"#), ("\r\n", #"\r\n"#), ("a\u{FEFF}", #"a\ufeff"#),
  ])
  func `escape what would move the cursor`(_ value: String, _ shown: String) throws {
    let text = try table(["v"], [[.text(value)]])
    #expect(text.split(separator: "\n").last.map(String.init) == shown)
  }

  @Test func `are cut to the width of the terminal`() throws {
    let text = try table(
      ["id", "text", "more"],
      [
        [.number("1"), .text(String(repeating: "a", count: 50)), .text("short")],
        [.number("2"), .text("b"), .text(String(repeating: "日", count: 20))],
      ],
      width: 30
    )
    #expect(
      text == """
        id  text          more
        ──  ────────────  ────────────
         1  aaaaaaaaaaa…  short
         2  b             日日日日日…

        """
    )
    #expect(!text.split(separator: "\n").contains { $0.count > 30 })
  }

  @Test func `give the last column what is left of the line`() throws {
    let text = try table(
      ["a", "b"],
      [[.text("x"), .text("y")], [.text("too long"), .text("long enough")]],
      width: 20,
      sampleSize: 1
    )
    #expect(
      text == """
        a  b
        ─  ─
        x  y
        …  long enough

        """
    )
  }

  @Test func `are not cut where there is no terminal`() throws {
    let long = String(repeating: "a", count: 500)
    let text = try table(["a", "b"], [[.text(long), .text(long)]], width: nil)
    #expect(text.split(separator: "\n").last.map(String.init) == "\(long)  \(long)")
  }

  @Test func `have a faint NULL that no text can imitate, when coloured`() throws {
    let text = try table(["a"], [[.null], [.text("NULL")]], isColored: true)
    #expect(text == "\u{1B}[1ma\u{1B}[0m\n────\n\u{1B}[2mNULL\u{1B}[0m\nNULL\n")
  }

  @Test func `print at once what comes behind the sample`() throws {
    let lines = Mutex(0)
    var printer = TablePrinter(
      columns: ["a"],
      terminalWidth: nil,
      isColored: false,
      sampleSize: 2
    ) { _ throws(OutputFailure) in lines.withLock { $0 += 1 } }
    var seen: [Int] = []
    for number in 1...4 {
      try printer.add([.number("\(number)")])
      seen.append(lines.withLock { $0 })
    }
    #expect(seen == [0, 4, 5, 6])
  }

  @Test func `squeeze into any width without a trap`() throws {
    let columns = (1...20).map { "column \($0)" }
    let row = columns.map { TableCell.text($0) }
    for width in 1...250 { #expect(try !table(columns, [row], width: width).isEmpty) }
  }

  @Test func `refuse a row of another length`() async {
    await #expect(processExitsWith: .failure) {
      var printer = TablePrinter(columns: ["a"], terminalWidth: nil, isColored: false) {
        _ throws(OutputFailure) in
      }
      try printer.add([])
    }
  }
}
