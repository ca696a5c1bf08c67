package import FurrowFormats

/// Bytes in memory, handed out at most `chunk` at a time.
package struct MemorySource: ByteSource {
  package var path = "memory.csv"
  private let bytes: [UInt8]
  private var position = 0
  package var consumedBytes: Int { position }
  package var totalBytes: Int? { bytes.count }
  private let chunk: Int

  package init(_ bytes: [UInt8], chunk: Int = .max) {
    self.bytes = bytes
    self.chunk = chunk
  }

  package mutating func read(
    into storage: inout MutableSpan<UInt8>,
    range: Range<Int>
  )
    throws(ReadFailure) -> Int
  {
    let count = min(chunk, range.count, bytes.count - position)
    // A plain loop: it is most of the time of many tests in a debug build.
    var index = 0
    while index < count {
      storage[range.lowerBound + index] = bytes[position + index]
      index += 1
    }
    position += count
    return count
  }
}
