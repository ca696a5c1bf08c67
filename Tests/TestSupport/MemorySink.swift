package import FurrowFormats

/// A target in memory, which fails when it would hold more than `limit` bytes.
package final class MemorySink: ByteSink {
  package let path = "memory.out"
  package private(set) var bytes: [UInt8] = []
  package private(set) var isFinished = false
  private let limit: Int

  package init(limit: Int = .max) { self.limit = limit }

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  package func write(_ bytes: Span<UInt8>) throws(WriteFailure) {
    for index in bytes.indices { self.bytes.append(bytes[index]) }
    if self.bytes.count > limit { throw WriteFailure(path: path, message: "is full") }
  }

  package func finish() throws(WriteFailure) { isFinished = true }
}
