internal import FurrowCore

/// The text of another source, as UTF-8.
///
/// Bytes are counted in the UTF-8: so are all places in it.
final class TranscodingSource: ByteSource {
  var path: String { source.path }
  let encoding: String
  var consumedBytes: Int { source.consumedBytes }
  var totalBytes: Int? { source.totalBytes }

  private var source: any ByteSource
  private var decoder: any TextDecoder
  /// Bytes that were read and not decoded yet, and where the first of them stands.
  private var input: [UInt8] = []
  private var inputByte = 0
  private var isAtEnd = false
  /// Text that was decoded, and how much of it was handed out.
  private var output: [UInt8] = []
  private var position = 0
  private let blockBytes: Int

  /// Makes a source of what `decoder` makes of `source`, which is called `encoding` in messages.
  init(
    _ source: any ByteSource,
    _ decoder: any TextDecoder,
    encoding: String,
    blockBytes: Int = 64 << 10
  ) {
    self.source = source
    self.decoder = decoder
    self.encoding = encoding
    self.blockBytes = max(blockBytes, 1)
  }

  func read(
    into storage: inout MutableSpan<UInt8>,
    range: Range<Int>
  ) throws(ReadFailure) -> Int {
    while position == output.count {
      if isAtEnd, input.isEmpty { return 0 }
      try refill()
    }
    let count = min(range.count, output.count - position)
    for index in 0..<count { storage[range.lowerBound + index] = output[position + index] }
    position += count
    return count
  }

  private func refill() throws(ReadFailure) {
    output.removeAll(keepingCapacity: true)
    position = 0
    if !isAtEnd {
      let known = input.count
      input.append(contentsOf: repeatElement(0, count: blockBytes))
      var span = input.mutableSpan
      let count = try source.read(into: &span, range: known..<(known + blockBytes))
      input.removeLast(blockBytes - count)
      isAtEnd = count == 0
    }
    do throws(UndecodableText) {
      let used = try decoder.decode(input.span, isLast: isAtEnd, into: &output)
      input.removeFirst(used)
      inputByte += used
    } catch {
      throw ReadFailure(
        path: path,
        message: "cannot be decoded at byte \(inputByte + error.offset) of the file: expected"
          + " \(encoding), found bytes that are no text in it"
      )
    }
  }
}
