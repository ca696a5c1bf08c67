/// How much of a text's beginning ends another one, byte by byte as that is read.
///
/// No byte is looked at twice, whatever the texts repeat (Knuth, Morris and Pratt).
struct BeginningSearch {
  private let text: [UInt8]
  /// For each beginning of the text the longest shorter one that ends it, in bytes.
  private var borders: [Int] = []
  /// The longest beginning that ends what was read, in bytes.
  private(set) var count = 0

  /// Looks for `text`, which is not empty.
  init(_ text: some Collection<UInt8>) {
    self.text = Array(text)
    borders.reserveCapacity(text.count)
    for index in self.text.indices {
      // The text is read as the other one, from its second byte on.
      if index > 0 { take(self.text[index]) }
      borders.append(count)
    }
    count = 0
  }

  /// Whether what was read ends with the whole text.
  var isWhole: Bool { count == text.count }

  /// Reads one more byte.
  mutating func take(_ byte: UInt8) {
    if isWhole, count > 0 { count = borders[count - 1] }
    while count > 0, text[count] != byte { count = borders[count - 1] }
    if text.first != nil, text[count] == byte { count += 1 }
  }

  /// Forgets what was read.
  mutating func restart() { count = 0 }
}
