extension String {
  /// The name with ASCII letters made small, the form in which SQLite compares names.
  ///
  /// `É` and `é` are two names to it. <https://www.sqlite.org/lang_createtable.html>
  package var asFoldedName: [UInt8] {
    utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
  }
}

extension [String] {
  /// Finds a column by name, without regard to the case of ASCII letters where none is just so.
  package func index(ofColumn name: String) -> Int? {
    let wanted = name.asFoldedName
    return firstIndex { $0.utf8.elementsEqual(name.utf8) }
      ?? firstIndex { $0.asFoldedName == wanted }
  }
}
