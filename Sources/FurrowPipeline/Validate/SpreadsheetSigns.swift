internal import CScan
internal import FurrowCore

/// Notices what a spreadsheet program does to text on the way: long numbers in short form, codes made
/// dates, cells cut at a limit, and UTF-8 that was taken for Windows-1252.
///
/// Nothing of it is a fault that a rule could name, since the text itself is well formed; the user is
/// told. What is looked for, with its sources, stands in `docs/table-schema.md`.
final class SpreadsheetSigns: BatchListener {
  /// Something that was noticed.
  private struct Sign {
    var count = 0
    var line = 0
    var value = ""
  }

  private enum Kind: Int, CaseIterable {
    case exponent
    case date
    case mojibake
  }

  /// Rows of a sheet, the header included.
  private static let rowLimit = 1_048_576
  /// Characters of a cell; older programs, and cells that others refer to, stop at the first.
  private static let cellLimits = (255, 32_767)

  private let path: String
  private let columns: [String]
  private let hasHeader: Bool
  private var signs: [[Sign]]
  private var longest: [Int]
  private var atLongest: [Int]
  private var records = 0

  /// Watches the records of the source that has `header`.
  init(_ header: SourceHeader) {
    path = header.path
    columns = header.columns
    hasHeader = !header.bytes.isEmpty
    signs = columns.map { _ in Kind.allCases.map { _ in Sign() } }
    longest = columns.map { _ in 0 }
    atLongest = longest
  }

  func passed(_ batch: borrowing RecordBatch, _ ledger: Ledger) {
    records += batch.recordsRead
    guard batch.columnCount == columns.count, !columns.isEmpty else { return }
    let bytes = batch.bytes.span
    let signs = Self.signs(in: batch.bytes)
    let fields = batch.fields.span
    // Most fields can bear no sign, which their length, or a byte or two of them, shows.
    for index in 0..<(batch.count * columns.count) {
      let field = fields[index]
      let length = field.length
      guard length > 3 else { continue }
      if length < 7 {
        guard
          signs.isAny || bytes[field.end - 4] == ASCII.minus
            || bytes[Int(field.start) + 3] == ASCII.minus
        else { continue }
      } else if !signs.isAny, length < Self.cellLimits.0 {
        continue
      }
      look(at: index, of: batch, for: signs)
    }
  }

  /// What the bytes of a batch may bear besides dates.
  private struct Suspicion {
    var hasExponent = false
    var hasMojibake = false

    var isAny: Bool { hasExponent || hasMojibake }
  }

  private static func signs(in bytes: [UInt8]) -> Suspicion {
    // The pointer is lent for the call.
    unsafe bytes.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return Suspicion() }
      return unsafe Suspicion(
        hasExponent: furrow_contains(base, bytes.count, ASCII.plus),
        hasMojibake: furrow_contains(base, bytes.count, 0xC3)
      )
    }
  }

  private func look(at index: Int, of batch: borrowing RecordBatch, for signs: Suspicion) {
    let (record, column) = index.quotientAndRemainder(dividingBy: columns.count)
    let field = batch.fields[index]
    let length = field.length
    if length >= Self.cellLimits.0, length >= longest[column] {
      measure(batch.span(of: field), column)
    }
    if length < 7 {
      if length > 4, isDate(batch.span(of: field)) { note(.date, batch, record, column, field) }
    } else if signs.hasExponent, isExponent(batch.span(of: field)) {
      note(.exponent, batch, record, column, field)
    }
    if signs.hasMojibake, isMojibake(batch.span(of: field)) {
      note(.mojibake, batch, record, column, field)
    }
  }

  /// What the user should know.
  var warnings: [String] {
    var warnings: [String] = []
    for (column, name) in columns.enumerated() {
      for kind in Kind.allCases where signs[column][kind.rawValue].count > 0 {
        let sign = signs[column][kind.rawValue]
        let more = sign.count > 1 ? " and \(sign.count - 1) more" : ""
        warnings.append(
          "\(path):\(sign.line): field \"\(name)\": \(sign.value)\(more): \(Self.meaning(of: kind))"
        )
      }
      if longest[column] == Self.cellLimits.0 || longest[column] == Self.cellLimits.1,
        atLongest[column] > 0
      {
        warnings.append(
          "\(path): field \"\(name)\": the longest values have exactly \(longest[column]) characters"
            + " (\(atLongest[column]) of them): a spreadsheet may have cut them"
        )
      }
    }
    if records + (hasHeader ? 1 : 0) == Self.rowLimit {
      warnings.append(
        "\(path): exactly \(Self.rowLimit) rows, all that a sheet holds: a spreadsheet may have cut the rest"
      )
    }
    return warnings
  }

  private static func meaning(of kind: Kind) -> String {
    switch kind {
    case .exponent: "a spreadsheet writes long numbers so, and their last digits are lost"
    case .date: "a spreadsheet makes such dates of codes and names, as of MARCH1 and 3-5"
    case .mojibake: "UTF-8 that was read as Windows-1252 looks so"
    }
  }

  private func note(
    _ kind: Kind,
    _ batch: borrowing RecordBatch,
    _ record: Int,
    _ column: Int,
    _ field: Field
  ) {
    if signs[column][kind.rawValue].count == 0 {
      signs[column][kind.rawValue].line = batch.position(of: batch.extents[record]).line
      signs[column][kind.rawValue].value = Excerpt(batch.text(field)).description
    }
    signs[column][kind.rawValue].count += 1
  }

  /// Counts the longest values of a column in characters; `text` has as many bytes, at least.
  private func measure(_ text: Span<UInt8>, _ column: Int) {
    var length = 0
    for index in text.indices where text[index] & 0xC0 != 0x80 { length += 1 }
    if length > longest[column] {
      longest[column] = length
      atLongest[column] = 0
    }
    if length == longest[column] { atLongest[column] += 1 }
  }
}

