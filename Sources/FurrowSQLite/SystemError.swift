#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// The operating system's words for its errors.
enum SystemError {
  /// The text for `number`, an `errno`, fit to stand inside a sentence.
  static func text(_ number: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    // Sound: `strerror_r` writes at most `count` bytes, with a NUL at their end.
    guard unsafe strerror_r(number, &buffer, buffer.count) == 0 else { return "error \(number)" }
    let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
