internal import CSQLite

extension SQLText {
  /// The offset behind the statement at `start`, by SQLite's own rule for what is complete.
  ///
  /// <https://www.sqlite.org/c3ref/complete.html>
  func endOfStatement(from start: Int) -> Int {
    for token in TokenStream(self, from: start) where token.text == ";" {
      let text = String(decoding: bytes[start...token.offset], as: UTF8.self)
      // Sound: the text is a terminated copy for the call.
      if unsafe sqlite3_complete(text) != 0 { return token.offset + 1 }
    }
    return count
  }
}
