internal import FurrowCore

/// Makes the text of a migration from its bytes, the same on every system.
enum MigrationText {
  /// Takes one UTF-8 byte order mark away and makes LF of CRLF, unless that is to be kept.
  ///
  /// - Throws: `encoding` with the byte's offset for UTF-16, a NUL or what is not UTF-8.
  static func decode(
    _ bytes: [UInt8],
    path: String,
    keepsNewlines: Bool = false
  ) throws(MigrationError) -> String {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw fault("the file is UTF-16; save it as UTF-8", at: 0, of: bytes, path)
    }
    if let offset = bytes.firstIndex(of: ASCII.nul) {
      throw fault("NUL byte; is this a text file in UTF-8?", at: offset, of: bytes, path)
    }
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes.span)
    } catch {
      throw fault(
        "not UTF-8; save the file as UTF-8",
        at: error.byteOffsets.lowerBound,
        of: bytes,
        path
      )
    }
    let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    if keepsNewlines { return String(decoding: body, as: UTF8.self) }
    var result: [UInt8] = []
    result.reserveCapacity(body.count)
    for (index, byte) in zip(body.indices, body) {
      let isBeforeLineFeed = index + 1 < body.endIndex && body[index + 1] == ASCII.lineFeed
      if byte == ASCII.carriageReturn, isBeforeLineFeed { continue }
      result.append(byte)
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func fault(
    _ message: String,
    at offset: Int,
    of bytes: [UInt8],
    _ path: String
  ) -> MigrationError {
    let line = 1 + bytes.prefix(offset).count { $0 == ASCII.lineFeed }
    var error = MigrationError(.encoding, "byte \(offset): \(message)", path: path, line: line)
    error.byteOffset = offset
    return error
  }
}
