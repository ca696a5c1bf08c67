/// Figures of a profile as people read them.
enum Figures {
  /// A whole number with a comma before each three digits.
  static func whole(_ number: Int) -> String { HTMLPage.number(number) }

  /// A count, with `about` before an estimate.
  static func count(_ count: ColumnProfile.Count) -> String {
    (count.isExact ? "" : "about ") + whole(count.value)
  }

  /// A number in at most six digits, where it is not a whole one.
  static func number(_ number: Double) -> String {
    if number == number.rounded(), number.magnitude < 1e15 { return String(Int64(number)) }
    guard number.isFinite else { return "too large to tell" }
    guard number.magnitude >= 1e-3, number.magnitude < 1e15 else {
      let text = number.description
      return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
    var scale = 1.0
    while number.magnitude * scale < 1e5, scale < 1e9 { scale *= 10 }
    return ((number * scale).rounded() / scale).description
  }

  /// A part of `all` in percent.
  static func share(_ part: Int, of all: Int) -> String {
    guard part > 0, all > 0 else { return "0 %" }
    let percent = Double(part) / Double(all) * 100
    if part < all, percent > 99.9 { return "99.9 %" }
    return percent < 0.1 ? "< 0.1 %" : "\((percent * 10).rounded() / 10) %"
  }

  /// A place in a drawing, in at most two decimals.
  static func place(_ number: Double) -> String { ((number * 100).rounded() / 100).description }

  /// What is told of `column` in a word and a figure each.
  static func facts(of column: ColumnProfile, records: Int) -> [(String, String)] {
    var facts = [
      ("values", whole(column.values)),
      (
        "NULL",
        column.nulls == 0 ? "0" : "\(whole(column.nulls)) (\(share(column.nulls, of: records)))"
      ),
    ]
    if column.empties > 0 { facts.append(("empty texts", whole(column.empties))) }
    if column.blobs > 0 { facts.append(("blobs", whole(column.blobs))) }
    let isUnique = column.distinct.isExact && column.distinct.value == column.values
    facts.append(
      ("distinct", count(column.distinct) + (isUnique && column.values > 1 ? " (unique)" : ""))
    )
    if let numbers = column.numbers {
      facts += [
        ("least", numbers.wholeRange.map { String($0.lowerBound) } ?? number(numbers.minimum)),
        ("greatest", numbers.wholeRange.map { String($0.upperBound) } ?? number(numbers.maximum)),
      ]
      facts += [("mean", number(numbers.mean)), ("standard deviation", number(numbers.deviation))]
      for (rank, value) in numbers.quantiles {
        let name = rank == 0.5 ? "median" : "\(Int((rank * 100).rounded())) % below"
        facts.append((name, (numbers.isExact ? "" : "about ") + number(value)))
      }
    }
    if let texts = column.texts {
      let lengths = "\(texts.shortest) to \(texts.longest), mean \(number(texts.mean))"
      facts.append(("characters", lengths))
      if column.numbers == nil { facts += [("first", texts.first), ("last", texts.last)] }
    }
    return facts
  }
}
