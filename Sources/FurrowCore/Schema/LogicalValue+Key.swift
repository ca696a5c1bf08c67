extension LogicalValue {
  /// Appends bytes that are the same for equal values of one type, and for no others.
  package func appendKey(to bytes: inout [UInt8]) {
    switch self {
    case .text(let text): bytes += text.utf8
    case .integer, .number, .decimal:
      let text = number ?? ""
      if !DecimalText.appendCanonical(text.utf8.span, to: &bytes) { bytes += text.utf8 }
    case .boolean(let value): Self.append(value ? 1 : 0, to: &bytes)
    case .instant(let instant):
      Self.append(instant.day, to: &bytes)
      Self.append(instant.nanosecond, to: &bytes)
    case .duration(let duration):
      Self.append(duration.months, to: &bytes)
      Self.append(duration.seconds, to: &bytes)
      Self.append(duration.nanoseconds, to: &bytes)
    case .json(let value): bytes += value.canonicalText
    case .list(let items):
      for item in items {
        var key: [UInt8] = []
        item.appendKey(to: &key)
        // The length stands before each, so that no two items run into one.
        Self.append(Int64(key.count), to: &bytes)
        bytes += key
      }
    }
  }

  /// The lowest byte first.
  private static func append(_ word: Int64, to bytes: inout [UInt8]) {
    for shift in stride(from: 0, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: word >> shift))
    }
  }
}
