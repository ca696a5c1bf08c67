internal import FurrowCore

extension TableProfile {
  /// What was found out, for people: a paragraph for the table and one for each column.
  ///
  /// `escape` makes what a terminal would act on visible.
  public func text(escape: (String) -> String) -> String {
    var text = "\(escape(name)): \(Figures.whole(read)) record\(Amount.ending(read))"
    text += ", \(Amount.of(columns.count, "column"))"
    for (code, count) in rejected { text += ", \(Figures.whole(count)) \(code.rawValue)" }
    if duplicates.value > 0 {
      text += ", \(Figures.count(duplicates)) duplicate\(Amount.ending(duplicates.value))"
    }
    text += "\n"
    for column in columns {
      text += "\n\(escape(column.name))  \(column.type)\n"
      for (name, value) in Figures.facts(of: column, records: records) {
        text += "  \(name): \(escape(value))\n"
      }
      for exclusion in column.tellingExclusions {
        text +=
          "  not \(exclusion.kind.rawValue): line \(exclusion.line) has \(escape(exclusion.value))\n"
      }
      if column.frequent.contains(where: { $0.count > 1 }) {
        text += line("most frequent", column.frequent, column.isFrequentExact, escape)
      }
      if let texts = column.texts {
        text += line("patterns", texts.patterns, texts.isExact, escape)
      }
    }
    return text
  }

  private func line(
    _ name: String,
    _ frequencies: [ColumnProfile.Frequency],
    _ isExact: Bool,
    _ escape: (String) -> String
  ) -> String {
    let shown = frequencies.prefix(5).map { frequency in
      let value = frequency.text.isEmpty ? "(empty)" : escape(frequency.text)
      return "\(value)\(frequency.isCut ? "..." : "") \(Figures.whole(frequency.count))"
    }
    return "  \(name)\(isExact ? "" : ", at least"): \(shown.joined(separator: ", "))\n"
  }
}
