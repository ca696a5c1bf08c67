internal import FurrowFormats

/// Temporary files that entries are parted over by bits of a hash.
///
/// A file whose entries are still too many is parted again, by the bits of the next level.
struct HashParts {
  private var files: [TemporaryFile]
  private let level: UInt64

  /// Bits of the hash that choose the file, on each level.
  private static let bitsPerLevel: UInt64 = 5
  private static let fileCount = 1 << Int(bitsPerLevel)
  /// Below this the same hashes would be parted for ever.
  private static let lastLevel: UInt64 = 6

  /// Makes the empty files of `level`, counted from 0, with `bufferBytes` for all of them.
  init(level: UInt64, bufferBytes: Int) throws(PipelineError) {
    self.level = level
    let share = max(512, min(64 << 10, bufferBytes / Self.fileCount))
    var files: [TemporaryFile] = []
    for _ in 0..<Self.fileCount { files.append(try TemporaryFile.forKeys(share)) }
    self.files = files
  }

  /// Puts `entry` into the file of `hash`.
  func append(_ entry: [UInt8], hash: UInt64) throws(PipelineError) {
    let bits = hash >> (Self.bitsPerLevel * level)
    try files[Int(truncatingIfNeeded: bits) & (Self.fileCount - 1)].add(entry)
  }

  /// Takes the last file that is left, which is closed with its last reference; `nil` when there is none.
  ///
  /// Nothing is put into files any more then.
  mutating func takeLast() -> TemporaryFile? { files.popLast() }

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
