internal import FurrowCore
public import FurrowFormats

/// A text file to read, as often as need be: where it is and how it is written.
public struct TextSource: Sendable {
  /// The file, as the user named it; `-` is standard input.
  public var path: String
  /// How it is written.
  public var dialect: Dialect
  /// Its format.
  public var format: FileFormat
  /// At most so many records are read.
  public var limits = ReadingLimits()
  /// How its characters are written as bytes.
  public var encoding = TextEncoding.automatic
  /// What becomes of bytes that are no characters.
  public var badBytes = BadBytes.reject
  /// Bytes in a batch.
  public var blockBytes = DelimitedReader.blockBytes
  /// Whether the dialect of CSV is found out; ``dialect`` is what holds where nothing else is found.
  public var isSniffed = false
  /// The shape that the source has to have; ``dialect`` is that of the lock then.
  public var lock: ShapeLock?
  /// What was found out about the dialect, once it was looked for.
  public private(set) var finding: DialectFinding?
  /// The encoding of the bytes, as far as it is known.
  private(set) var foundEncoding = TextEncoding.utf8
  /// How it was decided, when nobody named it and no byte order mark told it.
  private(set) var encodingNote: String?
  /// The code page that the bytes are likely in, where they are no UTF-8 throughout.
  private(set) var likelyCodePage: TextEncoding?
  /// What the user should know of what was found out.
  public private(set) var notes: [String] = []

  /// A source that can be read once, which may be opened twice.
  private let input: ReadOnceSource?
  /// The wish that the run stops.
  let cancellation: Cancellation?
  /// What counts the bytes that are read.
  private let meter: ReadMeter?
  /// The columns of JSON, once they are found.
  private var jsonColumns: JSONColumns?
  /// What it held, once all of it is kept to be read any number of times.
  private var spooled: Spool?

  /// Makes a source.
  ///
  /// A wish that the run stops ends a read that waits.
  public init(
    path: String,
    dialect: Dialect,
    format: FileFormat,
    cancellation: Cancellation? = nil,
    progress: RunProgress? = nil
  ) {
    self.path = path
    self.dialect = dialect
    self.format = format
    self.cancellation = cancellation
    meter = progress?.meter
    input =
      FileSource.isReadOnce(path)
      ? ReadOnceSource(path: path, alarm: cancellation?.alarm, meter: meter) : nil
  }

  /// Makes a source of CSV that the run has written for itself, without a header.
  init(_ text: Spool, path: String, columns: [String], cancellation: Cancellation?) {
    var dialect = Dialect.csv
    dialect.hasHeader = false
    dialect.columns = columns
    dialect.keepsNulls = true
    (self.path, self.dialect, self.cancellation) = (path, dialect, cancellation)
    (format, encoding, spooled) = (.csv, .utf8, text)
    (meter, input) = (nil, nil)
  }

  /// Keeps what can be read once in a temporary file, so that it can be opened more than once.
  mutating func spool() throws(PipelineError) {
    guard let input, spooled == nil else { return }
    spooled = try reading { () throws(ReadFailure) in try Spool(input.open()) }
  }

  /// Finds out the dialect, if that is wished; the first bytes of the source are read for that.
  mutating func sniff() throws(PipelineError) {
    guard isSniffed, format == .csv, finding == nil else { return }
    let sample = try sample()
    let keepsAll = dialect.keepsFaulty
    if !keepsAll { try sample.checkFormat(of: path) }
    let finding = DialectSniffer(sample, known: dialect).find()
    dialect = finding.dialect
    self.finding = finding
    if let evidence = sample.codePage, keepsAll, badBytes == .reject {
      takeAsCodePage(evidence)
    } else {
      likelyCodePage = sample.codePage.flatMap { $0.isThroughout ? $0.likely : nil }
      notes += finding.codePageNotes(of: path, sample)
    }
    notes += finding.notes(of: path)
  }

  /// The first bytes of the source as text, which tell the encoding besides.
  mutating func sample() throws(PipelineError) -> TextSample {
    let text = try findEncoding()
    let limit = dialect.keepsFaulty ? 8 * TextSample.usualBytes : TextSample.usualBytes
    return try reading { () throws(ReadFailure) in try TextSample(text, limit: limit) }
  }

  /// Opens the source to look at its encoding.
  @discardableResult
  mutating func findEncoding() throws(PipelineError) -> sending TextInput {
    if spooled == nil { input?.expectOpening() }
    let text = try text()
    (foundEncoding, encodingNote) = (text.encoding, text.note)
    return text
  }

  /// Reads bytes that are no characters as a code page has them, and says so.
  private mutating func takeAsCodePage(_ evidence: CodePageEvidence) {
    let byte = String(evidence.byte, radix: 16, uppercase: true)
    let found = "\(path): byte 0x\(byte) on line \(evidence.line) is not UTF-8"
    if evidence.isThroughout {
      (encoding, foundEncoding) = (evidence.likely, evidence.likely)
      notes.append(
        "\(found), and no character is: taken for \(evidence.likely.name), which is a guess;"
          + " --encoding names the code page"
      )
    } else {
      badBytes = .windows1252
      notes.append(
        "\(found), though other characters are: such bytes are taken for windows-1252, which is a"
          + " guess; --on-bad-bytes says otherwise"
      )
    }
  }

