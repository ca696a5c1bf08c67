internal import CScan

/// The hash by which values are told apart, from their bytes.
enum ByteHash {
  /// The hash of `bytes`; that of none is stated, since they may have no address.
  static func hash(_ bytes: Span<UInt8>) -> UInt64 {
    // The pointer is lent for the call.
    unsafe bytes.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress, !bytes.isEmpty else { return 0x2545_F491_4F6C_DD1D }
      return unsafe furrow_hash(base, bytes.count, 0)
    }
  }

  /// The hash of a value that stands behind others with the hash `hash`.
  static func combined(_ hash: UInt64, _ next: UInt64) -> UInt64 {
    var mixed = (hash ^ next) &* 0x9E37_79B9_7F4A_7C15
    mixed ^= mixed >> 32
    mixed = (mixed &+ next) &* 0xBF58_476D_1CE4_E5B9
    return mixed ^ mixed >> 29
  }
}
