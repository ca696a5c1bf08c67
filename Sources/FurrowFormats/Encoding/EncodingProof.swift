/// What the first bytes of a text prove about its encoding.
struct EncodingProof {
  /// The encoding; never the automatic one.
  private(set) var encoding: TextEncoding
  /// Bytes of the byte order mark that are no part of the text.
  private(set) var markBytes = 0
  /// How it was decided, when it was not named and there is no mark.
  private(set) var note: String?

  /// How many bytes are looked at.
  static let headBytes = 4096

  /// Looks at `head` for what `wish` leaves open.
  init(_ head: ArraySlice<UInt8>, wish: TextEncoding) {
    encoding = wish
    switch wish {
    case .automatic: decide(head)
    case .utf16(let order): decide(head, order)
    case .utf8, .windows1252, .latin1, .other: break
    }
  }

  /// What makes UTF-8 of the encoding; `nil` when it is UTF-8.
  var decoder: (any TextDecoder)? {
    switch encoding {
    case .automatic, .utf8, .utf16(nil): nil
    case .utf16(let order?): UTF16Decoder(order)
    case .windows1252: SingleByteDecoder.windows1252
    case .latin1: SingleByteDecoder.latin1
    case .other(let name): IconvDecoder(name)
    }
  }

  private mutating func decide(_ head: ArraySlice<UInt8>) {
    encoding = .utf8
    // Of UTF-32's marks one starts like UTF-16's, and two zeros are no text there.
    if head.starts(with: [0xFF, 0xFE, 0, 0]) {
      (encoding, markBytes) = (.other("UTF-32LE"), 4)
    } else if head.starts(with: [0, 0, 0xFE, 0xFF]) {
      (encoding, markBytes) = (.other("UTF-32BE"), 4)
    } else if let order = Self.markedOrder(head) {
      (encoding, markBytes) = (.utf16(order), 2)
    } else if let order = Self.provedOrder(head) {
      encoding = .utf16(order)
      let place = order == .little ? "second" : "first"
      note =
        "read as \(encoding.name): there is no byte order mark, and most \(place) bytes of two are NUL;"
        + " --encoding names another"
    }
  }

  private mutating func decide(_ head: ArraySlice<UInt8>, _ order: TextEncoding.ByteOrder?) {
    if let marked = Self.markedOrder(head), order == nil || order == marked {
      (encoding, markBytes) = (.utf16(marked), 2)
    } else {
      encoding = .utf16(order ?? Self.provedOrder(head))
    }
  }

  private static func markedOrder(_ head: ArraySlice<UInt8>) -> TextEncoding.ByteOrder? {
    if head.starts(with: [0xFF, 0xFE]) { return .little }
    return head.starts(with: [0xFE, 0xFF]) ? .big : nil
  }

  /// The order that NULs prove: one byte of most pairs is NUL, the other of few, both of none.
  ///
  /// No text in UTF-8 has a NUL, and none in UTF-16 a pair of them; U+0100 has one where others do not.
  private static func provedOrder(_ head: ArraySlice<UInt8>) -> TextEncoding.ByteOrder? {
    let pairs = head.count / 2
    guard pairs > 0 else { return nil }
    var first = 0
    var second = 0
    for index in stride(from: head.startIndex, to: head.startIndex + 2 * pairs, by: 2) {
      let isNul = (first: head[index] == 0, second: head[index + 1] == 0)
      if isNul.first, isNul.second { return nil }
      first += isNul.first ? 1 : 0
      second += isNul.second ? 1 : 0
    }
    if 2 * second > pairs, 8 * first < second { return .little }
    return 2 * first > pairs && 8 * second < first ? .big : nil
  }
}
