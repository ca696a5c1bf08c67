internal import FurrowFormats

/// Temporary files that entries are parted over by bits of a hash.
///
/// A file whose entries are still too many is parted again, by the bits of the next level.
struct HashParts {
  let files: [TemporaryFile]
  private let level: UInt64

  /// Bits of the hash that choose the file, on each level.
  private static let bitsPerLevel: UInt64 = 5
  /// Below this the same hashes would be parted for ever.
  private static let lastLevel: UInt64 = 6

  /// Makes the empty files of `level`, counted from 0, with `bufferBytes` for all of them.
  init(level: UInt64, bufferBytes: Int) throws(PipelineError) {
    self.level = level
    let count = 1 << Int(Self.bitsPerLevel)
    let share = max(512, min(64 << 10, bufferBytes / count))
    var files: [TemporaryFile] = []
    for _ in 0..<count { files.append(try TemporaryFile.forKeys(share)) }
    self.files = files
  }

  /// Puts `entry` into the file of `hash`.
  func append(_ entry: [UInt8], hash: UInt64) throws(PipelineError) {
    let bits = hash >> (Self.bitsPerLevel * level)
    try files[Int(truncatingIfNeeded: bits) & (files.count - 1)].add(entry)
  }

  /// The level that a file's entries are parted by again.
  ///
  /// - Throws: ``PipelineError`` when there is none.
  func nextLevel() throws(PipelineError) -> UInt64 {
    guard level < Self.lastLevel else {
      throw .plan("the keys do not fit into --memory even in parts; give it more")
    }
    return level + 1
  }
}
