internal import CDigest

/// SHA-256 of bytes that come piece by piece (FIPS 180-4).
package struct SHA256Digest {
  private var context = SHA2_CTX()

  package init() {
    // Sound: the context outlives the call.
    unsafe SHA256Init(&context)
  }

  /// Takes `bytes` in.
  package mutating func take(_ bytes: Span<UInt8>) {
    // Sound: the given count is read, and the span outlives the call.
    unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe SHA256Update(&context, bytes.baseAddress, bytes.count)
    }
  }

  /// The digest of all bytes so far, in lower-case hexadecimal.
  package var hexadecimal: String {
    var last = context
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
    // Sound: the context is a copy, and the digest has the length that is written.
    unsafe SHA256Final(&digest, &last)
    let digits = Array("0123456789abcdef".utf8)
    let text = digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the digest and the size of the file at `path`, as it stands on the disk.
  package static func file(_ path: String) throws(ReadFailure) -> (sha256: String, bytes: Int) {
    var source = try FileSource(path: path)
    var digest = SHA256Digest()
    var block = [UInt8](repeating: 0, count: 256 << 10)
    var bytes = 0
    while true {
      let found = try source.readFully(into: &block, range: 0..<block.count)
      digest.take(block.span.extracting(..<found))
      bytes += found
      if found < block.count { return (digest.hexadecimal, bytes) }
    }
  }
}
