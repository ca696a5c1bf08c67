/// A value in a message: quoted, on one line, and cut when it is long.
struct Excerpt: CustomStringConvertible {
  private let value: String

  init(_ value: String) {
    self.value = value
  }

  var description: String {
    let limit = 60
    var text = ""
    for (count, scalar) in value.unicodeScalars.enumerated() {
      if count == limit { return "\"\(text)\"... (\(value.utf8.count) bytes)" }
      text +=
        scalar.properties.generalCategory == .control
        ? scalar.escaped(asASCII: true) : String(scalar)
    }
    return "\"\(text)\""
  }
}
