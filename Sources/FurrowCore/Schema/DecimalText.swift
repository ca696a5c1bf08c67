/// Decimal numbers of any size, judged and compared by their digits alone.
package enum DecimalText {
  /// Whether `text` is a number of XML Schema with an exponent, or one of Table Schema's words.
  static func isNumber(_ text: Span<UInt8>) -> Bool {
    Parts(text) != nil || isWord(text)
  }

  /// Whether `text` is a whole number: an optional sign and digits.
  static func isInteger(_ text: Span<UInt8>) -> Bool {
    guard let first = text.isEmpty ? nil : text[0] else { return false }
    let start = first == ASCII.minus || first == ASCII.plus ? 1 : 0
    guard start < text.count else { return false }
    for index in start..<text.count where text[index] &- ASCII.zero >= 10 { return false }
    return true
  }

  /// Whether `text` is `NaN`, `INF` or `-INF`, in any case.
  static func isWord(_ text: Span<UInt8>) -> Bool {
    guard text.count == 3 || text.count == 4 && text[0] == ASCII.minus else { return false }
    var scanner = TextScanner(text)
    if text.count == 3, scanner.takeWord("nan") { return true }
    _ = scanner.take(ASCII.minus)
    return scanner.takeWord("inf") && scanner.isAtEnd
  }

  /// The number that `text` is, with all its digits; `nil` when it is none.
  static func value(_ text: Span<UInt8>) -> LogicalValue? {
    if let double = NumberText.real(text), double.isFinite, holds(double, text.count) {
      return .number(double)
    }
    guard isNumber(text) else { return nil }
    let double = nearest(text)
    guard !double.isNaN, !isWord(text) else { return .number(double) }
    var bytes: [UInt8] = []
    for index in text.indices { bytes.append(text[index]) }
    let isShortest = difference(text, double.description.utf8.span) == 0
    return isShortest ? .number(double) : .decimal(String(decoding: bytes, as: UTF8.self))
  }

  /// Whether no other number of `count` bytes has the nearest double `double`.
  ///
  /// Fifteen digits are told apart by every double that is not subnormal.
  @inline(__always)
  static func holds(_ double: Double, _ count: Int) -> Bool {
    count <= 15 && (double == 0 || double.magnitude >= .leastNormalMagnitude)
  }

  /// The sign of `left` less `right`, by their digits; `nil` when one is no number.
  static func difference(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Int? {
    let infinities = [infinity(left), infinity(right)]
    guard infinities == [0, 0] else {
      let isComparable =
        (infinities[0] != 0 || Parts(left) != nil) && (infinities[1] != 0 || Parts(right) != nil)
      return isComparable ? (infinities[0] - infinities[1]).signum() : nil
    }
    guard let one = Parts(left), let other = Parts(right) else { return nil }
    guard one.sign == other.sign else { return (one.sign - other.sign).signum() }
    guard let first = one.first, let last = one.last, let otherFirst = other.first,
      let otherLast = other.last
    else { return 0 }
    let powers = (one.exponent(of: first), other.exponent(of: otherFirst))
    guard powers.0 == powers.1 else { return powers.0 > powers.1 ? one.sign : -one.sign }
    var (index, otherIndex) = (first, otherFirst)
    while index <= last || otherIndex <= otherLast {
      if index <= last, left[index] == ASCII.period { index += 1 }
      if otherIndex <= otherLast, right[otherIndex] == ASCII.period { otherIndex += 1 }
      let digit = index <= last ? left[index] : ASCII.zero
      let otherDigit = otherIndex <= otherLast ? right[otherIndex] : ASCII.zero
      guard digit == otherDigit else { return digit > otherDigit ? one.sign : -one.sign }
      index += 1
      otherIndex += 1
    }
    return 0
  }

  /// 1 or -1 for the words of the infinities, else 0.
  private static func infinity(_ text: Span<UInt8>) -> Int {
    guard isWord(text), text[text.count - 1] | 0x20 == UInt8(ascii: "f") else { return 0 }
    return text[0] == ASCII.minus ? -1 : 1
  }

  /// The double nearest to `text`, which is a number: infinite or 0 where it is beyond all others.
  static func nearest(_ text: Span<UInt8>) -> Double {
    if let value = NumberText.real(text) { return value }
    var scanner = TextScanner(text)
    if scanner.takeWord("nan") { return .nan }
    var bytes: [UInt8] = []
    for index in text.indices { bytes.append(text[index]) }
    return Double(String(decoding: bytes, as: UTF8.self)) ?? .nan
  }

  /// Appends bytes that are the same for every way to write the number `text`, and no other.
  ///
  /// Returns false, and appends nothing, when `text` is no number.
  package static func appendCanonical(_ text: Span<UInt8>, to bytes: inout [UInt8]) -> Bool {
    guard let parts = Parts(text) else {
      guard isWord(text) else { return false }
      for index in text.indices { bytes.append(text[index] | 0x20) }
      return true
    }
    guard let first = parts.first, let last = parts.last else {
      bytes.append(ASCII.zero)
      return true
    }
    bytes.append(parts.isNegative ? ASCII.minus : ASCII.plus)
    let exponent = parts.exponent(of: last)
    for shift in stride(from: 0, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: exponent >> shift))
    }
    for index in first...last where text[index] != ASCII.period { bytes.append(text[index]) }
    return true
  }

  /// Where the digits of a number stand.
  private struct Parts {
    var isNegative = false
    /// 0 for zero, else 1 or -1.
    var sign: Int { first == nil ? 0 : isNegative ? -1 : 1 }
    /// The first and last digits that are not 0; `nil` when all are.
    var first: Int?
    var last: Int?
    private var point: Int
    private var power: Int64 = 0

    init?(_ text: Span<UInt8>) {
      var index = 0
      if index < text.count, text[index] == ASCII.minus || text[index] == ASCII.plus {
        isNegative = text[index] == ASCII.minus
        index = 1
      }
      var digits = 0
      var point: Int?
      while index < text.count {
        let byte = text[index]
        if byte == ASCII.period, point == nil {
          point = index
        } else if byte &- ASCII.zero < 10 {
          digits += 1
          if byte != ASCII.zero {
            if first == nil { first = index }
            last = index
          }
        } else {
          break
        }
        index += 1
      }
      guard digits > 0 else { return nil }
      self.point = point ?? index
      guard index < text.count else { return }
      guard text[index] | 0x20 == UInt8(ascii: "e") else { return nil }
      let rest = text.extracting((index + 1)..<text.count)
      guard DecimalText.isInteger(rest) else { return nil }
      let limit: Int64 = 1 << 50
      power =
        NumberText.integer(rest).map { max(-limit, min(limit, $0)) }
        ?? (rest[0] == ASCII.minus ? -limit : limit)
    }

    /// The power of ten that the digit at `index` stands for.
    func exponent(of index: Int) -> Int64 {
      power + Int64(index < point ? point - 1 - index : point - index)
    }
  }
}

