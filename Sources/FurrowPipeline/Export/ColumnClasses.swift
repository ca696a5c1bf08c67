internal import FurrowCore
internal import FurrowFormats

/// Which storage classes the values of each column have, NULL left out.
struct ColumnClasses {
  /// What is known of one column.
  struct Column: Equatable {
    var hasNull = false
    var hasInteger = false
    var hasReal = false
    var hasText = false
    var hasBlob = false
    /// Whether there is a text that would be taken for a number where numbers are looked for.
    var hasNumberText = false
    /// Whether there is a text with bytes that are not UTF-8.
    var hasOddText = false
    /// Whether there is a text without characters.
    var hasEmptyText = false

    /// Whether values of several classes are written alike in `form`, so that they need marks.
    func needsMarks(in form: TextForm) -> Bool {
      let hasNumber = hasInteger || hasReal
      if form.format.isDelimited {
        return hasBlob && names.count > 1 || hasNumber && hasNumberText || hasOddText
      }
      guard form.format.isJSON else { return false }
      // Whole numbers may be strings of digits.
      let hasDigits = hasInteger && form.json.bigIntegers == .string
      return hasBlob && (hasText || hasDigits) || hasDigits && hasNumberText
    }

    /// Why values need marks in `form`.
    func reason(in form: TextForm) -> String {
      if hasOddText, names.count == 1 { return "holds text that is not UTF-8" }
      return "holds \(names.joined(separator: " and ")), which \(form.format.rawValue) writes alike"
    }

    /// The names of the classes, as SQLite's `typeof` has them.
    var names: [String] {
      [
        hasInteger ? "integer" : nil, hasReal ? "real" : nil, hasText ? "text" : nil,
        hasBlob ? "blob" : nil,
      ].compactMap { $0 }
    }
  }

  private(set) var columns: [Column]

  init(count: Int) {
    columns = Array(repeating: Column(), count: count)
  }

  mutating func look(at batch: borrowing RecordBatch) {
    let bytes = batch.bytes.span
    for column in columns.indices {
      var found = columns[column]
      for index in batch.live.indices {
        let field = batch[Int(batch.live[index]), column]
        switch field.kind {
        case .null: found.hasNull = true
        case .integer: found.hasInteger = true
        case .real: found.hasReal = true
        case .blob: found.hasBlob = true
        case .text:
          found.hasText = true
          let text = bytes.extracting(Int(field.start)..<field.end)
          if !found.hasOddText { found.hasOddText = (try? UTF8Span(validating: text)) == nil }
          if field.length == 0 {
            found.hasEmptyText = true
          } else if !found.hasNumberText {
            found.hasNumberText = NumberText.decimal(text) != nil || NumberText.real(text) != nil
          }
        }
      }
      columns[column] = found
    }
  }
}
