/// How bytes that are not text are written as text. <https://www.rfc-editor.org/rfc/rfc4648>
public enum BlobText: String, Sendable, CaseIterable {
  /// Four letters for three bytes, padded with `=`: RFC 4648 section 4.
  case base64
  /// Two digits a byte; read in either case: RFC 4648 section 8.
  case hex
}
