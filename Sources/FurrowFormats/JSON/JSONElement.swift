internal import CScan
internal import FurrowCore

/// Where an array's element ends, found without a look at what it means.
enum JSONElement {
  /// An end.
  struct End {
    /// The place behind the element.
    var end: Int
    /// Line ends inside it.
    var lineEnds: Int
  }

  /// Finds the end of the element at `start`, or `nil` when it lies behind `limit`.
  static func end(_ bytes: Span<UInt8>, from start: Int, limit: Int, isLast: Bool) -> End? {
    switch bytes[start] {
    case ASCII.openBrace, ASCII.openBracket:
      // The pointer does not leave the call, and `bytes` goes 64 bytes beyond `limit`.
      unsafe bytes.withUnsafeBufferPointer { unsafe bracketEnd($0, from: start, limit: limit) }
    case ASCII.quote:
      stringEnd(bytes, from: start, limit: limit)
    default:
      wordEnd(bytes, from: start, limit: limit, isLast: isLast)
    }
  }

  /// The place behind the bracket that closes the one at `start`, 64 bytes at a time.
  private static func bracketEnd(
    _ bytes: UnsafeBufferPointer<UInt8>,
    from start: Int,
    limit: Int
  ) -> End? {
    guard let text = bytes.baseAddress else { return nil }
    var inside: UInt64 = 0  // all ones while a string is open
    var afterBackslash: UInt64 = 0  // 1 when the byte before the block is an escaping backslash
    var depth = 0
    var lineEnds = 0
    var base = start
    while base < limit {
      // At least 64 readable bytes follow every base below the limit.
      let masks = unsafe furrow_json_masks_simd(text + base)
      let valid: UInt64 = limit - base >= 64 ? ~0 : (1 << UInt64(limit - base)) &- 1
      var escaped = afterBackslash
      afterBackslash = 0
      var backslashes = masks.backslash & valid & ~escaped
      while backslashes != 0 {
        let bit = backslashes & (0 &- backslashes)
        if bit >> 63 != 0 { afterBackslash = 1 }
        escaped |= bit << 1
        backslashes &= ~(bit | bit << 1)
      }
      let within = furrow_prefix_xor(masks.quote & valid & ~escaped) ^ inside
      inside = within >> 63 == 0 ? 0 : ~0
      let opening = masks.open & ~within & valid
      let closing = masks.close & ~within & valid
      if depth > closing.nonzeroBitCount {
        depth += opening.nonzeroBitCount - closing.nonzeroBitCount
      } else {
        var brackets = opening | closing
        while brackets != 0 {
          let bit = brackets & (0 &- brackets)
          brackets &= ~bit
          depth += opening & bit != 0 ? 1 : -1
          guard depth == 0 else { continue }
          lineEnds += (masks.lf & (bit &- 1)).nonzeroBitCount
          return End(end: base + bit.trailingZeroBitCount + 1, lineEnds: lineEnds)
        }
      }
      lineEnds += (masks.lf & valid).nonzeroBitCount
      base += 64
    }
    return nil
  }

  private static func stringEnd(_ bytes: Span<UInt8>, from start: Int, limit: Int) -> End? {
    var index = start + 1
    while index < limit {
      switch bytes[index] {
      case ASCII.quote: return End(end: index + 1, lineEnds: 0)
      case ASCII.backslash: index += 2
      default: index += 1
      }
    }
    return nil
  }

  private static func wordEnd(
    _ bytes: Span<UInt8>,
    from start: Int,
    limit: Int,
    isLast: Bool
  ) -> End? {
    var index = start
    while index < limit {
      switch bytes[index] {
      case 0...ASCII.space, ASCII.comma, ASCII.closeBracket, ASCII.closeBrace:
        return End(end: max(index, start + 1), lineEnds: 0)
      default: index += 1
      }
    }
    return isLast ? End(end: limit, lineEnds: 0) : nil
  }
}
