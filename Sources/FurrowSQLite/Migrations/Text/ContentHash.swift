internal import CDigest

/// The fingerprint of a migration's text.
package enum ContentHash {
  /// `sha256v1:` and the SHA-256 of the UTF-8 of `text` in lower-case hexadecimal (FIPS 180-4).
  ///
  /// The rule has a number, so that a later one can live beside it.
  static func of(_ text: String) -> String {
    "sha256v1:" + hexadecimal(of: Array(text.utf8))
  }

  /// As `of`, of the tokens of the sections: white space and comments do not count.
  ///
  /// Where a section starts, and whether it runs in a transaction, does count.
  static func of(_ up: [Migration.Section], _ down: [Migration.Section]) -> String {
    var bytes: [UInt8] = []
    for (sections, word) in [(up, "up"), (down, "down")] {
      for section in sections {
        bytes += Array("\(word) \(section.isTransactional)\0".utf8)
        for token in TokenStream.tokens(of: section.sql) { bytes += Array("\(token.text)\0".utf8) }
      }
    }
    return "sha256v1:" + hexadecimal(of: bytes)
  }

  /// The SHA-256 of `bytes` in lower-case hexadecimal; after more `rounds` that of the one before.
  package static func hexadecimal(of bytes: [UInt8], rounds: Int = 1) -> String {
    var digest = Self.digest(of: bytes)
    for _ in 0..<max(rounds - 1, 0) { digest = Self.digest(of: digest) }
    let digits = Array("0123456789abcdef".utf8)
    let hexadecimal = digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: hexadecimal, as: UTF8.self)
  }

  private static func digest(of bytes: [UInt8]) -> [UInt8] {
    var context = SHA2_CTX()
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
    // Sound: the context outlives the calls, exactly the array's bytes are read, and the digest
    // has the length that is written.
    unsafe SHA256Init(&context)
    unsafe SHA256Update(&context, bytes, bytes.count)
    unsafe SHA256Final(&digest, &context)
    return digest
  }
}
