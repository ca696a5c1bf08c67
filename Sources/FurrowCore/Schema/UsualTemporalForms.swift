/// The usual ways to write dates and times, tried one after the other: Table Schema's format `any`.
///
/// Of `03/04/2025` the month is taken to be first, as in most programs that guess.
enum UsualTemporalForms {
  static func instant(_ text: Span<UInt8>, _ kind: TemporalKind) -> Instant? {
    switch kind {
    case .date:
      if let day = TemporalText.date(text) { return Instant(day: day) }
    case .time:
      if let time = TemporalText.time(text) { return Instant(nanosecond: time) }
    case .datetime:
      if let instant = TemporalText.datetime(text) { return instant }
    }
    let plain = withoutOrdinals(text)
    for pattern in patterns(kind) {
      if let instant = pattern.instant(plain.span) { return instant }
    }
    return nil
  }

  private static func patterns(_ kind: TemporalKind) -> [TemporalPattern] {
    switch kind {
    case .date: dates
    case .time: times
    case .datetime: datetimes
    }
  }

  private static let dateTexts = [
    "%Y-%m-%d", "%Y/%m/%d", "%Y.%m.%d", "%d %b %Y", "%d-%b-%Y", "%b %d, %Y", "%b %d %Y",
    "%a %d %b %Y", "%a, %d %b %Y", "%m/%d/%Y", "%d/%m/%Y", "%d.%m.%Y", "%d-%m-%Y", "%m/%d/%y",
  ]
  private static let timeTexts = [
    "%H:%M:%S", "%H:%M:%S.%f", "%H:%M", "%I:%M:%S %p", "%I:%M %p", "%I %p", "%I:%M%p", "%I%p",
    "%H:%M:%S%z", "%H:%M:%S.%f%z", "%H:%M%z", "%H:%M:%S %z", "%H:%M:%S %Z",
  ]
  private static let dates = dateTexts.compactMap { TemporalPattern($0) }
  private static let times = timeTexts.compactMap { TemporalPattern($0) }
  private static let datetimes = dateTexts.flatMap { date in
    [" ", "T", ", "].flatMap { between in
      timeTexts.compactMap { time in TemporalPattern(date + between + time) }
    }
  }

  /// `1st`, `2nd`, `3rd`, `10th` without their letters.
  private static func withoutOrdinals(_ text: Span<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var index = 0
    while index < text.count {
      let follows = index > 0 && text[index - 1] &- ASCII.zero < 10
      var rest = TextScanner(text.extracting(index..<text.count))
      if follows,
        rest.takeWord("st") || rest.takeWord("nd") || rest.takeWord("rd") || rest.takeWord("th"),
        rest.isAtEnd || rest.peek == ASCII.space || rest.peek == ASCII.comma
      {
        index += 2
        continue
      }
      result.append(text[index])
      index += 1
    }
    return result
  }
}
