internal import FurrowCore

/// The books as a picture: what was read, and the fates that it parts into, as wide as they are many.
struct FlowDiagram {
  private struct Fate {
    let name: String
    let count: Int
    let style: String
  }

  private static let height = 120.0
  private static let gap = 8.0
  private static let rowHeight = 22.0

  private let read: Int
  private let fates: [Fate]

  /// Takes the sums of `ledgers`; `nil` when nothing was read.
  init?(of ledgers: [Ledger]) {
    func sum(_ count: (Ledger) -> Int) -> Int { ledgers.reduce(0) { $0 + count($1) } }
    read = sum(\.read)
    guard read > 0 else { return nil }
    fates = [
      Fate(name: "loaded", count: sum(\.loaded), style: "loaded"),
      Fate(name: "filtered", count: sum(\.filtered), style: "filtered"),
      Fate(name: "duplicates", count: sum(\.duplicates), style: "duplicates"),
      Fate(name: "rejected", count: sum(\.rejected), style: "rejected"),
      Fate(name: "taken back", count: sum(\.undone), style: "undone"),
    ].filter { $0.count > 0 }
  }

  /// The picture as SVG within HTML.
  var svg: String {
    var left = 0.0
    var right = 0.0
    var shapes = ""
    for fate in fates {
      let width = Double(fate.count) / Double(read) * Self.height
      let shown = max(width, 1.5)
      let top = right + max(0, (Self.rowHeight - shown) / 2)
      shapes += band(from: left, to: top, width: shown, fate.style)
      let share = Double(fate.count) / Double(read) * 100
      shapes += "<text x=\"414\" y=\"\(Self.rounded(top + shown / 2 + 5))\">\(fate.name)"
      shapes += " <tspan class=\"count\">\(HTMLPage.number(fate.count))</tspan>"
      shapes += " (\(Self.percent(share)))</text>\n"
      left += width
      right += max(shown, Self.rowHeight) + Self.gap
    }
    let height = Self.rounded(max(Self.height, right) + 4)
    let label = fates.map { "\(HTMLPage.number($0.count)) \($0.name)" }.joined(separator: ", ")
    let title = "\(HTMLPage.number(read)) read: \(label)"
    return """
      <svg class="flow" viewBox="0 0 640 \(height)" role="img">
      <title>\(title)</title>
      <rect class="read" x="96" y="0" width="8" height="\(Self.height)"/>
      <text x="88" y="\(Self.height / 2 - 4)" text-anchor="end">read</text>
      <text x="88" y="\(Self.height / 2 + 14)" text-anchor="end" class="count">\(HTMLPage.number(read))</text>
      \(shapes)</svg>

      """
  }

  private func band(
    from left: Double,
    to right: Double,
    width: Double,
    _ style: String
  ) -> String {
    let (start, end) = (Self.rounded(left), Self.rounded(left + width))
    let (top, bottom) = (Self.rounded(right), Self.rounded(right + width))
    return "<path class=\"\(style)\" d=\"M104,\(start) C250,\(start) 260,\(top) 400,\(top)"
      + " L406,\(top) L406,\(bottom) L400,\(bottom)"
      + " C260,\(bottom) 250,\(end) 104,\(end) Z\"/>\n"
  }

  private static func rounded(_ number: Double) -> Double { (number * 10).rounded() / 10 }

  /// A share that is never rounded to all or nothing.
  private static func percent(_ share: Double) -> String {
    if share < 0.1 { return "under 0.1 %" }
    if share > 99.9, share < 100 { return "over 99.9 %" }
    return "\(rounded(share)) %"
  }
}
