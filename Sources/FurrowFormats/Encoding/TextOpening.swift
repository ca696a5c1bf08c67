/// A source of text in UTF-8, and what was found out about it.
public struct TextInput {
  /// The text.
  public let source: any ByteSource
  /// The encoding of the file.
  public let encoding: TextEncoding
  /// How the encoding was decided, when nobody named it and no byte order mark told it.
  public let note: String?
}

/// Opens the file at `path` as text, `-` is standard input; a compression is looked through.
///
/// An 8-bit code page is never guessed: what is not proved to be UTF-16 or UTF-32 is read as UTF-8.
/// - Throws: ``ReadFailure`` when the file cannot be opened, or named UTF-16 and of no known order.
public func openText(
  path: String,
  encoding: TextEncoding = .automatic,
  badBytes: BadBytes = .reject,
  alarm: Alarm? = nil,
  meter: ReadMeter? = nil
) throws(ReadFailure) -> TextInput {
  try decode(
    openSource(path: path, alarm: alarm, meter: meter),
    encoding: encoding,
    badBytes: badBytes
  )
}

/// Makes text of the bytes of `source`.
///
/// - Throws: ``ReadFailure`` as ``openText(path:encoding:badBytes:)``.
package func decode(
  _ source: any ByteSource,
  encoding: TextEncoding = .automatic,
  badBytes: BadBytes = .reject,
  blockBytes: Int = 64 << 10
) throws(ReadFailure) -> TextInput {
  var source = source
  let head = EncodingProof.headBytes
  var bytes = [UInt8](repeating: 0, count: head)
  let count = try source.readFully(into: &bytes, range: 0..<head)
  let proof = EncodingProof(bytes[..<count], wish: encoding)
  if case .utf16(nil) = proof.encoding {
    throw ReadFailure(
      path: source.path,
      message: "no byte order mark says which UTF-16 this is; name it UTF-16LE or UTF-16BE"
    )
  }
  var text: any ByteSource = PeekedSource(peeked: bytes[proof.markBytes..<count], rest: source)
  if let decoder = proof.decoder {
    text = TranscodingSource(
      text,
      decoder,
      encoding: proof.encoding.name,
      blockBytes: blockBytes
    )
  }
  // The other choice speaks of bytes that stand in a file, and here they do not.
  if badBytes == .replace || badBytes == .windows1252 && proof.encoding == .utf8 {
    text = TranscodingSource(text, UTF8Repair(badBytes), encoding: "UTF-8", blockBytes: blockBytes)
  }
  return TextInput(source: text, encoding: proof.encoding, note: proof.note)
}
