package import Furrow

/// How text is written, as the arguments of any command say it.
package struct DialectArguments: Sendable, Equatable {
  /// The format; `nil` when the file's extension decides.
  package let written: OutputFormat?
  /// What stands between fields; `nil` for what the format has.
  package let delimiter: Unicode.Scalar?
  /// What stands around fields; `nil` for what the format has.
  package let quote: QuoteRule?
  package let escape: Dialect.Escape
  package let hasHeader: Bool
  /// The texts that stand for NULL.
  package let nullTokens: [String]

  /// Reads the options that readers and writers share, and refuses those that contradict.
  ///
  /// `isForReading` tells what a reader needs from what a writer does.
  init(_ arguments: ParsedArguments, isForReading: Bool = false) throws(UsageError) {
    written = try arguments[Options.format]
    delimiter = try arguments[Options.delimiter]
    quote = try arguments[Options.quote]
    escape = try arguments[Options.escape]
    hasHeader = try !arguments[Options.noHeader]
    nullTokens = try arguments[Options.null]
    if isForReading, let written, written.readable == nil {
      throw arguments.usageError("--format \(written.rawValue) is written only, and cannot be read")
    }
    if let format = written {
      for option in Self.meaningless(in: format, isForReading: isForReading)
      where arguments.given[option.name] != nil {
        throw arguments.usageError("--\(option.name) has no meaning in \(format.rawValue)")
      }
    }
    if let delimiter, delimiter.isASCII, quote == .character(UInt8(ascii: delimiter)) {
      throw arguments.usageError("--delimiter and --quote are the same character")
    }
    if delimiter == "\"", quote == nil {
      throw arguments.usageError("--delimiter is the quote character: add --quote none or another")
    }
  }

  /// The options that say nothing about text of `format`.
  fileprivate static func meaningless(in format: OutputFormat, isForReading: Bool) -> [Option] {
    let delimited = [Options.delimiter.option, Options.quote.option]
    switch format {
    case .csv: return []
    case .tsv: return delimited + [Options.reader.option]
    case .json, .ndjson, .sql, .markdown, .table:
      // The first of the arrays in a JSON array may have the names, or not.
      let header = isForReading && format == .json ? [] : [Options.noHeader.option]
      return delimited + header + [
        Options.escape.option, Options.skipLines.option, Options.comment.option,
        Options.null.option, Options.nullQuoted.option, Options.trim.option,
        Options.ragged.option, Options.strictHeader.option, Options.reader.option,
      ]
    }
  }
}

extension DialectArguments {
  /// The format that is read; `nil` when the file's extension decides.
  package var format: FileFormat? { written?.readable }

  /// The dialect that the arguments describe, for text of `format`.
  func dialect(for format: FileFormat) -> Dialect {
    dialect(for: OutputFormat(format))
  }

  /// The dialect that the arguments describe, for text of `format`.
  func dialect(for format: OutputFormat) -> Dialect {
    applied(to: format == .tsv ? .tsv : .csv)
  }

  /// `known` with all that the arguments say otherwise.
  func applied(to known: Dialect) -> Dialect {
    var dialect = known
    if let delimiter { dialect.separate(by: delimiter) }
    switch quote {
    case .character(let byte)?: dialect.quote = byte
    case QuoteRule.none?: dialect.quote = nil
    case nil: break
    }
    if escape != .none { dialect.escape = escape }
    if !hasHeader { dialect.hasHeader = false }
    if !nullTokens.isEmpty { dialect.nullTokens = nullTokens }
    return dialect
  }
}

extension DialectArguments {
  /// Refuses what contradicts itself once the format's own delimiter and quote are known.
  func check(
    _ arguments: ParsedArguments,
    _ dialect: Dialect,
    of format: OutputFormat
  ) throws(UsageError) {
    guard format.isDelimited else { return }
    if let fault = dialect.fault { throw arguments.usageError(fault) }
    guard escape == .backslash, dialect.quote != nil else { return }
    throw arguments.usageError(
      "--escape backslash is for text without quotes: add --format tsv or --quote none"
    )
  }
}