extension NumberForm {
  /// Writes `text` as XML Schema would have it into `bytes`; false when it is of another form.
  package func normalize(_ text: Span<UInt8>, into bytes: inout [UInt8]) -> Bool {
    bytes.removeAll(keepingCapacity: true)
    let range = isBare ? text.indices : numericRange(of: text)
    // A minus elsewhere than before the digits would be lost.
    guard !hasMinus(text.extracting(0..<range.lowerBound)),
      !startsWithMinus(text.extracting(range.upperBound..<text.count))
    else { return false }
    let kept = text.extracting(range)
    if DecimalText.isWord(kept) {
      for index in kept.indices { bytes.append(kept[index]) }
      return true
    }
    var index = 0
    var isFraction = false
    while index < kept.count {
      if !isFraction, !decimalChar.isEmpty, starts(kept, at: index, with: decimalChar) {
        isFraction = true
        bytes.append(ASCII.period)
        index += decimalChar.utf8.count
      } else if !isFraction, !groupChar.isEmpty, starts(kept, at: index, with: groupChar) {
        let next = index + groupChar.utf8.count
        // Groups stand between digits.
        guard let last = bytes.last, last &- ASCII.zero < 10, next < kept.count,
          kept[next] &- ASCII.zero < 10
        else { return false }
        index = next
      } else {
        // A point that is not the decimal character would be taken for it.
        guard kept[index] != ASCII.period else { return false }
        // Nor are there groups behind the exponent's letter.
        isFraction = isFraction || kept[index] | 0x20 == UInt8(ascii: "e")
        bytes.append(kept[index])
        index += 1
      }
    }
    return true
  }

  /// The part from the first digit, with its sign and decimal character, to the last one.
  private func numericRange(of text: Span<UInt8>) -> Range<Int> {
    var start = 0
    while start < text.count, text[start] &- ASCII.zero >= 10 { start += 1 }
    guard start < text.count else { return 0..<text.count }
    var end = text.count
    while text[end - 1] &- ASCII.zero >= 10 { end -= 1 }
    let width = decimalChar.utf8.count
    if starts(text, at: end, with: decimalChar) { end += width }
    if start >= width, starts(text, at: start - width, with: decimalChar) { start -= width }
    if start > 0, text[start - 1] == ASCII.minus || text[start - 1] == ASCII.plus { start -= 1 }
    return start..<end
  }

  private func hasMinus(_ text: Span<UInt8>) -> Bool {
    text.indices.contains { startsWithMinus(text.extracting($0..<text.count)) }
  }

  /// Whether the first character but for spaces is a minus, ASCII's or U+2212.
  private func startsWithMinus(_ text: Span<UInt8>) -> Bool {
    var start = 0
    while start < text.count, text[start] == ASCII.space { start += 1 }
    return starts(text, at: start, with: "-") || starts(text, at: start, with: "\u{2212}")
  }

  private func starts(_ text: Span<UInt8>, at index: Int, with word: String) -> Bool {
    guard index >= 0, text.count - index >= word.utf8.count else { return false }
    var position = index
    for byte in word.utf8 {
      guard text[position] == byte else { return false }
      position += 1
    }
    return true
  }
}