  /// Finds the columns of JSON, which are the keys of all records; the source is read for that.
  mutating func findColumns() throws(PipelineError) {
    guard let layout, dialect.columns.isEmpty else { return }
    try spool()
    let text = try text().source
    let (dialect, blockBytes, limits) = (dialect, blockBytes, limits)
    jsonColumns = try reading { () throws(ReadFailure) in
      try JSONColumns.find(
        in: text,
        layout: layout,
        hasHeader: dialect.hasHeader,
        allowsBlankName: dialect.allowsBlankName,
        blockBytes: blockBytes,
        limits: limits
      )
    }
  }

  /// Opens the source from its start with the other reader, and reads its header.
  func openWithLibcsv() throws(PipelineError) -> sending any RecordReader {
    let text = try text().source
    return try reading { () throws(ReadFailure) -> sending any RecordReader in
      try LibcsvReader(text, dialect: dialect, blockBytes: blockBytes, limits: limits)
    }
  }

  /// Opens the source from its start, and reads its header.
  func open() throws(PipelineError) -> sending any RecordReader {
    let text = try text().source
    guard let layout else {
      return try reading { () throws(ReadFailure) -> sending any RecordReader in
        try DelimitedReader(text, dialect: dialect, blockBytes: blockBytes, limits: limits)
      }
    }
    return JSONReader(
      text,
      layout: layout,
      columns: jsonColumns
        ?? JSONColumns(dialect.columns, allowsBlankName: dialect.allowsBlankName),
      keepsNulls: dialect.keepsNulls,
      blockBytes: blockBytes,
      limits: limits
    )
  }

  /// The names of the columns as the first bytes of the source tell them, for those who cannot wait:
  /// of JSON the keys of its first records.
  ///
  /// - Returns: Nothing of a source that can be read only once.
  package func firstColumns() throws(PipelineError) -> [String] {
    guard input == nil else { return [] }
    var source = self
    try source.sniff()
    let (dialect, layout, limits) = (source.dialect, layout, limits)
    let head = SourceHead(try source.text().source)
    return try reading { () throws(ReadFailure) -> [String] in
      guard let layout else {
        return try DelimitedReader(
          head,
          dialect: dialect,
          blockBytes: SourceHead.size,
          limits: limits
        ).columns
      }
      return try JSONColumns.find(
        in: head,
        layout: layout,
        hasHeader: dialect.hasHeader,
        allowsBlankName: dialect.allowsBlankName,
        blockBytes: SourceHead.size,
        limits: ReadingLimits(records: 100)
      ).names.names
    }
  }

  /// How records of JSON stand in the text; `nil` for other formats.
  private var layout: JSONEncoding.Layout? {
    switch format {
    case .csv, .tsv: nil
    case .json: .array
    case .ndjson: .lines
    }
  }

  private func text() throws(PipelineError) -> sending TextInput {
    try reading { () throws(ReadFailure) -> sending TextInput in
      let bytes =
        if let spooled {
          try lookThrough(spooled.open())
        } else if let input {
          try lookThrough(input.open())
        } else {
          try openSource(path: path, alarm: cancellation?.alarm, meter: meter)
        }
      return try decode(bytes, encoding: encoding, badBytes: badBytes)
    }
  }
}

extension TextSample {
  /// Proves that the text of a source is not JSON whose name does not say so, which would be read
  /// as CSV.
  func checkFormat(of path: String) throws(PipelineError) {
    guard FileFormat(path: path) == nil, let format = jsonFormat else { return }
    throw .plan(
      "\(path): the text begins as JSON does, and no name says so: --format \(format.rawValue) reads"
        + " it as that, --format csv as CSV"
    )
  }
}

/// What is known of a source before its first record.
struct SourceHeader: Sendable {
  var path: String
  /// The names of the columns, each once.
  var columns: [String]
  /// The names as the file has them.
  var labels: [String]
  /// The bytes of the header with its line end; empty when there is none.
  var bytes: [UInt8]
  /// The line it stands on.
  var line: Int
  /// What was changed in the names.
  var changes: [NameChange]

  /// One name that was changed.
  struct NameChange: Sendable {
    /// What was changed, in words.
    var warning: String
    /// The fault that it is where names are judged: blank, or just that of an earlier column.
    var fault: Fault?
  }

  init(_ reader: any RecordReader) {
    path = reader.path
    columns = reader.columns
    labels = reader.columns
    for renaming in reader.renamings { labels[renaming.column - 1] = renaming.old }
    bytes = reader.header
    line = reader.headerLine
    let (path, line, labels, isWritten) = (path, line, labels, !bytes.isEmpty)
    changes = reader.renamings.map { renaming in
      let reason = renaming.first.map { "stands in column \($0), too" } ?? "is blank"
      let isRepeated = renaming.first.map { labels[$0 - 1] == renaming.old } ?? true
      return NameChange(
        warning: "\(path):\(line): the name \"\(renaming.old)\" of column \(renaming.column)"
          + " \(reason); it is called \"\(renaming.new)\"",
        fault: isWritten && isRepeated ? Fault(renaming, in: path, line: line) : nil
      )
    }
  }
}

extension Fault {
  /// Makes the fault that a name of the header is.
  fileprivate init(_ renaming: HeaderNames.Renaming, in file: String, line: Int) {
    self.file = file
    position = SourcePosition(line: line)
    column = renaming.column
    field = renaming.old
    code = renaming.first == nil ? .blankHeader : .duplicateLabel
    message =
      renaming.first.map { "expected another name than that of column \($0)" }
      ?? "expected a name for column \(renaming.column)"
  }
}