extension ReadingArguments {
  /// The dialect that the arguments describe, for a source with this path; the file they may name
  /// is not read.
  func readingDialect(of path: String) -> Dialect {
    let format = dialect.format ?? FileFormat(path: path) ?? .csv
    return completed(dialect.dialect(for: format))
  }

  /// Whether the dialect of sources in CSV is found out: nobody says anything about it.
  var isSniffed: Bool {
    dialect.format == nil && dialect.delimiter == nil && dialect.quote == nil
      && dialect.escape == .none && dialectFile == nil && !isFrozen
  }

  /// The shape that the source at `path` has to have; `nil` when it may have any.
  func lock(of path: String) throws(PipelineError) -> ShapeLock? {
    guard isFrozen else { return nil }
    var lock = try ShapeLock(for: path)
    lock.dialect = completed(dialect.applied(to: lock.dialect))
    return lock
  }

  /// The files that are read beside the sources at `paths`: the dialect, or a lock for each.
  func filesRead(of paths: [String]) -> [String] {
    (dialectFile.map { [$0] } ?? []) + (isFrozen ? paths.map(ShapeLock.path) : [])
  }

  /// The dialect that the arguments describe and, where they say nothing, the lock or the file they name.
  func fullDialect(of path: String, _ lock: ShapeLock?) throws(PipelineError) -> Dialect {
    if let lock { return lock.dialect }
    guard let dialectFile else { return readingDialect(of: path) }
    let format = dialect.format ?? FileFormat(path: path) ?? .csv
    return completed(dialect.applied(to: try Dialect(file: dialectFile, format: format)))
  }

  private func completed(_ dialect: Dialect) -> Dialect {
    var result = dialect
    if let columns { result.columns = columns }
    if skippedLines > 0 { result.skippedLines = skippedLines }
    if let comment { result.comment = comment }
    result.nullsQuoted = readsQuotedNull
    result.trims = trims
    result.isHeaderStrict = isHeaderStrict
    result.keepsNulls = nullByteRule == .keep || ragged == .keep
    result.ragged = ragged
    result.keepsFaulty = ragged == .keep
    return result
  }
}

/// What only a reader of text needs to be told.
package struct ReadingArguments: Sendable, Equatable {
  package let dialect: DialectArguments
  /// The Table Dialect that holds where nothing else is said.
  package let dialectFile: String?
  /// Whether each source has to have the shape that is locked beside it.
  package let isFrozen: Bool
  /// The names of the columns of a source that has no header.
  package let columns: [String]?
  /// Physical lines before the header.
  package let skippedLines: Int
  /// What a line starts with that is passed over.
  package let comment: UInt8?
  /// Whether quoted fields are compared with the texts for NULL, too.
  package let readsQuotedNull: Bool
  package let trims: Bool
  package let encoding: TextEncoding
  /// What becomes of bytes that are not UTF-8.
  package let badBytes: BadBytes
  package let nullByteRule: NullByteRule
  /// What becomes of a record that has not as many fields as there are columns.
  package let ragged: RaggedRule
  /// Whether a header name that is blank or stands twice ends the run.
  package let isHeaderStrict: Bool
  /// The number of records to read of each source; `nil` for all.
  package let limit: Int?
  /// The largest record, in bytes.
  package let recordBytes: Int

  /// The options of every command that reads text.
  static let options = [
    Options.format.option, Options.dialect.option, Options.encoding.option,
    Options.onBadBytes.option, Options.onNullByte.option, Options.delimiter.option,
    Options.quote.option,
    Options.escape.option, Options.noHeader.option, Options.columns.option,
    Options.skipLines.option,
    Options.comment.option, Options.null.option, Options.nullQuoted.option, Options.trim.option,
    Options.ragged.option, Options.strictHeader.option, Options.limit.option,
    Options.maxRecord.option,
  ]

  /// The options of a command that holds sources against their locks, too.
  static let lockedOptions = options + [Options.frozen.option]

  /// Reads the options of a reader, and refuses those that contradict.
  ///
  /// `writesText` tells whether records may keep a number of fields of their own, `takesLocks` whether
  /// the command holds sources against their locks.
  init(
    _ arguments: ParsedArguments,
    writesText: Bool = false,
    takesLocks: Bool = false
  ) throws(UsageError) {
    dialect = try DialectArguments(arguments, isForReading: true)
    encoding = try arguments[Options.encoding]
    badBytes = try arguments[Options.onBadBytes]
    nullByteRule = try arguments[Options.onNullByte]
    ragged = try arguments[Options.ragged]
    dialectFile = try arguments[Options.dialect]
    isFrozen = takesLocks ? try arguments[Options.frozen] : false
    columns = try arguments[Options.columns]
    skippedLines = try arguments[Options.skipLines]
    comment = try arguments[Options.comment]
    readsQuotedNull = try arguments[Options.nullQuoted]
    trims = try arguments[Options.trim]
    isHeaderStrict = try arguments[Options.strictHeader]
    limit = try arguments[Options.limit]
    recordBytes = try arguments[Options.maxRecord]
    if recordBytes > ReadingLimits.largestRecord {
      throw arguments.usageError("--max-record: a record has 1 GiB at most")
    }
    try checkFormats(arguments)
    // Without this rule a forgotten --no-header would cost the first record without a word.
    let path = arguments.positionals("SOURCE").first ?? ""
    let isJSON = [.json, .ndjson].contains(dialect.format ?? FileFormat(path: path))
    if columns != nil, dialect.hasHeader, !isJSON, dialectFile == nil, !isFrozen {
      throw arguments.usageError(
        "--columns names the columns of a source without a header: add --no-header"
      )
    }
    if isFrozen { try checkLocks(arguments) }
    if ragged == .keep, !writesText {
      throw arguments.usageError(
        "--ragged keep is for furrow convert: elsewhere a record has to have as many fields as there"
          + " are columns"
      )
    }
    let isDelimiter = comment.map { Unicode.Scalar($0) == dialect.delimiter } ?? false
    if let comment, isDelimiter || dialect.quote == .character(comment) {
      throw arguments.usageError("--comment is also the delimiter or the quote")
    }
  }
}

