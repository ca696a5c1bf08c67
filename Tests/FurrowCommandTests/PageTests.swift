import Foundation
import TestSupport
import Testing

/// The pages that the program writes, opened in a browser without a screen.
@Suite(
  .enabled(if: Browser.path != nil, "needs chromium-headless-shell: scripts/bootstrap --tests")
)
struct `A page` {
  @Test(arguments: [380, 1280])
  func `of a profile reads well at this width`(width: Int) throws {
    let folder = try TemporaryDirectory()
    let long = String(repeating: "averylongwordwithoutanyspace", count: 6)
    var text = "id,\"<script>alert(1)</script>\",\(long),price,day\n"
    for number in 0..<500 {
      text +=
        "\(number),\"<b>\(number % 7)</b>\",\(long)\(number % 3),\(Double(number * number) / 4),"
      text += "2024-01-\(number % 2 == 0 ? "0" : "1")\(number % 9 + 1)\n"
    }
    try folder.write(text, to: "t.csv")
    let run = try CommandRun(["profile", "t.csv", "-o", "t.html"], directory: folder.path)
    #expect(run.status == 0, "\(run.errorText)")
    try Browser.check(folder.file("t.html"), width: width, named: "profile")
  }

  @Test(arguments: [380, 1280])
  func `of a run reads well at this width`(width: Int) throws {
    let folder = try TemporaryDirectory()
    let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Fixtures")
    try FileManager.default.copyItem(
      atPath: fixtures.appendingPathComponent("catalogue").path,
      toPath: folder.file("catalogue")
    )
    let run = try CommandRun(
      ["run", "catalogue/furrow.yaml", "--report", "catalogue/run.html"],
      directory: folder.path
    )
    #expect(run.status == 2, "\(run.errorText)")
    try Browser.check(folder.file("catalogue/run.html"), width: width, named: "run")
  }
}

/// A browser that looks at a page and says what is wrong with it.
enum Browser {
  /// The program; `nil` when there is none.
  static let path = ["chromium-headless-shell", "chromium", "chrome-headless-shell"].lazy
    .flatMap { name in
      (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map {
        "\($0)/\(name)"
      }
    }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// What is looked for in the page: texts that lie on each other, and a page wider than its window.
  private static let inspection = """
    <script>
    const texts = [], faults = [];
    document.querySelectorAll("details").forEach(fold => fold.open = true);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      if (!node.nodeValue.trim() || node.parentElement.closest("title, style, script")) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects())
        if (box.width > 1 && box.height > 1) texts.push([box, node]);
    }
    for (let i = 0; i < texts.length; i++)
      for (let j = i + 1; j < texts.length; j++) {
        const [a, b] = [texts[i][0], texts[j][0]];
        if (texts[i][1] === texts[j][1]) continue;
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (across > 2 && down > 4)
          faults.push(texts[i][1].nodeValue + " lies on " + texts[j][1].nodeValue);
      }
    if (document.documentElement.scrollWidth > innerWidth) faults.push("wider than the window");
    if (texts.length < 20) faults.push("hardly any text");
    document.documentElement.dataset.faults = "[" + faults.join("; ") + "]";
    </script>
    """

  /// Opens the page at `path` in a window of `width`, and keeps a picture of it in `build/pages`.
  static func check(_ path: String, width: Int, named name: String) throws {
    let page = try String(contentsOfFile: path, encoding: .utf8)
    let inspected = path + ".inspected.html"
    // The page forbids scripts, and its copy has one.
    try page.replacing("http-equiv=\"Content-Security-Policy\"", with: "name=\"was\"")
      .replacing("</body>", with: "\(inspection)</body>")
      .write(toFile: inspected, atomically: true, encoding: .utf8)
    let pages = "\(FileManager.default.currentDirectoryPath)/build/pages"
    try FileManager.default.createDirectory(atPath: pages, withIntermediateDirectories: true)
    let picture = "\(pages)/\(name)-\(width).png"
    try? FileManager.default.removeItem(atPath: picture)
    let options = [
      "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--enable-logging=stderr",
      "--log-level=0", "--virtual-time-budget=2000", "--window-size=\(width),1600",
    ]
    let drawn = try open(path, options + ["--screenshot=\(picture)"])
    #expect(FileManager.default.fileExists(atPath: picture), "\(drawn.errorText)")
    let found = try open(inspected, options + ["--dump-dom"])
    #expect(found.outputText.contains("data-faults=\"[]\""), "\(faults(in: found.outputText))")
    for run in [drawn, found] { #expect(!run.errorText.contains("CONSOLE"), "\(run.errorText)") }
  }

  private static func open(_ path: String, _ options: [String]) throws -> CommandRun {
    let words = [try #require(Browser.path)] + options + ["file://\(path)"]
    return try CommandRun(script: "exec " + words.map { "'\($0)'" }.joined(separator: " "))
  }

  private static func faults(in document: String) -> Substring {
    guard let start = document.range(of: "data-faults=\"") else { return document.prefix(500) }
    return document[start.upperBound...].prefix { $0 != "\"" }
  }
}
