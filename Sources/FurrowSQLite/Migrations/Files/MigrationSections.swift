internal import FurrowCore

/// The sections of a migration's text, by the markers of whichever tool it was written for.
///
/// A marker is a comment at the start of a line, outside strings and block comments. A text
/// without markers is all up.
struct MigrationSections {
  private(set) var up: [Migration.Section] = []
  private(set) var down: [Migration.Section] = []
  private(set) var directives = MigrationDirectives()
  /// The tool whose markers the text has; `nil` if it has none.
  private(set) var format: MigrationFormat?

  private let bytes: [UInt8]
  private let path: String

  init(_ text: String, path: String) throws(MigrationError) {
    bytes = Array(text.utf8)
    self.path = path
    var starts: [Start] = []
    for offset in MarkerScanner(bytes).markerOffsets() {
      if let start = try readMarker(at: offset) { starts.append(start) }
    }
    guard let first = starts.first else {
      up = [section(text, line: 1, isTransactional: true)]
      try checkWayBack()
      return
    }
    try refuseSQL(before: first)
    guard first.isUp else {
      throw fault("there is a way back, but no way up above it", at: first.offset)
    }
    try refuseHalfWayBack(starts)
    // A file may have thousands of sections: its lines are counted once.
    var (line, counted) = (1, 0)
    for (index, start) in starts.enumerated() {
      let end = index + 1 < starts.count ? starts[index + 1].offset : bytes.count
      line += bytes[counted..<start.end].count { $0 == ASCII.lineFeed }
      counted = start.end
      let section = section(
        String(decoding: bytes[start.end..<end], as: UTF8.self),
        line: line,
        isTransactional: start.isTransactional
      )
      if start.isUp { up.append(section) } else { down.append(section) }
    }
    down.reverse()
    if format == .goose, let second = starts.filter(\.isUp).dropFirst().first {
      throw fault("there is a second Up, which goose does not have", at: second.offset)
    }
    try checkWayBack()
  }

  private func section(_ sql: String, line: Int, isTransactional: Bool) -> Migration.Section {
    Migration.Section(
      sql: sql,
      path: path,
      line: line,
      isTransactional: isTransactional && directives.isTransactional
    )
  }

  /// A marker that starts a section, and the extent of its line in bytes.
  private struct Start {
    let isUp: Bool
    let isTransactional: Bool
    let offset: Int
    let end: Int
  }

  /// Reads the comment line at `offset`; gives a section's start if it is one.
  private mutating func readMarker(at offset: Int) throws(MigrationError) -> Start? {
    let end = bytes[offset...].firstIndex(of: ASCII.lineFeed) ?? bytes.count
    var words: [Marker.Word] = []
    let isBlank: (UInt8) -> Bool = { $0 == ASCII.space || $0 == ASCII.tab || $0 == 0x0D }
    for word in bytes[(offset + 2)..<end].split(whereSeparator: isBlank) {
      words.append((String(decoding: word, as: UTF8.self), word.startIndex))
    }
    let reading: Marker.Reading?
    do throws(Marker.Fault) {
      reading = try Marker.read(words, into: directives)
    } catch {
      throw fault(error.message, at: error.offset)
    }
    guard let reading else { return nil }
    try agree(on: reading.format, at: offset)
    switch reading.marker {
    case .up(let isTransactional):
      return Start(isUp: true, isTransactional: isTransactional, offset: offset, end: end)
    case .down(let isTransactional):
      return Start(isUp: false, isTransactional: isTransactional, offset: offset, end: end)
    case .noTransaction: directives.isTransactional = false
    case .options(let found): directives = found
    case .nothing: break
    }
    return nil
  }

  /// Two tools would each run a part of such a file.
  private mutating func agree(
    on found: MigrationFormat?,
    at offset: Int
  ) throws(MigrationError) {
    guard let found else { return }
    if let format, format != found {
      throw fault(
        "this is a marker of \(found.rawValue), but the file has one of \(format.rawValue)",
        at: offset
      )
    }
    format = found
  }

  /// Of several pairs each must be whole: else a part of the file would stay when it is undone.
  private func refuseHalfWayBack(_ starts: [Start]) throws(MigrationError) {
    guard let firstDown = starts.first(where: { !$0.isUp }) else { return }
    for (start, next) in zip(starts, starts.dropFirst()) where start.isUp == next.isUp {
      throw start.isUp
        ? fault("there is no way back for this part, but for another", at: start.offset)
        : fault("there is a second way back for one way up", at: next.offset)
    }
    guard let last = starts.last, last.isUp, last.offset > firstDown.offset else { return }
    throw fault("there is no way back for this part, but for another", at: last.offset)
  }

  private func checkWayBack() throws(MigrationError) {
    guard directives.isIrreversible, !down.isEmpty else { return }
    throw fault("the file is marked irreversible, but has a way back", at: 0)
  }

  /// SQL above the first marker would never run, which nobody can mean.
  private func refuseSQL(before start: Start) throws(MigrationError) {
    let head = String(decoding: bytes[..<start.offset], as: UTF8.self)
    guard let text = try? SQLText(head) else { return }
    let first = text.startOfStatement(from: 0)
    guard first == text.count else {
      throw fault("there is SQL above the first marker, which would never run", at: first)
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