extension ReadingArguments {
  /// Refuses what no lock can be held against.
  private func checkLocks(_ arguments: ParsedArguments) throws(UsageError) {
    if dialectFile != nil {
      throw arguments.usageError("--frozen reads in the dialect of the lock: drop --dialect")
    }
    if arguments.positionals("SOURCE").contains("-") {
      throw arguments.usageError("--frozen needs a lock beside the source: standard input has none")
    }
  }

  /// Refuses an option that says nothing about any of the sources, whose names tell their format.
  private func checkFormats(_ arguments: ParsedArguments) throws(UsageError) {
    let formats = arguments.positionals("SOURCE").map { FileFormat(path: $0) ?? .csv }
    if dialect.format == nil, formats.contains(.csv), formats.contains(.tsv) {
      for option in [
        Options.delimiter.option, Options.quote.option, Options.escape.option,
        Options.dialect.option,
      ] where arguments.given[option.name] != nil {
        throw arguments.usageError(
          "--\(option.name) would hold for all sources, and some are csv, some tsv: name their --format,"
            + " or read them in two runs"
        )
      }
    }
    let isStructured = !formats.isEmpty && formats.allSatisfy { $0 == .json || $0 == .ndjson }
    guard dialect.format == nil, isStructured, let format = formats.first else { return }
    for option in DialectArguments.meaningless(in: OutputFormat(format), isForReading: true)
    where arguments.given[option.name] != nil {
      throw arguments.usageError("--\(option.name) has no meaning in \(format.rawValue)")
    }
  }
}

/// What to do with records that are wrong.
package struct FaultArguments: Sendable, Equatable {
  package let rule: FaultRule
  /// The folder for rejected records.
  package let rejects: String?
  package let maximum: ImportPlan.RejectLimit?

  /// The options of every command that may reject records.
  static let options = [
    Options.onError.option, Options.rejects.option, Options.maxRejects.option,
  ]

  init(_ arguments: ParsedArguments) throws(UsageError) {
    rule = try arguments[Options.onError]
    rejects = try arguments[Options.rejects]
    maximum = try arguments[Options.maxRejects]
    if rule == .stop, arguments.isTyped(Options.maxRejects) {
      throw arguments.usageError("--max-rejects has a meaning only with --on-error reject")
    }
  }
}
