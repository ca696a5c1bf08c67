internal import FurrowCore

/// What a scanner goes by, whatever it does with it.
struct ScanRules {
  let delimiter: UInt8
  let quote: UInt8?
  let comment: UInt8?
  let columnCount: Int
  let grammar: CarefulRecord.Grammar
  let ragged: RaggedRule
  let keepsFaulty: Bool
  /// Whether white space counts for nothing where a surplus field is looked at.
  let trims: Bool

  init(_ dialect: Dialect, columnCount: Int) {
    delimiter = dialect.delimiter
    quote = dialect.quote
    comment = dialect.comment
    grammar = dialect.grammar
    ragged = dialect.ragged
    keepsFaulty = dialect.keepsFaulty
    trims = dialect.trims
    self.columnCount = columnCount
  }

  /// The most fields of a record that are put down.
  var fieldLimit: Int {
    ragged == .keep ? max(columnCount, HeaderReader.maximumColumns) : columnCount
  }
}

extension Dialect {
  /// Whether the text can be read by bit masks.
  var isPlain: Bool {
    escapeByte == nil && wideDelimiter == nil && (doublesQuotes || quote == nil)
  }

  var grammar: CarefulRecord.Grammar {
    CarefulRecord.Grammar(
      escape: escapeByte,
      doublesQuotes: doublesQuotes,
      skipsInitialSpace: skipsInitialSpace,
      wideDelimiter: wideDelimiter
    )
  }
}
