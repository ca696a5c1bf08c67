extension FieldType {
  /// Makes the type that the field `descriptor` has.
  init(_ descriptor: JSONCursor) throws(DocumentError) {
    let name = try descriptor["type"]?.string() ?? "any"
    switch name {
    case "string": self = .string(try Self.format(descriptor) ?? .default)
    case "number": self = .number(try NumberForm(descriptor, hasFraction: true))
    case "integer": self = .integer(try NumberForm(descriptor, hasFraction: false))
    case "boolean": self = try Self.boolean(descriptor)
    case "object": self = .object
    case "array": self = .array
    case "list": self = try Self.list(descriptor)
    case "date": self = .date(try TemporalFormat(descriptor))
    case "time": self = .time(try TemporalFormat(descriptor))
    case "datetime": self = .datetime(try TemporalFormat(descriptor))
    case "year": self = .year
    case "yearmonth": self = .yearmonth
    case "duration": self = .duration
    case "geopoint": self = .geopoint(try Self.format(descriptor) ?? .default)
    case "geojson":
      let format = try descriptor["format"]?.string() ?? "default"
      guard format == "default" || format == "topojson" else {
        throw (descriptor["format"] ?? descriptor).expected("default or topojson")
      }
      self = .geojson(isTopology: format == "topojson")
    case "any": self = .any
    default:
      throw (descriptor["type"] ?? descriptor).expected(
        "a type of Table Schema (string, number, integer, boolean, object, array, list, date, time,"
          + " datetime, year, yearmonth, duration, geopoint, geojson, any)"
      )
    }
  }

  private static func format<Format: RawRepresentable<String> & CaseIterable>(
    _ descriptor: JSONCursor
  ) throws(DocumentError) -> Format? {
    try descriptor["format"]?.choice(Format.self)
  }

  private static func boolean(_ descriptor: JSONCursor) throws(DocumentError) -> FieldType {
    func words(_ key: String, _ usual: [String]) throws(DocumentError) -> [String] {
      guard let list = descriptor[key] else { return usual }
      let words = try list.items().map { item throws(DocumentError) in try item.string() }
      if words.isEmpty { throw list.expected("at least one word") }
      return words
    }
    let yes = try words("trueValues", trueValues)
    let no = try words("falseValues", falseValues)
    if let both = yes.first(where: no.contains), let list = descriptor["falseValues"] {
      throw list.expected("none of the words for true, such as \(JSONValue.string(both))")
    }
    return .boolean(true: yes, false: no.filter { !yes.contains($0) })
  }

  private static func list(_ descriptor: JSONCursor) throws(DocumentError) -> FieldType {
    let delimiter = try descriptor["delimiter"]?.string() ?? ","
    if delimiter.isEmpty { throw (descriptor["delimiter"] ?? descriptor).expected("a character") }
    return .list(delimiter: delimiter, try descriptor["itemType"]?.choice(ListItem.self) ?? .string)
  }
}

extension NumberForm {
  fileprivate init(_ descriptor: JSONCursor, hasFraction: Bool) throws(DocumentError) {
    self.init()
    if let flag = descriptor["bareNumber"] { isBare = try flag.bool() }
    if let text = descriptor["groupChar"] {
      groupChar = try Self.separator(text)
      // A point may part the groups of whole numbers, which have no decimal character.
      if !hasFraction { decimalChar = "" }
    }
    guard hasFraction else { return }
    if let text = descriptor["decimalChar"] {
      decimalChar = try Self.separator(text)
      if decimalChar.isEmpty { throw text.expected("a character") }
    }
    if !groupChar.isEmpty, decimalChar.hasPrefix(groupChar) || groupChar.hasPrefix(decimalChar) {
      throw (descriptor["groupChar"] ?? descriptor).expected("another character than decimalChar")
    }
  }

  /// Reads what stands between digits, which must not look like a part of a number.
  private static func separator(_ cursor: JSONCursor) throws(DocumentError) -> String {
    let text = try cursor.string()
    if text.unicodeScalars.contains(where: { "0123456789+-eE".unicodeScalars.contains($0) }) {
      throw cursor.expected("a character that is no digit, no sign and no e")
    }
    return text
  }
}

extension TemporalFormat {
  fileprivate init(_ descriptor: JSONCursor) throws(DocumentError) {
    self = .default
    guard let format = descriptor["format"] else { return }
    var text = try format.string()
    if text == "default" { return }
    if text == "any" {
      self = .any
      return
    }
    // The prefix that the standard had before its first version.
    if text.hasPrefix("fmt:") { text.removeFirst(4) }
    guard let pattern = TemporalPattern(text) else {
      throw format.expected(
        "default, any, or a pattern of strptime with the directives"
          + " %Y %y %m %b %B %d %e %j %a %A %u %w %U %W %H %I %p %M %S %f %z %Z %c %x %X %D %F %R %T,"
          + " or %G with %V and a day of the week"
      )
    }
    self = .pattern(pattern)
  }
}
