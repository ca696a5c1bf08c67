/// How long texts are, and which is the first and which the last in the order of bytes.
struct LengthTally {
  /// The start of a text.
  struct Excerpt {
    private static let limit = 60
    private(set) var bytes: [UInt8] = []
    private var isCut = false

    init(_ text: Span<UInt8>) {
      for index in 0..<min(text.count, Self.limit) { bytes.append(text[index]) }
      isCut = text.count > Self.limit
    }

    /// -1 when the text stands before `other`, 1 when it stands behind it, 0 when neither is known.
    func order(to other: Span<UInt8>) -> Int {
      for index in 0..<min(bytes.count, other.count) where bytes[index] != other[index] {
        return bytes[index] < other[index] ? -1 : 1
      }
      guard bytes.count != other.count, !isCut else { return 0 }
      return bytes.count < other.count ? -1 : 1
    }

    init() {}

    /// The text, with `...` where it is cut.
    var text: String { String(decoding: bytes, as: UTF8.self) + (isCut ? "..." : "") }
  }

  private(set) var count = 0
  private(set) var shortest = Int.max
  private(set) var longest = 0
  private var sum = 0
  private(set) var first = Excerpt()
  private(set) var last = Excerpt()

  /// The mean length, in characters.
  var mean: Double { count > 0 ? Double(sum) / Double(count) : 0 }

  mutating func add(_ text: Span<UInt8>) {
    var length = 0
    // A byte that goes on with a character begins none.
    for index in text.indices where text[index] & 0xC0 != 0x80 { length += 1 }
    count += 1
    sum += length
    shortest = min(shortest, length)
    longest = max(longest, length)
    if count == 1 || first.order(to: text) > 0 { first = Excerpt(text) }
    if count == 1 || last.order(to: text) < 0 { last = Excerpt(text) }
  }
}
