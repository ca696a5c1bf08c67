/// What a column does to the values stored in it.
///
/// <https://www.sqlite.org/datatype3.html>, section 3.1.
public enum Affinity: String, Hashable, Sendable {
  /// Numbers become text.
  case text
  /// Text that looks like a number becomes one.
  case numeric
  /// As numeric; differs only in CAST.
  case integer
  /// As numeric, and whole numbers become floating-point ones.
  case real
  /// Values stay as they are.
  case blob

  /// The affinity that a declared type gives.
  ///
  /// In a STRICT table `ANY` keeps values as they are:
  /// <https://www.sqlite.org/stricttables.html>.
  public init(declaredType: String, isStrict: Bool = false) {
    let type = Array(declaredType.utf8.map { $0 & 0xDF == $0 || $0 < 0x61 ? $0 : $0 & 0xDF })
    func has(_ word: StaticString) -> Bool {
      let word = Array("\(word)".utf8)
      return type.indices.contains { type[$0...].starts(with: word) }
    }
    self =
      if isStrict, type == Array("ANY".utf8) {
        .blob
      } else if has("INT") {
        .integer
      } else if has("CHAR") || has("CLOB") || has("TEXT") {
        .text
      } else if has("BLOB") || type.isEmpty {
        .blob
      } else if has("REAL") || has("FLOA") || has("DOUB") {
        .real
      } else {
        .numeric
      }
  }
}
