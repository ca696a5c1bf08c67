internal import FurrowCore

extension SQLText {
  /// Where the statement in `range` says `name`, if it does so exactly once.
  ///
  /// SQLite gives no offset for some unknown names, as in `UPDATE t SET nosuch = 1`. Strings and
  /// comments are passed over; names compare without ASCII case, quoted or not.
  func onlyPlace(of name: String, in range: Range<Int>) -> Int? {
    let wanted = Array(name.lowercased().utf8)
    var place: Int?
    var index = range.lowerBound
    while index < range.upperBound {
      let start = startOfStatement(from: index)
      guard start < range.upperBound else { break }
      let word = self.word(at: start)
      if !word.name.isEmpty,
        String(decoding: word.name, as: UTF8.self).lowercased().utf8.elementsEqual(wanted)
      {
        guard place == nil else { return nil }
        place = start
      }
      index = word.end
    }
    return place
  }

  /// The name that starts at `start`, without its quotes, and what comes behind it.
  ///
  /// The name is empty if something else than a name stands there.
  private func word(at start: Int) -> (name: ArraySlice<UInt8>, end: Int) {
    func inside(_ close: UInt8) -> (name: ArraySlice<UInt8>, end: Int) {
      let end = bytes[(start + 1)..<count].firstIndex(of: close) ?? count
      return (bytes[(start + 1)..<end], min(count, end + 1))
    }
    switch bytes[start] {
    case SQLByte.apostrophe: return ([], inside(SQLByte.apostrophe).end)
    case ASCII.quote, SQLByte.backtick: return inside(bytes[start])
    case SQLByte.openBracket: return inside(SQLByte.closeBracket)
    default:
      let end = bytes[start..<count].firstIndex { !$0.isOfSQLName } ?? count
      return end > start ? (bytes[start..<end], end) : ([], start + 1)
    }
  }
}

extension SQLiteError {
  /// The table or column that SQLite says there is not, without what stands before its last dot.
  var nameNotFound: String? {
    for words in ["no such column: ", "no such table: "] where message.hasPrefix(words) {
      return message.dropFirst(words.count).split(separator: ".").last.map(String.init)
    }
    return nil
  }
}

extension UInt8 {
  /// Whether this byte may stand in an unquoted name: a letter, digit, `_`, `$` or not ASCII.
  fileprivate var isOfSQLName: Bool {
    isDigit || self == 0x5F || self == 0x24 || self >= 0x80
      || (self | 0x20 >= 0x61 && self | 0x20 <= 0x7A)
  }
}
