/// Compresses bytes on their way to another sink; the same bytes give the same file.
public final class CompressedSink: ByteSink {
  /// The target's name in messages.
  public let path: String

  private var sink: any ByteSink
  private let compressor: any Compressor
  private var output: [UInt8]

  /// Makes a sink that writes to `sink`.
  ///
  /// - Throws: ``WriteFailure`` when there is no memory for it.
  public init(
    _ sink: any ByteSink,
    _ compression: Compression,
    bufferBytes: Int = 128 << 10
  ) throws(WriteFailure) {
    self.sink = sink
    path = sink.path
    output = [UInt8](repeating: 0, count: max(bufferBytes, 1))
    do throws(CompressionFault) {
      compressor = try compression.compressor()
    } catch {
      throw WriteFailure(path: sink.path, message: "cannot be written: \(error.message)")
    }
  }

  /// Takes `bytes`.
  ///
  /// - Throws: ``WriteFailure`` when the sink behind cannot be written.
  public func write(_ bytes: Span<UInt8>) throws(WriteFailure) {
    try compress(bytes, isLast: false)
  }

  /// Writes what ends the stream, and finishes the sink behind.
  ///
  /// - Throws: ``WriteFailure`` when that cannot be done.
  public func finish() throws(WriteFailure) {
    try compress(Span(), isLast: true)
    try sink.finish()
  }

  private func compress(_ bytes: Span<UInt8>, isLast: Bool) throws(WriteFailure) {
    var used = 0
    while true {
      let step: CompressionStep
      do throws(CompressionFault) {
        step = try compressor.step(bytes.extracting(used...), into: &output, isLast: isLast)
      } catch {
        throw WriteFailure(path: path, message: "cannot be compressed: \(error.message)")
      }
      used += step.used
      let compressed = output
      try sink.write(compressed.span.extracting(..<step.made))
      if used == bytes.count, step.isComplete { return }
    }
  }
}
