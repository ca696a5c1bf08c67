package import FurrowFormats

/// Bytes in memory, handed out at most `chunk` at a time.
package struct MemorySource: ByteSource {
  package var path = "memory.csv"
  private var bytes: ArraySlice<UInt8>
  private let chunk: Int

  package init(_ bytes: [UInt8], chunk: Int = .max) {
    self.bytes = bytes[...]
    self.chunk = chunk
  }

  package mutating func read(
    into storage: inout MutableSpan<UInt8>,
    range: Range<Int>
  )
    throws(ReadFailure) -> Int
  {
    let part = bytes.prefix(min(chunk, range.count))
    for (index, byte) in zip(range, part) { storage[index] = byte }
    bytes = bytes.dropFirst(part.count)
    return part.count
  }
}
