import Furrow

/// What was found out about a source, for people.
struct ShapeText {
  private let shape: SourceShape

  init(_ shape: SourceShape) {
    self.shape = shape
  }

  var text: String {
    var lines = [DisplayText.escaped(shape.path)]
    func add(_ name: String, _ value: String, _ reason: String? = nil) {
      let padded = name + String(repeating: " ", count: max(1, 16 - name.utf8.count))
      lines.append("  \(padded)\(value)" + (reason.map { "  (\(DisplayText.escaped($0)))" } ?? ""))
    }
    add("format", shape.format.rawValue)
    add("encoding", shape.encoding.name, shape.encodingNote)
    if let finding = shape.finding {
      for decision in finding.decisions {
        add(decision.property, decision.value, decision.reason)
      }
      add("options", finding.commandLine ?? "none that say it all: use --dialect-out FILE")
      for reading in finding.readings.dropFirst().prefix(2) where reading.score > 0 {
        add("also possible", describe(reading))
      }
    }
    let extent = shape.isWhole ? "all" : "the first"
    add("records", "\(shape.recordsRead)", "types are those of \(extent) \(shape.recordsRead)")
    lines.append("columns")
    for column in shape.columns {
      lines += InferenceText(column).lines.map { "  \($0)" }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func describe(_ reading: DialectFinding.Reading) -> String {
    let delimiter = CharacterText.name(reading.dialect.delimiter)
    return "\(delimiter) between fields: \(reading.agreeing) of \(reading.records) records have"
      + " \(reading.columns) field\(reading.columns == 1 ? "" : "s")"
  }
}

/// A byte with a meaning in a dialect, for people.
enum CharacterText {
  static func name(_ byte: UInt8) -> String {
    CharacterValue.names.first { $0.value == byte && $0.key.count > 2 }?.key
      ?? String(Character(Unicode.Scalar(byte)))
  }
}
