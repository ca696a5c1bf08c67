internal import FurrowCore

/// A page with what was found out about the tables of a file or a database.
public struct ProfilePage {
  /// The page, self-contained and without a script.
  public let text: String

  /// Makes the page of `tables`; `subject` is the file, as the user named it.
  public init(of subject: String, _ tables: [TableProfile], version: String) {
    var header = "<h1>\(MarkupText.escaped(subject))</h1>"
    if tables.count > 1 {
      let links = tables.indices.map { index in
        "<a href=\"#t\(index)\">\(MarkupText.escaped(tables[index].name))</a>"
      }
      header += "\n<p>\(tables.count) tables: \(links.joined(separator: ", "))</p>"
    }
    let parts = tables.enumerated().map { index, table in
      ProfileHTML(table, index, isAlone: tables.count == 1).text
    }
    text =
      HTMLDocument(
        title: "\(subject): profile",
        header: header,
        body: parts.joined(),
        version: version
      ).text
  }
}

/// One table's part of the page.
private struct ProfileHTML {
  private let table: TableProfile
  private let index: Int
  private let isAlone: Bool

  init(_ table: TableProfile, _ index: Int, isAlone: Bool) {
    self.table = table
    self.index = index
    self.isAlone = isAlone
  }

  var text: String {
    var text = isAlone ? "" : "<h2 id=\"t\(index)\">\(escaped(table.name))</h2>\n"
    var facts = [("records", Figures.whole(table.read)), ("columns", String(table.columns.count))]
    facts += table.rejected.map { ($0.code.rawValue, Figures.whole($0.count)) }
    facts.append(("duplicates", Figures.count(table.duplicates)))
    facts.append(("bytes", Figures.whole(table.bytes)))
    text += list(facts)
    for warning in table.warnings { text += "<p class=\"warning\">\(escaped(warning))</p>\n" }
    text += overview
    for (number, column) in table.columns.enumerated() {
      text += "<section id=\"t\(index)c\(number)\">\n\(card(column))</section>\n"
    }
    return text
  }

  private var overview: String {
    var text = "<div class=\"wide wrap\"><table>\n<tr><th>column</th><th>type</th>"
    text += "<th class=\"n\">NULL</th><th class=\"n\">distinct</th></tr>\n"
    for (number, column) in table.columns.enumerated() {
      text += "<tr><td><a href=\"#t\(index)c\(number)\">\(escaped(column.name))</a></td>"
      text += "<td class=\"type\">\(escaped(column.type))</td>"
      text += "<td class=\"n\">\(Figures.share(column.nulls, of: table.records))</td>"
      text += "<td class=\"n\">\(Figures.count(column.distinct))</td></tr>\n"
    }
    return text + "</table></div>\n"
  }

  private func card(_ column: ColumnProfile) -> String {
    var text =
      "<h2>\(escaped(column.name)) <span class=\"faint\">\(escaped(column.type))</span></h2>\n"
    text += list(Figures.facts(of: column, records: table.records))
    for exclusion in column.tellingExclusions {
      text += "<p class=\"faint\">not \(exclusion.kind.rawValue): line \(exclusion.line) has "
      text += "\(escaped(exclusion.value))</p>\n"
    }
    text += "<div class=\"halves\">\n"
    if let numbers = column.numbers, numbers.histogram.count > 1 {
      text += "<div><h3>distribution\(numbers.isExact ? "" : " (estimated)")</h3>\n"
      text += histogram(numbers.histogram) + "</div>\n"
    }
    // A column whose values all differ has no frequent ones.
    if column.frequent.contains(where: { $0.count > 1 }) {
      let heading = column.isFrequentExact ? "most frequent" : "most frequent (at least)"
      text += "<div><h3>\(heading)</h3>\n\(bars(column.frequent, of: column.values))</div>\n"
    }
    if let texts = column.texts {
      let heading = texts.isExact ? "patterns" : "patterns (at least)"
      text += "<div><h3>\(heading)</h3>\n\(bars(texts.patterns, of: column.values))</div>\n"
    }
    return text + "</div>\n"
  }

  private func list(_ facts: [(String, String)]) -> String {
    var text = "<dl class=\"facts\">\n"
    for (name, value) in facts {
      text += "<div><dt>\(escaped(name))</dt><dd>\(escaped(value))</dd></div>\n"
    }
    return text + "</dl>\n"
  }

  /// Upright bars, with the ends of the whole range below.
  private func histogram(_ bins: [HistogramBin]) -> String {
    let highest = max(1, bins.map(\.count).max() ?? 1)
    let width = 400.0 / Double(bins.count)
    var text =
      "<svg class=\"chart\" viewBox=\"0 0 400 130\" role=\"img\" aria-label=\"histogram\">\n"
    for (index, bin) in bins.enumerated() {
      let height = Double(bin.count) / Double(highest) * 104
      let title =
        "\(Figures.number(bin.from)) to \(Figures.number(bin.to)): \(Figures.whole(bin.count))"
      text += "<rect x=\"\(Figures.place(Double(index) * width + 1))\""
      text += " y=\"\(Figures.place(106 - height))\" width=\"\(Figures.place(max(1, width - 2)))\""
      text += " height=\"\(Figures.place(height))\"><title>\(escaped(title))</title></rect>\n"
    }
    text += "<text x=\"0\" y=\"124\">\(escaped(Figures.number(bins[0].from)))</text>\n"
    text += "<text x=\"400\" y=\"124\" text-anchor=\"end\">"
    return text + "\(escaped(Figures.number(bins[bins.count - 1].to)))</text>\n</svg>\n"
  }

  /// A table with a bar in each line.
  private func bars(_ frequencies: [ColumnProfile.Frequency], of all: Int) -> String {
    let highest = max(1, frequencies.first?.count ?? 1)
    var text = "<table class=\"wrap\">\n"
    for frequency in frequencies {
      let width = Double(frequency.count) / Double(highest) * 100
      let value =
        frequency.text.isEmpty ? "<span class=\"faint\">empty</span>" : escaped(frequency.text)
      text += "<tr><td><code>\(value)\(frequency.isCut ? "..." : "")</code>"
      text +=
        "<svg class=\"line\" viewBox=\"0 0 100 3\" preserveAspectRatio=\"none\" aria-hidden=\"true\">"
      text += "<rect width=\"\(Figures.place(width))\" height=\"3\"/></svg></td>"
      text += "<td class=\"n\">\(Figures.whole(frequency.count))</td>"
      text += "<td class=\"n faint\">\(Figures.share(frequency.count, of: all))</td></tr>\n"
    }
    return text + "</table>\n"
  }

  private func escaped(_ text: String) -> String { MarkupText.escaped(text) }
}
