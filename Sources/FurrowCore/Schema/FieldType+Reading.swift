extension FieldType {
  /// Returns the value that `text` is, or `nil` when it is none of this type.
  package func value(of text: Span<UInt8>) -> LogicalValue? {
    switch self {
    case .string(let format):
      return StringForms.isValid(text, format) ? .text(string(text)) : nil
    case .any: return .text(string(text))
    case .integer(let form): return integer(text, form)
    case .number(let form): return number(text, form)
    case .boolean(let yes, let no):
      if yes.contains(where: { equals(text, $0) }) { return .boolean(true) }
      return no.contains { equals(text, $0) } ? .boolean(false) : nil
    case .date(let format): return instant(text, format, .date).map { .instant($0) }
    case .time(let format): return instant(text, format, .time).map { .instant($0) }
    case .datetime(let format): return instant(text, format, .datetime).map { .instant($0) }
    case .year: return TemporalText.year(text).map { .integer($0) }
    case .yearmonth: return TemporalText.yearmonth(text).map { .integer($0) }
    case .duration: return CalendarDuration(text).map { .duration($0) }
    case .list(let delimiter, let item): return list(text, delimiter, item)
    case .object, .array, .geopoint, .geojson: return shape(text)
    }
  }

  private func string(_ text: Span<UInt8>) -> String {
    String(decoding: array(text), as: UTF8.self)
  }

  private func array(_ text: Span<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    for index in text.indices { bytes.append(text[index]) }
    return bytes
  }

  private func equals(_ text: Span<UInt8>, _ word: String) -> Bool {
    guard text.count == word.utf8.count else { return false }
    for (index, byte) in word.utf8.enumerated() where text[index] != byte { return false }
    return true
  }

  private func integer(_ text: Span<UInt8>, _ form: NumberForm) -> LogicalValue? {
    guard !form.isDefault else { return Self.integer(text) }
    var bytes: [UInt8] = []
    return form.normalize(text, into: &bytes) ? Self.integer(bytes.span) : nil
  }

  private func number(_ text: Span<UInt8>, _ form: NumberForm) -> LogicalValue? {
    guard !form.isDefault else { return Self.number(text) }
    var bytes: [UInt8] = []
    return form.normalize(text, into: &bytes) ? Self.number(bytes.span) : nil
  }

  /// The whole number that `text` is in its default form.
  package static func integer(_ text: Span<UInt8>) -> LogicalValue? {
    if let value = NumberText.integer(text) { return .integer(value) }
    guard DecimalText.isInteger(text) else { return nil }
    var bytes: [UInt8] = []
    for index in text.indices { bytes.append(text[index]) }
    return .decimal(String(decoding: bytes, as: UTF8.self))
  }

  /// The number that `text` is in its default form.
  package static func number(_ text: Span<UInt8>) -> LogicalValue? {
    DecimalText.value(text)
  }

  package func instant(
    _ text: Span<UInt8>,
    _ format: TemporalFormat,
    _ kind: TemporalKind
  ) -> Instant? {
    switch (format, kind) {
    case (.default, .date): TemporalText.date(text).map { Instant(day: $0) }
    case (.default, .time): TemporalText.time(text).map { Instant(nanosecond: $0) }
    case (.default, .datetime): TemporalText.datetime(text)
    case (.any, _): UsualTemporalForms.instant(text, kind)
    case (.pattern(let pattern), _): pattern.instant(text)
    }
  }

  private func list(
    _ text: Span<UInt8>,
    _ delimiter: String,
    _ item: ListItem
  ) -> LogicalValue? {
    let separator = Array(delimiter.utf8)
    var values: [LogicalValue] = []
    var start = 0
    var index = 0
    while index <= text.count {
      let isAtEnd = index == text.count
      guard isAtEnd || equals(prefix(text, index, separator.count), delimiter) else {
        index += 1
        continue
      }
      guard let value = item.type.value(of: text.extracting(start..<index)) else { return nil }
      values.append(value)
      if isAtEnd { break }
      index += separator.count
      start = index
    }
    return .list(values)
  }

  @_lifetime(copy text)
  private func prefix(_ text: Span<UInt8>, _ start: Int, _ count: Int) -> Span<UInt8> {
    text.extracting(start..<min(text.count, start + count))
  }

  /// Reads what is JSON, or a point.
  private func shape(_ text: Span<UInt8>) -> LogicalValue? {
    if case .geopoint(.default) = self { return point(text) }
    guard let value = try? JSONParser.value(of: array(text), allowsRepeatedKeys: true) else {
      return nil
    }
    switch (self, value) {
    case (.object, .object), (.array, .array): return .json(value)
    case (.geopoint(.array), .array(let items)):
      guard items.count == 2, let longitude = items[0].double, let latitude = items[1].double
      else { return nil }
      return Self.isPlace(longitude, latitude) ? .json(value) : nil
    case (.geopoint(.object), .object(let members)):
      guard members.count == 2,
        let longitude = members.first(where: { $0.key == "lon" })?.value.double,
        let latitude = members.first(where: { $0.key == "lat" })?.value.double
      else { return nil }
      return Self.isPlace(longitude, latitude) ? .json(value) : nil
    case (.geojson(let isTopology), .object):
      return (isTopology ? GeoJSON.isTopology(value) : GeoJSON.isObject(value)) ? .json(value) : nil
    default: return nil
    }
  }

  private func point(_ text: Span<UInt8>) -> LogicalValue? {
    var comma = 0
    while comma < text.count, text[comma] != ASCII.comma { comma += 1 }
    guard comma < text.count else { return nil }
    var start = comma + 1
    while start < text.count, text[start] == ASCII.space { start += 1 }
    guard let longitude = NumberText.real(text.extracting(0..<comma)),
      let latitude = NumberText.real(text.extracting(start..<text.count)),
      Self.isPlace(longitude, latitude)
    else { return nil }
    return .list([.number(longitude), .number(latitude)])
  }

  private static func isPlace(_ longitude: Double, _ latitude: Double) -> Bool {
    (-180...180).contains(longitude) && (-90...90).contains(latitude)
  }
}

extension FieldType.ListItem {
  /// The type of the items, in its default form.
  var type: FieldType {
    switch self {
    case .string: .string(.default)
    case .integer: .integer(NumberForm())
    case .boolean: .boolean(true: FieldType.trueValues, false: FieldType.falseValues)
    case .number: .number(NumberForm())
    case .datetime: .datetime(.default)
    case .date: .date(.default)
    case .time: .time(.default)
    }
  }
}
