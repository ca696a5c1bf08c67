/// The ways to compress a file that are looked through.
public enum Compression: String, Sendable, CaseIterable {
  /// <https://www.rfc-editor.org/rfc/rfc1952>
  case gzip
  /// <https://www.rfc-editor.org/rfc/rfc8878>
  case zstd

  /// What the names of such files end in.
  public var ending: String {
    switch self {
    case .gzip: ".gz"
    case .zstd: ".zst"
    }
  }

  /// The compression that the name of a file tells.
  public init?(path: String) {
    let name = path.lowercased()
    guard let found = Self.allCases.first(where: { name.hasSuffix($0.ending) }) else { return nil }
    self = found
  }

  /// The compression that the first bytes of a file tell, of which ``headBytes`` are enough.
  init?(head: ArraySlice<UInt8>) {
    let head = Array(head)
    if head.starts(with: [0x1F, 0x8B]) {
      self = .gzip
    } else if head.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) || Self.isSkippableFrame(head) {
      self = .zstd
    } else {
      return nil
    }
  }

  /// The most bytes that tell a compression.
  static let headBytes = 4

  /// `path` without the ending that tells a compression, if it has one.
  public static func stripped(_ path: some StringProtocol) -> String {
    let path = String(path)
    guard let compression = Compression(path: path) else { return path }
    return String(path.dropLast(compression.ending.count))
  }

  /// Whether a frame starts that zstd passes over; files of several threads begin with one.
  private static func isSkippableFrame(_ head: [UInt8]) -> Bool {
    guard let first = head.first else { return false }
    return (0x50...0x5F).contains(first) && head.dropFirst().starts(with: [0x2A, 0x4D, 0x18])
  }
}
