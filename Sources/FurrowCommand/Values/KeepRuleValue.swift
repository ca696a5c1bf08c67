import Furrow

extension ValueParser where Value == KeepRule {
  /// A rule that chooses one of several records: `first`, `last`, `none`, `min:col`, `max:col`.
  static func keepRule(_ placeholder: String) -> Self {
    Self(placeholder) { text throws(ValueFault) in
      switch text {
      case "first": return .first
      case "last": return .last
      case "none": return .none
      default: break
      }
      if text.hasPrefix("min:"), text.count > 4 { return .minimum(String(text.dropFirst(4))) }
      if text.hasPrefix("max:"), text.count > 4 { return .maximum(String(text.dropFirst(4))) }
      throw ValueFault(expected: "first, last, none, min:col or max:col", found: text)
    }
  }
}
