internal import FurrowCore
internal import FurrowFormats

/// What a page tells of one command.
struct HTMLStep {
  /// How many faults of a kind are shown.
  private static let examples = 5

  private let report: RunReport
  private let folder: String

  /// Takes a report, for a page in `folder`.
  init(_ report: RunReport, folder: String) {
    self.report = report
    self.folder = folder
  }

  /// The step as HTML.
  var content: String {
    var text = ""
    if let failure = report.failure {
      text += "<p class=\"error\">\(MarkupText.escaped(failure))</p>\n"
    }
    for warning in report.warnings {
      text += "<p class=\"warning\">\(MarkupText.escaped(warning))</p>\n"
    }
    text += facts
    if report.isDryRun { text += "<p>A dry run: nothing was changed.</p>\n" }
    if let flow = FlowDiagram(of: [report.ledger]) { text += flow.svg }
    text += times + faults + files
    return text
  }

  private var facts: String {
    let table = report.table.map { ", table \($0)" } ?? ""
    let lines = [
      ("reads", report.sources.joined(separator: ", ")),
      ("writes", report.outputs.joined(separator: ", ")),
      ("database", report.database.map { $0 + table } ?? ""),
    ].filter { !$0.1.isEmpty }
    guard !lines.isEmpty else { return "" }
    let rows = lines.map { "<dt>\($0.0)</dt><dd>\(MarkupText.escaped($0.1))</dd>\n" }
    return "<dl>\(rows.joined())</dl>\n"
  }

  /// A bar for each part of the run, the longest named.
  private var times: String {
    let stages = report.ledger.stages
    guard let longest = stages.max(by: { $0.duration < $1.duration }),
      longest.duration > .zero
    else { return "" }
    var rows = ""
    for stage in stages {
      let share = Int((stage.duration / longest.duration * 100).rounded())
      rows += "<tr><td>\(MarkupText.escaped(stage.name))</td>"
      rows += "<td class=\"n\">\(HTMLPage.number(stage.recordsIn))</td>"
      rows += "<td class=\"n\">\(HTMLPage.number(stage.recordsOut))</td>"
      rows += "<td class=\"n\">\(HTMLPage.seconds(stage.duration))</td>"
      rows += "<td class=\"bar\"><svg viewBox=\"0 0 100 10\" preserveAspectRatio=\"none\">"
      rows += "<rect class=\"time\" width=\"\(share)\" height=\"10\"/></svg></td></tr>\n"
    }
    return "<h3>Time</h3><p>Most time went to <b>\(MarkupText.escaped(longest.name))</b>.</p>\n"
      + "<div class=\"wide\"><table><tr><th>part</th><th>in</th><th>out</th><th>time</th><th></th>"
      + "</tr>\n\(rows)</table></div>\n"
  }

  /// The faults by code and field, the most frequent first, with examples.
  private var faults: String {
    guard !report.counts.isEmpty else { return "" }
    var text = "<h3>Faults</h3>\n"
    for count in report.counts {
      let field = count.field.map { " in <b>\(MarkupText.escaped($0))</b>" } ?? ""
      text +=
        "<details><summary>\(HTMLPage.number(count.count)) <code>\(count.code.rawValue)</code>"
      text += "\(field)</summary>\n<ul>\n"
      let known = report.faults.filter { $0.code == count.code && $0.field == count.field }
      for fault in known.prefix(Self.examples) {
        text += "<li><code>\(MarkupText.escaped(fault.file)):\(fault.position.line)</code> "
        text += "\(MarkupText.escaped(fault.message))</li>\n"
      }
      text += "</ul></details>\n"
    }
    return text
  }

  /// Links to the files of rejected records.
  private var files: String {
    guard !report.rejectFiles.isEmpty else { return "" }
    let items = report.rejectFiles.map { path in
      "<li><a href=\"\(link(to: path))\">\(MarkupText.escaped(path))</a></li>\n"
    }
    return "<h3>Rejected records</h3>\n<ul>\n\(items.joined())</ul>\n"
  }

  /// A reference from the page's folder, which has no scheme whatever the name is.
  private func link(to path: String) -> String {
    guard let target = RealPath.of(path), let base = RealPath.of(folder) else {
      return "./" + SARIFText.uri(path)
    }
    let parts = target.split(separator: "/")
    let start = base.split(separator: "/")
    let common = zip(parts, start).prefix { $0 == $1 }.count
    let up = String(repeating: "../", count: start.count - common)
    return "./" + up + SARIFText.uri(parts.dropFirst(common).joined(separator: "/"))
  }
}
