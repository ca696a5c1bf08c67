internal import CDigest

/// The fingerprint of a migration's text.
enum ContentHash {
  /// `sha256v1:` and the SHA-256 of the UTF-8 of `text` in lower-case hexadecimal (FIPS 180-4).
  ///
  /// The rule has a number, so that a later one can live beside it.
  static func of(_ text: String) -> String {
    var context = SHA2_CTX()
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
    let bytes = Array(text.utf8)
    // Sound: the context outlives the calls, exactly the array's bytes are read, and the digest
    // has the length that is written.
    unsafe SHA256Init(&context)
    unsafe SHA256Update(&context, bytes, bytes.count)
    unsafe SHA256Final(&digest, &context)
    let digits = Array("0123456789abcdef".utf8)
    let hexadecimal = digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return "sha256v1:" + String(decoding: hexadecimal, as: UTF8.self)
  }
}
