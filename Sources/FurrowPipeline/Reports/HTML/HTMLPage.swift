internal import FurrowCore
internal import FurrowFormats

/// A page that tells of a run: self-contained, for screens of any width, in light and dark.
///
/// Whatever came from a file, a name or a message is escaped; the page holds no script and may load
/// nothing.
struct HTMLPage {
  /// The page.
  let text: String

  /// Makes the page of one command, for a file in `folder`.
  init(of report: RunReport, version: String, folder: String) {
    let step = HTMLStep(report, folder: folder)
    text = Self.page(
      title: "furrow \(report.command)",
      status: report.status,
      facts: ["\(Self.seconds(report.duration))", "exit code \(report.exitCode)"],
      body: step.content,
      version: version
    )
  }

  /// Makes the page of a pipeline, for a file in `folder`.
  init(of report: PipelineReport, version: String, folder: String) {
    var body = ""
    if let failure = report.failure {
      body += "<p class=\"error\">\(MarkupText.escaped(failure))</p>\n"
    }
    let totals = FlowDiagram(of: report.steps.map(\.ledger))
    if let totals { body += "<section><h2>All steps</h2>\n\(totals.svg)</section>\n" }
    body += Self.overview(of: report)
    for (index, step) in report.steps.enumerated() where step.status != .skipped {
      let name = MarkupText.escaped(step.step ?? step.command)
      body += "<section id=\"step-\(index + 1)\"><h2>\(name) \(Self.badge(step.status))</h2>\n"
      body += HTMLStep(step, folder: folder).content + "</section>\n"
    }
    text = Self.page(
      title: report.name,
      status: report.status,
      facts: [
        report.startedAt, Self.seconds(report.duration), "exit code \(report.exitCode)",
        report.file,
      ],
      body: body,
      version: version
    )
  }

  /// A table of all steps, each with its counts.
  private static func overview(of report: PipelineReport) -> String {
    var rows = ""
    for (index, step) in report.steps.enumerated() {
      let name = MarkupText.escaped(step.step ?? step.command)
      let link = step.status == .skipped ? name : "<a href=\"#step-\(index + 1)\">\(name)</a>"
      let ledger = step.ledger
      let counts = [
        ledger.read, ledger.loaded, ledger.rejected, ledger.duplicates, ledger.filtered,
      ]
      rows += "<tr><td>\(link)</td><td>\(badge(step.status))</td>"
      rows += counts.map { "<td class=\"n\">\(number($0))</td>" }.joined()
      rows += "<td class=\"n\">\(seconds(step.duration))</td></tr>\n"
    }
    let names = ["step", "", "read", "loaded", "rejected", "duplicates", "filtered", "time"]
    let head = names.map { "<th>\($0)</th>" }.joined()
    return "<section><h2>Steps</h2>\n<div class=\"wide\"><table><tr>\(head)</tr>\n\(rows)"
      + "</table></div></section>\n"
  }

  private static func page(
    title: String,
    status: RunReport.Status,
    facts: [String],
    body: String,
    version: String
  ) -> String {
    HTMLDocument(
      title: "\(title): \(status.rawValue)",
      header: "<h1>\(MarkupText.escaped(title)) \(badge(status))</h1>\n"
        + "<p>\(facts.map(MarkupText.escaped).joined(separator: " · "))</p>",
      body: body,
      version: version
    ).text
  }

  static func badge(_ status: RunReport.Status) -> String {
    "<span class=\"badge \(status.rawValue)\">\(status.rawValue)</span>"
  }

  /// `number` with a comma before each three digits.
  static func number(_ number: Int) -> String {
    let digits = String(number.magnitude)
    var text = number < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
      text.append(digit)
    }
    return text
  }

  static func seconds(_ duration: Duration) -> String { "\(duration.inSeconds) s" }
}
