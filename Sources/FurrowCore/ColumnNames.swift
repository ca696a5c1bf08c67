extension String {
  /// The name with ASCII letters made small, the form in which SQLite compares names.
  ///
  /// `É` and `é` are two names to it. <https://www.sqlite.org/lang_createtable.html>
  package var asFoldedName: [UInt8] {
    utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
  }

  /// Whether the name is `other` byte by byte, as SQLite has it: `é` may be one character or two, which
  /// are equal as strings.
  package func isSpelled(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension [String] {
  /// Finds a column by name, byte by byte.
  package func index(spelled name: String) -> Int? { firstIndex { $0.isSpelled(name) } }

  /// Finds a column by name, without regard to the case of ASCII letters where none is just so.
  package func index(ofColumn name: String) -> Int? {
    let wanted = name.asFoldedName
    return index(spelled: name)
      ?? firstIndex { $0.asFoldedName == wanted }
  }
}
