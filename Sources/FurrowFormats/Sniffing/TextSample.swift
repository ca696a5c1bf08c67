internal import FurrowCore

/// The first bytes of a text as UTF-8, for a sniffer to look at.
public struct TextSample: Sendable {
  /// The text, without a byte order mark.
  public let bytes: [UInt8]
  /// Whether that is all of it.
  public let isWhole: Bool
  /// Bytes of the byte order mark of UTF-8 that stood before it.
  public let markBytes: Int
  /// The encoding of the source.
  public let encoding: TextEncoding
  /// How the encoding was decided, when nobody named it and no byte order mark told it.
  public let note: String?

  /// Bytes of a sample, unless asked otherwise: 1 MiB.
  public static let usualBytes = 1 << 20

  /// Reads the first `limit` bytes of `input`.
  ///
  /// - Throws: ``ReadFailure`` when it cannot be read.
  public init(_ input: TextInput, limit: Int = TextSample.usualBytes) throws(ReadFailure) {
    var source = input.source
    var bytes = [UInt8](repeating: 0, count: max(limit, 1))
    let count = try source.readFully(into: &bytes, range: bytes.indices)
    bytes.removeLast(bytes.count - count)
    self.init(bytes, isWhole: count < max(limit, 1), encoding: input.encoding, note: input.note)
  }

  /// Takes `bytes`, which are text in UTF-8.
  public init(
    _ bytes: [UInt8],
    isWhole: Bool = true,
    encoding: TextEncoding = .utf8,
    note: String? = nil
  ) {
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    markBytes = hasMark ? 3 : 0
    self.bytes = hasMark ? Array(bytes.dropFirst(3)) : bytes
    self.isWhole = isWhole
    self.encoding = encoding
    self.note = note
  }

  /// What the bytes of the sample say about an 8-bit code page; `nil` when all of them are UTF-8.
  public var codePage: CodePageEvidence? { CodePageEvidence(self) }

  /// The format of JSON that the text begins as: with an object that has a key, which may stand in an
  /// array, or with an array of arrays that begin with a string; `nil` for any other text.
  public var jsonFormat: FileFormat? {
    var rest = bytes.drop(while: Self.isSpace)
    let isArray = rest.first == ASCII.openBracket
    if isArray {
      rest = rest.dropFirst().drop(while: Self.isSpace)
    }
    let opening = rest.first
    guard opening == ASCII.openBrace || isArray && opening == ASCII.openBracket else { return nil }
    rest = rest.dropFirst().drop(while: Self.isSpace)
    guard rest.first == ASCII.quote else { return nil }
    if opening == ASCII.openBracket { return .json }
    var isEscaped = false
    let key = rest.dropFirst().prefix { byte in
      defer { isEscaped = byte == ASCII.backslash && !isEscaped }
      return byte != ASCII.quote || isEscaped
    }
    let behind = bytes[key.endIndex...].dropFirst().drop(while: Self.isSpace)
    return behind.first == ASCII.colon ? isArray ? .json : .ndjson : nil
  }

  /// White space of JSON. <https://www.rfc-editor.org/rfc/rfc8259#section-2>
  private static func isSpace(_ byte: UInt8) -> Bool {
    [ASCII.space, ASCII.tab, ASCII.lineFeed, ASCII.carriageReturn].contains(byte)
  }
}
