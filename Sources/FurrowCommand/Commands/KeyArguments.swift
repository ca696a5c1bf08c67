package import Furrow

/// What makes records unique and which of several is kept, as the arguments say it.
package struct KeyArguments: Sendable, Equatable {
  /// The columns of the key, none for whole records; `nil` when nobody asks.
  package let columns: [String]?
  package let rule: KeepRule
  package let comparisons: [NamedValue]
  package let ignoresCase: Bool
  package let normalization: Deduplication.Normalization
  package let nullsAreEqual: Bool
  /// The database with a table whose rows come first.
  package let database: String?
  package let table: String?

  /// How keys are made and compared.
  static let options = [
    Options.keep.option, Options.compareAs.option, Options.ignoreCase.option,
    Options.normalize.option, Options.nullsEqual.option, Options.against.option,
    Options.againstTable.option,
  ]
  /// The same for commands that do other things besides, where nothing is asked without the first two.
  static let stageOptions = [Options.dedupe.option, Options.dedupeBy.option] + options

  /// Reads the arguments of a run that may have this stage.
  init(stage arguments: ParsedArguments) throws(UsageError) {
    var columns = try arguments[Options.dedupeBy]
    var isWhole = try arguments[Options.dedupe]
    if isWhole, columns != nil {
      // What is typed beats what the environment says.
      let isTyped = [Options.dedupe.option, Options.dedupeBy.option].map {
        arguments.given[$0.name] != nil
      }
      if isTyped[0] == isTyped[1] {
        throw arguments.usageError("--dedupe compares whole records: drop it, or --dedupe-by")
      }
      if isTyped[0] { columns = nil } else { isWhole = false }
    }
    try self.init(arguments, by: isWhole ? [] : columns)
    guard self.columns == nil else { return }
    for option in Self.options where arguments.given[option.name] != nil {
      throw arguments.usageError(
        "--\(option.name) has a meaning only with --dedupe-by a,b or --dedupe"
      )
    }
  }

  /// Reads the arguments of a run with the key `columns`.
  init(_ arguments: ParsedArguments, by columns: [String]?) throws(UsageError) {
    self.columns = columns
    rule = try arguments[Options.keep]
    comparisons = try arguments[Options.compareAs]
    ignoresCase = try arguments[Options.ignoreCase]
    normalization = try arguments[Options.normalize]
    nullsAreEqual = try arguments[Options.nullsEqual]
    database = try arguments[Options.against]
    table = try arguments[Options.againstTable]
    for pair in comparisons where Deduplication.Comparison(rawValue: pair.value) == nil {
      throw arguments.usageError("--as \(pair.name)=\(pair.value): expected integer or number")
    }
    if table != nil, database == nil {
      throw arguments.usageError("--against-table has a meaning only with --against DB")
    }
  }

  /// What they ask for, where white space at the ends may count for nothing; `nil` when nobody asks.
  func deduplication(trims: Bool) -> Deduplication? {
    guard let columns else { return nil }
    var result = Deduplication(columns: columns)
    result.rule = rule
    result.comparisons = comparisons.compactMap { pair in
      Deduplication.Comparison(rawValue: pair.value).map { (pair.name, $0) }
    }
    result.ignoresCase = ignoresCase
    result.normalization = normalization
    result.trims = trims
    result.nullsAreEqual = nullsAreEqual
    result.table = database.map { HeldTable(database: $0, name: table) }
    return result
  }
}
