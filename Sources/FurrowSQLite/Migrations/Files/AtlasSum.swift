internal import CDigest
internal import FurrowCore

/// The fingerprints that Atlas keeps of a folder, in `atlas.sum`.
///
/// Each covers the names and bytes of all files up to its own, so a change shows in every line
/// behind it. <https://atlasgo.io/concepts/migration-directory-integrity>
struct AtlasSum {
  static let fileName = "atlas.sum"

  /// The fingerprint of each file, in base64.
  private var sums: [(file: String, sum: String)] = []

  init(_ text: String) {
    // The first line is that of all others together.
    for line in text.split(separator: "\n").dropFirst() {
      let words = line.split(separator: " ")
      guard words.count == 2, words[1].hasPrefix("h1:") else { continue }
      sums.append((String(words[0]), String(words[1].dropFirst(3))))
    }
  }

  /// The first file, by its name, that is not as Atlas knew it; `nil` if all are.
  func firstChange(in files: [(name: String, bytes: [UInt8])]) -> String? {
    var context = SHA2_CTX()
    // Sound: the context outlives the call, as it does those below.
    unsafe SHA256Init(&context)
    var expected = sums[...]
    for (name, bytes) in files {
      Self.add(Array(name.utf8), &context)
      if String(decoding: bytes, as: UTF8.self).hasPrefix("-- atlas:sum ignore") { continue }
      Self.add(bytes, &context)
      guard let line = expected.popFirst(), line.file == name, line.sum == Self.sum(of: context)
      else { return name }
    }
    return expected.first?.file
  }

  private static func add(_ bytes: [UInt8], _ context: inout SHA2_CTX) {
    // Sound: exactly the array's bytes are read.
    unsafe SHA256Update(&context, bytes, bytes.count)
  }

  /// The fingerprint of what was added so far, in base64 (RFC 4648 section 4).
  private static func sum(of context: SHA2_CTX) -> String {
    var copy = context
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
    // Sound: the digest has the length that is written.
    unsafe SHA256Final(&digest, &copy)
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    for start in stride(from: 0, to: digest.count, by: 3) {
      let part = Array(digest[start..<min(start + 3, digest.count)])
      let padded = part + [UInt8](repeating: 0, count: 3 - part.count)
      let bits = padded.reduce(0) { $0 << 8 | Int($1) }
      for place in 0..<4 {
        let isPadding = place > part.count
        text.append(isPadding ? UInt8(ascii: "=") : letters[bits >> (18 - 6 * place) & 63])
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