extension SpreadsheetSigns {
  /// Whether `text` is a number of a few digits with a power of ten above 9: `1.23E+15`.
  private func isExponent(_ text: Span<UInt8>) -> Bool {
    let count = text.count
    guard count <= 16, text[count - 4] == UInt8(ascii: "E"), text[count - 3] == ASCII.plus,
      isDigit(text[count - 2]), isDigit(text[count - 1])
    else { return false }
    for index in 0..<(count - 4) {
      guard
        isDigit(text[index]) || text[index] == ASCII.period || index == 0 && text[0] == ASCII.minus
      else { return false }
    }
    return true
  }

  /// Whether `text` is a day of a month without a year: `1-Mar`, `Mar-01`.
  private func isDate(_ text: Span<UInt8>) -> Bool {
    let count = text.count
    let dash = isDigit(text[0]) ? count - 4 : 3
    guard text[dash] == ASCII.minus else { return false }
    let month = dash == 3 && !isDigit(text[0]) ? 0 : dash + 1
    let digits = month == 0 ? 4..<count : 0..<dash
    guard digits.count > 0, digits.count < 3, digits.allSatisfy({ isDigit(text[$0]) }) else {
      return false
    }
    let name = (month..<(month + 3)).reduce(0) { $0 << 8 | UInt32(text[$1] | 0x20) }
    return Self.months.contains(name)
  }

  private static let months: Set<UInt32> = Set(
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"].map {
      $0.utf8.reduce(0) { $0 << 8 | UInt32($1) }
    }
  )

  /// Whether `text` holds what becomes of an accented letter, or of a typographic quote, when its bytes
  /// are taken for characters of Windows-1252 and written as UTF-8 again.
  private func isMojibake(_ text: Span<UInt8>) -> Bool {
    var index = 0
    while index + 3 < text.count {
      defer { index += 1 }
      guard text[index] == 0xC3 else { continue }
      switch text[index + 1] {
      // `Ã` or `Â`, and behind it a sign of U+0080 to U+00BF.
      case 0x83, 0x82: if text[index + 2] == 0xC2, text[index + 3] & 0xC0 == 0x80 { return true }
      // `â€`, with which dashes and quotes begin.
      case 0xA2:
        if index + 4 < text.count, text[index + 2] == 0xE2, text[index + 3] == 0x82,
          text[index + 4] == 0xAC
        {
          return true
        }
      default: break
      }
    }
    return false
  }

  private func isDigit(_ byte: UInt8) -> Bool { byte &- ASCII.zero < 10 }
}
