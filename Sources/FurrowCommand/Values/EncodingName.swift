import Furrow

extension ValueParser where Value == TextEncoding {
  /// The name of an encoding, or `auto`.
  static func encoding(_ placeholder: String) -> Self {
    Self(placeholder) { text throws(ValueFault) in
      guard let encoding = TextEncoding(text) else {
        throw ValueFault(
          expected:
            "auto, or an encoding such as utf-8, utf-16le or windows-1252 (iconv -l has all)",
          found: text
        )
      }
      return encoding
    }
  }
}
