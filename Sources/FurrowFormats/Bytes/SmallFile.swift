/// A file that is read whole, because it is small: a schema, a dialect.
public enum SmallFile {
  /// The most that is read: 64 MiB.
  public static let maximumBytes = 64 << 20

  /// Returns the bytes of the file at `path`; `-` is standard input.
  ///
  /// - Throws: ``ReadFailure`` when it cannot be read, or is larger than ``maximumBytes``.
  public static func read(_ path: String) throws(ReadFailure) -> [UInt8] {
    var source = try openSource(path: path)
    var bytes: [UInt8] = []
    while true {
      let known = bytes.count
      bytes.append(contentsOf: repeatElement(0, count: max(64 << 10, known)))
      let found = try source.readFully(into: &bytes, range: known..<bytes.count)
      let isAtEnd = found < bytes.count - known
      bytes.removeLast(bytes.count - known - found)
      if isAtEnd { return bytes }
      guard bytes.count < maximumBytes else {
        throw ReadFailure(path: path, message: "expected at most \(maximumBytes) bytes, found more")
      }
    }
  }
}
