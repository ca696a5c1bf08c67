import FurrowFormats
import TestSupport
import Testing

@Suite struct JSONDifferentialTests {
  @Test(arguments: 0..<20)
  func `finds what the obvious parser finds in lines of any kind`(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    for round in 0..<60 {
      let lines = (0..<Int.random(in: 1...8, using: &random)).map { _ in
        RandomJSON.line(using: &random)
      }
      let chunk = Int.random(in: 1...90, using: &random)
      let note: Comment = "seed \(seed), round \(round), chunk \(chunk): \(lines)"
      let bytes = Array(lines.joined(separator: "\n").utf8)
      guard let read = try? ReadJSON(bytes, .lines, keepsNulls: true, chunk: chunk) else {
        try #require(lines.allSatisfy { record(of: $0) == nil }, note)
        continue
      }
      let expected = lines.compactMap(record)
      var columns: [[UInt8]] = []
      for key in expected.flatMap({ $0.map(\.key) }) where !columns.contains(key) {
        columns.append(key)
      }
      let rows = expected.map { members in
        columns.map { key in members.first { $0.key == key }.map { text($0.value) } ?? "NULL" }
      }
      try #require(read.records == rows, note)
      try #require(read.rejected == lines.count { !isBlank($0) } - expected.count, note)
      try #require(read.recordsRead == read.records.count + read.rejected, note)

      // The same elements in an array, where they are all sound.
      guard expected.count == lines.count else { continue }
      let array = Array("[\(lines.joined(separator: " ,\n"))]".utf8)
      let again = try ReadJSON(array, .array, keepsNulls: true, chunk: chunk)
      try #require(again.records == rows, note)
    }
  }

  @Test(arguments: 0..<20)
  func `gives every record one fate, whatever the bytes and however they are cut`(seed: Int) throws
  {
    var random = SplitMix64(seed: UInt64(9000 + seed))
    let special = Array("{}[]\",:\\u0123dDaetrufalsn.-+ \t\r\n\u{E9}".utf8) + [0xFF, 0]
    for round in 0..<200 {
      let layout: JSONEncoding.Layout = Bool.random(using: &random) ? .lines : .array
      var bytes = (0..<Int.random(in: 1...200, using: &random)).map { _ in
        special.randomElement(using: &random) ?? 0
      }
      if layout == .array { bytes.insert(UInt8(ascii: "["), at: 0) }
      try compare(bytes, layout, "seed \(seed), round \(round)", using: &random)
      // A sound text with one byte changed reaches deeper.
      let lines = (0..<4).map { _ in RandomJSON.object(depth: 2, using: &random) }
      var text = Array(lines.joined(separator: layout == .lines ? "\n" : ",").utf8)
      if layout == .array { text = [UInt8(ascii: "[")] + text + [UInt8(ascii: "]")] }
      text[Int.random(in: 0..<text.count, using: &random)] =
        special.randomElement(using: &random) ?? 0
      try compare(text, layout, "seed \(seed), round \(round), changed", using: &random)
    }
  }

  private func compare(
    _ bytes: [UInt8],
    _ layout: JSONEncoding.Layout,
    _ name: String,
    using random: inout SplitMix64
  ) throws {
    let chunk = Int.random(in: 1...80, using: &random)
    let whole = outcome(bytes, layout, chunk: 4096)
    let note: Comment = "\(name), chunk \(chunk): \(bytes)"
    try #require(outcome(bytes, layout, chunk: chunk) == whole, note)
    guard case .success(let text) = whole else { return }
    try #require(text.recordsRead == text.records.count + text.rejected, note)
  }

  private func outcome(
    _ bytes: [UInt8],
    _ layout: JSONEncoding.Layout,
    chunk: Int
  ) -> Result<ReadJSON, ReadFailure> {
    Result { () throws(ReadFailure) in try ReadJSON(bytes, layout, chunk: chunk) }
  }

  /// The members of the object that `line` is; `nil` when it is none, or has a key twice.
  private func record(of line: String) -> [ReferenceJSON.Member]? {
    guard let value = try? ReferenceJSON.parse(Array(line.utf8)),
      case .object(let members, _) = value
    else { return nil }
    return Set(members.map(\.key)).count == members.count ? members : nil
  }

  private func isBlank(_ line: String) -> Bool {
    line.utf8.allSatisfy { [0x20, 0x09, 0x0D].contains($0) }
  }

  private func text(_ value: ReferenceJSON.Value) -> String {
    switch value {
    case .null: "NULL"
    case .boolean(let value): value ? "1" : "0"
    case .string(let bytes): "\"\(String(decoding: bytes, as: UTF8.self))\""
    case .array(_, let text), .object(_, let text): "raw \(text)"
    case .number(let text): number(text)
    }
  }

  private func number(_ text: String) -> String {
    if text.allSatisfy({ $0.isNumber || $0 == "-" }) {
      return Int64(text).map { "\($0)" } ?? "raw \(text)"
    }
    guard let value = Double(text), value.isFinite else { return "raw \(text)" }
    let isZero = text.prefix { $0 != "e" && $0 != "E" }.allSatisfy { !"123456789".contains($0) }
    return value != 0 || isZero ? "\(value)" : "raw \(text)"
  }
}
