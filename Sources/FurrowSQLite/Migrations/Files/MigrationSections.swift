internal import FurrowCore

/// The sections of a migration's text.
///
/// A marker is a comment `-- migrate:up` or `-- migrate:down` at the start of a line, outside
/// strings and block comments. Several pairs make one migration. A text without markers is all up.
struct MigrationSections {
  private(set) var up: [Migration.Section] = []
  private(set) var down: [Migration.Section] = []

  private let bytes: [UInt8]
  private let path: String

  init(_ text: String, path: String) throws(MigrationError) {
    bytes = Array(text.utf8)
    self.path = path
    let markers = try MarkerScanner(bytes).markerOffsets().compactMapTyped {
      offset throws(MigrationError) in try marker(at: offset)
    }
    guard let first = markers.first else {
      up = [Migration.Section(sql: text, isTransactional: true)]
      return
    }
    try refuseSQL(before: first)
    for (index, marker) in markers.enumerated() {
      let end = index + 1 < markers.count ? markers[index + 1].start : bytes.count
      let section = Migration.Section(
        sql: sql(from: marker.end, to: end),
        isTransactional: marker.isTransactional
      )
      if marker.isUp { up.append(section) } else { down.insert(section, at: 0) }
    }
    guard !up.isEmpty else {
      throw fault("there is no `-- migrate:up`", at: first.start)
    }
  }

  /// A marker's line: its kind, its option and its extent in bytes.
  private struct Marker {
    let isUp: Bool
    let isTransactional: Bool
    let start: Int
    let end: Int
  }

  /// Reads the comment line at `start`; `nil` if it is no marker.
  private func marker(at start: Int) throws(MigrationError) -> Marker? {
    let end = bytes[start...].firstIndex(of: ASCII.lineFeed) ?? bytes.count
    var words: [(text: String, offset: Int)] = []
    for word in bytes[(start + 2)..<end].split(whereSeparator: { $0 == 0x20 || $0 == 0x09 }) {
      words.append((String(decoding: word, as: UTF8.self), word.startIndex))
    }
    guard let keyword = words.first, keyword.text.hasPrefix("migrate:") else { return nil }
    guard keyword.text == "migrate:up" || keyword.text == "migrate:down" else {
      throw fault(
        "expected migrate:up or migrate:down, found \(keyword.text)",
        at: keyword.offset
      )
    }
    var isTransactional = true
    for option in words.dropFirst() {
      switch option.text {
      case "transaction:true": isTransactional = true
      case "transaction:false": isTransactional = false
      default:
        throw fault(
          "unknown option \"\(option.text)\"; known are transaction:true and transaction:false",
          at: option.offset
        )
      }
    }
    return Marker(
      isUp: keyword.text == "migrate:up",
      isTransactional: isTransactional,
      start: start,
      end: end
    )
  }

  /// The SQL between two offsets, behind as many blanks as bytes, and line ends kept.
  private func sql(from start: Int, to end: Int) -> String {
    let blanks = bytes[..<start].map { $0 == ASCII.lineFeed ? $0 : ASCII.space }
    return String(decoding: blanks + bytes[start..<end], as: UTF8.self)
  }

  /// SQL above the first marker would never run, which nobody can mean.
  private func refuseSQL(before marker: Marker) throws(MigrationError) {
    let head = String(decoding: bytes[..<marker.start], as: UTF8.self)
    guard let text = try? SQLText(head) else { return }
    let start = text.startOfStatement(from: 0)
    guard start == text.count else {
      throw fault("there is SQL above the first `-- migrate:` line", at: start)
    }
  }

  private func fault(_ message: String, at offset: Int) -> MigrationError {
    let text = String(decoding: bytes, as: UTF8.self)
    let place = SQLPlace(of: offset, in: text)
    var error = MigrationError(.marker, message, path: path, line: place.line, column: place.column)
    error.caret = place.caret(in: text)
    return error
  }
}

extension Array {
  /// `compactMap` that keeps the type of the error.
  fileprivate func compactMapTyped<Result, Failure: Error>(
    _ transform: (Element) throws(Failure) -> Result?
  ) throws(Failure) -> [Result] {
    var results: [Result] = []
    for element in self {
      if let result = try transform(element) { results.append(result) }
    }
    return results
  }
}
