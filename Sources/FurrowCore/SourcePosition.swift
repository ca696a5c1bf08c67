/// A place in a source, as a person or an editor would name it.
public struct SourcePosition: Sendable, Equatable {
  /// The data record, counted from 1; 0 is the header or what stands before it.
  public var record: Int
  /// The physical line, counted from 1; LF, CRLF and a lone CR each end one.
  public var line: Int
  /// The byte, counted from 0, in the decompressed stream.
  public var byte: Int

  /// Makes a position; without arguments, the first byte of a source.
  public init(record: Int = 0, line: Int = 1, byte: Int = 0) {
    self.record = record
    self.line = line
    self.byte = byte
  }
}
