internal import CScan
internal import FurrowFormats

/// Files of words and bytes, which only the run that wrote them reads again.
extension TemporaryFile {
  /// Makes an empty file with a buffer of `bufferBytes`.
  static func forKeys(_ bufferBytes: Int) throws(PipelineError) -> TemporaryFile {
    try writing { () throws(WriteFailure) in try TemporaryFile(bufferBytes: bufferBytes) }
  }

  /// Appends `bytes`.
  func add(_ bytes: [UInt8]) throws(PipelineError) {
    try writing { () throws(WriteFailure) in try append(bytes) }
  }

  /// Goes to the first byte, to read from there.
  func readFromStart() throws(PipelineError) {
    try writing { () throws(WriteFailure) in try rewind() }
  }

  /// Reads the next `count` bytes, which were written.
  func bytes(_ count: Int) throws(PipelineError) -> [UInt8] {
    let bytes = unsafe try reading { () throws(ReadFailure) in unsafe try next(count) }
    // They are copied before anything else is read.
    return unsafe bytes.map { unsafe Array($0) } ?? []
  }

  /// Reads the next `count` words, eight at most; `nil` at the end of the file.
  func words(_ count: Int) throws(PipelineError) -> InlineArray<8, UInt64>? {
    let bytes = unsafe try reading { () throws(ReadFailure) in unsafe try next(8 * count) }
    guard let bytes = unsafe bytes else { return nil }
    // `count` words are there.
    return InlineArray { index in
      unsafe index < count
        ? bytes.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self) : 0
    }
  }
}

extension [UInt8] {
  /// Appends words as they stand in memory, which only this process reads again.
  mutating func append<let count: Int>(words: InlineArray<count, UInt64>) {
    // The words are read during the call only.
    unsafe words.span.withUnsafeBytes { unsafe append(contentsOf: $0) }
  }
}
