/// A source that can be read once, such as standard input: its first bytes are kept until it is opened
/// for the last time, since a header is looked at before the run begins.
///
/// `@unchecked Sendable`, since 1. whoever opens it again has let the last opening go, so that one
/// thread at a time reads.
package final class ReadOnceSource: @unchecked Sendable {
  private var file: FileSource?
  private var kept: [UInt8] = []
  private var openings = 0
  private var expectedOpenings = 2
  private let path: String
  private let alarm: Alarm?
  private let meter: ReadMeter?

  /// Makes a source of the pipe at `path`; an `alarm` ends a read that waits.
  package init(path: String, alarm: Alarm? = nil, meter: ReadMeter? = nil) {
    self.path = path
    self.alarm = alarm
    self.meter = meter
  }

  /// Says that it will be opened once more than twice: to be sniffed at.
  package func expectOpening() { expectedOpenings += 1 }

  /// The bytes from the first one on; it can be asked for twice, unless more is expected.
  package func open() throws(ReadFailure) -> any ByteSource {
    openings += 1
    if file == nil { file = try FileSource(path: path, alarm: alarm, meter: meter) }
    return Reading(input: self)
  }

  private struct Reading: ByteSource {
    var path: String { input.path }
    let input: ReadOnceSource
    private var offset = 0
    var consumedBytes: Int { offset }
    var totalBytes: Int? { input.file?.totalBytes }

    init(input: ReadOnceSource) {
      self.input = input
    }

    mutating func read(
      into storage: inout MutableSpan<UInt8>,
      range: Range<Int>
    ) throws(ReadFailure) -> Int {
      let count = try input.read(from: offset, into: &storage, range: range)
      offset += count
      return count
    }
  }

  private func read(
    from offset: Int,
    into storage: inout MutableSpan<UInt8>,
    range: Range<Int>
  ) throws(ReadFailure) -> Int {
    if offset < kept.count {
      let part = kept[offset...].prefix(range.count)
      for (index, byte) in zip(range, part) { storage[index] = byte }
      // Who reads them again begins to count again.
      if openings > 1 { meter?.add(part.count) }
      return part.count
    }
    let count = try file?.read(into: &storage, range: range) ?? 0
    if openings < expectedOpenings {
      for index in range.prefix(count) { kept.append(storage[index]) }
    }
    return count
  }
}
