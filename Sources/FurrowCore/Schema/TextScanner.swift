/// Goes through the bytes of a short text, one expectation after the other.
struct TextScanner: ~Escapable {
  private let text: Span<UInt8>
  private(set) var index = 0

  @_lifetime(copy text)
  init(_ text: Span<UInt8>) {
    self.text = text
  }

  var isAtEnd: Bool { index == text.count }

  var peek: UInt8? { index < text.count ? text[index] : nil }

  mutating func next() -> UInt8? {
    guard index < text.count else { return nil }
    index += 1
    return text[index - 1]
  }

  mutating func take(_ byte: UInt8) -> Bool {
    guard index < text.count, text[index] == byte else { return false }
    index += 1
    return true
  }

  /// Takes a word in any case of ASCII letters; `word` is in lower case.
  mutating func takeWord(_ word: StaticString) -> Bool {
    guard text.count - index >= word.utf8CodeUnitCount else { return false }
    var position = index
    for byte in word.description.utf8 {
      guard text[position] | 0x20 == byte else { return false }
      position += 1
    }
    index = position
    return true
  }

  /// Takes digits, as many as there are within `count`.
  ///
  /// None is taken beyond the fewest with which the number is more than `most` for sure.
  mutating func digits(_ count: ClosedRange<Int>, most: Int = .max) -> Int? {
    var value = 0
    var taken = 0
    while taken < count.upperBound, taken < count.lowerBound || value <= most / 10,
      index < text.count, case let digit = text[index] &- ASCII.zero,
      digit < 10
    {
      value = value * 10 + Int(digit)
      index += 1
      taken += 1
    }
    return taken >= count.lowerBound ? value : nil
  }

  /// Takes the digits of a fraction and gives them in billionths; further digits are dropped.
  mutating func fraction() -> Int64? {
    var value: Int64 = 0
    var taken = 0
    while index < text.count, case let digit = text[index] &- ASCII.zero, digit < 10 {
      if taken < 9 { value = value * 10 + Int64(digit) }
      index += 1
      taken += 1
    }
    guard taken > 0 else { return nil }
    for _ in 0..<max(0, 9 - taken) { value *= 10 }
    return value
  }

  /// Takes white space of ASCII; false when there is none.
  mutating func skipSpace() -> Bool {
    let start = index
    while index < text.count, text[index] == ASCII.space || (0x09...0x0D).contains(text[index]) {
      index += 1
    }
    return index > start
  }
}
