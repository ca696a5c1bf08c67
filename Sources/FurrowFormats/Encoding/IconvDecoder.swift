#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Decodes whatever the system's iconv(3) knows.
@safe final class IconvDecoder: TextDecoder {
  private let descriptor: iconv_t
  /// Whether a fault hides where the next character starts.
  private let losesItsPlace: Bool

  /// Whether there is an encoding called `name`.
  static func knows(_ name: String) -> Bool { IconvDecoder(name) != nil }

  /// Makes a decoder; `nil` when the system does not know the name.
  ///
  /// A suffix such as `//TRANSLIT`, which would change characters, is part of no name.
  init?(_ name: String) {
    guard !name.isEmpty, name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x2F }) else {
      return nil
    }
    // The strings live for the call only, and -1 says that there is no such encoding.
    let opened = unsafe iconv_open("UTF-8", name)
    guard let opened = unsafe opened, Int(bitPattern: opened) != -1 else { return nil }
    unsafe descriptor = opened
    let upper = name.uppercased()
    losesItsPlace = ["UTF-32", "UTF32", "UCS", "UTF-7", "ISO-2022"].contains { upper.hasPrefix($0) }
  }

  deinit {
    // It was opened here; there is nothing to do on failure.
    _ = unsafe iconv_close(descriptor)
  }

  func decode(
    _ bytes: Span<UInt8>,
    isLast: Bool,
    into output: inout [UInt8]
  ) throws(UndecodableText) -> Int {
    var input: [UInt8] = []
    for index in bytes.indices { input.append(bytes[index]) }
    var used = 0
    while used < input.count {
      let reason = convert(&input, &used, into: &output)
      switch reason {
      case 0, E2BIG: continue
      case EINVAL where !isLast: return used
      default:
        guard !losesItsPlace else { throw UndecodableText(offset: used) }
        output.append(undecodable)
        used = reason == EINVAL ? input.count : used + 1
      }
    }
    if isLast { finish(into: &output) }
    return used
  }

  /// Converts from `used` on as far as it goes; returns 0 or why it ended.
  private func convert(
    _ input: inout [UInt8],
    _ used: inout Int,
    into output: inout [UInt8]
  ) -> Int32 {
    var room = [UInt8](repeating: 0, count: 4 * (input.count - used) + 16)
    let available = input.count - used
    // iconv reads and writes within the given counts, and both buffers outlive the call.
    let (left, unwritten, reason) = unsafe input.withUnsafeMutableBytes { from in
      unsafe room.withUnsafeMutableBytes { to in
        var source = unsafe from.baseAddress.map {
          unsafe ($0 + used).assumingMemoryBound(to: CChar.self)
        }
        var target = unsafe to.baseAddress?.assumingMemoryBound(to: CChar.self)
        var (left, unwritten) = (available, to.count)
        let status = unsafe iconv(descriptor, &source, &left, &target, &unwritten)
        return (left, unwritten, status == -1 ? errno : 0)
      }
    }
    output.append(contentsOf: room[..<(room.count - unwritten)])
    used = input.count - left
    return reason
  }

  /// Appends a character that was kept because the next might have joined it.
  private func finish(into output: inout [UInt8]) {
    var room = [UInt8](repeating: 0, count: 16)
    var unwritten = room.count
    // iconv writes within the given count; what does not fit there does not exist.
    _ = unsafe room.withUnsafeMutableBytes { to in
      var target = unsafe to.baseAddress?.assumingMemoryBound(to: CChar.self)
      return unsafe iconv(descriptor, nil, nil, &target, &unwritten)
    }
    output.append(contentsOf: room[..<(room.count - unwritten)])
  }
}
