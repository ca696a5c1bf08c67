package import Furrow

extension ValueParser {
  /// A number of records, `20`, or a share of them, `0.5%`.
  package static func rejectLimit(_ placeholder: String) -> Self
  where Value == ImportPlan.RejectLimit {
    Self(placeholder) { text throws(ValueFault) in
      guard let limit = ImportPlan.RejectLimit(text) else {
        throw ValueFault(expected: "a number of records or a share from 0% to 100%", found: text)
      }
      return limit
    }
  }
}

extension ImportPlan.RejectLimit {
  fileprivate init?(_ text: String) {
    guard text.hasSuffix("%") else {
      guard let records = WholeNumber.read(text, in: 0...Int.max) else { return nil }
      self = .count(records)
      return
    }
    // `Double` also reads forms such as `inf` and `0x1p3`, which nobody means here.
    let number = text.dropLast()
    let isPlain = number.utf8.allSatisfy { byte in
      byte == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
    guard isPlain, let percent = Double(number), percent <= 100 else { return nil }
    self = .percent(percent)
  }
}
