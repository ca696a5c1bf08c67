internal import CPCRE2

/// The library that matches patterns.
package enum PatternLibrary {
  /// Its version, such as `10.42 2022-12-11`.
  package static var version: String {
    // Sound: without a buffer the call gives the size, terminator included, and then fills one of
    // that size. <https://www.pcre.org/current/doc/html/pcre2_config.html>
    let size = pcre2_config_8(UInt32(PCRE2_CONFIG_VERSION), nil)
    guard size > 0 else { return "unknown" }
    var bytes = [UInt8](repeating: 0, count: Int(size))
    _ = unsafe pcre2_config_8(UInt32(PCRE2_CONFIG_VERSION), &bytes)
    return String(decoding: bytes.dropLast(), as: UTF8.self)
  }
}
