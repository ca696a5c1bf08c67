internal import FurrowSQLite

/// A digest by which a text that holds a secret is known again, where all may read the digest.
///
/// A salt, and work for each try, keep a short secret from being found by trying all of them.
enum SaltedDigest {
  /// Some milliseconds of work.
  private static let rounds = 10_000

  /// A new salt: 128 random bits in hexadecimal.
  static func salt() -> String {
    let words = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 16) }
    return words.map { String(repeating: "0", count: 16 - $0.utf8.count) + $0 }.joined()
  }

  /// A new salt with the digest of `text`, for ``isSealed(_:in:)``.
  static func sealed(_ text: String) -> String {
    let salt = salt()
    return "\(salt):\(of(text, salt: salt))"
  }

  /// Whether `sealed` was made of `text`, or is that itself, as older versions wrote it.
  static func isSealed(_ text: String, in sealed: String) -> Bool {
    guard let colon = sealed.firstIndex(of: ":") else { return sealed == text }
    return of(text, salt: String(sealed[..<colon])) == sealed[sealed.index(after: colon)...]
  }

  /// The digest of `text` in hexadecimal: the SHA-256 of `salt` and `text`, and of that again and
  /// again; of `text` only, once, where there is no salt, as older versions wrote it.
  static func of(_ text: String, salt: String) -> String {
    let bytes = Array("\(salt)\(text)".utf8)
    return ContentHash.hexadecimal(of: bytes, rounds: salt.isEmpty ? 1 : rounds)
  }
}
