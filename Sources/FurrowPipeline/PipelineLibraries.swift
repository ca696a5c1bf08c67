internal import CPCRE2
internal import CUTF8Proc

/// The versions of the system libraries that check and compare values, as they are loaded.
package enum PipelineLibraries {
  /// Names and versions.
  package static var all: [(name: String, version: String)] {
    // Sound: constant, terminated texts that live as long as the program.
    let unicode = unsafe (
      String(cString: utf8proc_version()), String(cString: utf8proc_unicode_version())
    )
    return [("PCRE2", pcre2), ("utf8proc", "\(unicode.0) (Unicode \(unicode.1))")]
  }

  /// Such as `10.42 2022-12-11`.
  private static var pcre2: String {
    // Sound: without a buffer the call gives the size, terminator included, and then fills one of
    // that size. <https://www.pcre.org/current/doc/html/pcre2_config.html>
    let size = pcre2_config_8(UInt32(PCRE2_CONFIG_VERSION), nil)
    guard size > 0 else { return "unknown" }
    var bytes = [UInt8](repeating: 0, count: Int(size))
    _ = unsafe pcre2_config_8(UInt32(PCRE2_CONFIG_VERSION), &bytes)
    return String(decoding: bytes.dropLast(), as: UTF8.self)
  }
}
