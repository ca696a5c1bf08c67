internal import FurrowCore
internal import FurrowFormats

/// Two readers over one source, held against each other: records, fields and faults.
public struct Audit: ~Copyable {
  /// What both readers found, up to the first difference.
  public struct Result: Sendable, Equatable {
    /// Records without a fault.
    public var records = 0
    /// Their fields.
    public var fields = 0
    /// Faults.
    public var faults = 0
    /// Where the readers differ first; `nil` when they do not.
    public var difference: AuditDifference?
    /// What was found out about how the source is written, and the user should know.
    public var notes: [String] = []
  }

  private var result = Result()
  private var native: AuditSide
  private var libcsv: AuditSide
  private let path: String
  private let columns: [String]

  /// Compares `native`, which reads the file at `path` with these columns, and `libcsv`.
  package init(
    _ native: any RecordSource,
    _ libcsv: any RecordSource,
    path: String,
    columns: [String]
  ) {
    self.native = AuditSide(native)
    self.libcsv = AuditSide(libcsv)
    self.path = path
    self.columns = columns
  }

  /// Compares the two readers of CSV over `source`; each reads on a thread of its own.
  ///
  /// Where the dialect of the source is to be found out, both read what was found.
  /// - Throws: ``PipelineError`` when the source cannot be read, or libcsv does not know its dialect.
  public static func run(
    _ source: TextSource,
    until cancellation: Cancellation? = nil
  ) throws(PipelineError) -> Result {
    var source = source
    try source.spool()
    try source.sniff()
    if let fault = LibcsvReader.fault(of: source.dialect) {
      let found = source.notes.first.map { "; \($0)" } ?? ""
      throw .plan("\(source.path): \(fault), so there is no second reader to ask\(found)")
    }
    let native = try source.open()
    let (path, columns) = (native.path, native.columns)
    let audit = Audit(
      Lane(Intake(native), through: []),
      Lane(Intake(try source.openWithLibcsv()), through: []),
      path: path,
      columns: columns
    )
    var result = try audit.compare(until: cancellation)
    result.notes = source.notes
    return result
  }

  /// Goes through both readers side by side, and stops at the first difference.
  package consuming func compare(
    until cancellation: Cancellation? = nil
  ) throws(PipelineError) -> Result {
    while true {
      if result.records & 0xFFFF == 0 { try cancellation?.check() }
      let ours = try native.next()
      let theirs = try libcsv.next()
      if ours == nil, theirs == nil { return result }
      if let difference = difference(ours, theirs) {
        result.difference = difference
        return result
      }
    }
  }

  /// Counts what both readers found, or tells how it differs.
  private mutating func difference(
    _ ours: AuditSide.Item?,
    _ theirs: AuditSide.Item?
  ) -> AuditDifference? {
    switch (ours, theirs) {
    case (.record(let record)?, .record(let other)?):
      guard native.position(of: .record(record)) == libcsv.position(of: .record(other)) else {
        return whole(ours, theirs)
      }
      return differenceOfFields(record, other)
    case (.fault(let fault)?, .fault(let other)?):
      let isSame =
        fault.code == other.code && fault.column == other.column
        && native.position(of: .fault(fault)) == libcsv.position(of: .fault(other))
      guard isSame else { return whole(ours, theirs) }
      result.faults += 1
      return nil
    default:
      return whole(ours, theirs)
    }
  }

  private mutating func differenceOfFields(_ record: Int, _ other: Int) -> AuditDifference? {
    let range = native.batch.fieldRange(of: record)
    let otherRange = libcsv.batch.fieldRange(of: other)
    guard range.count == otherRange.count else { return whole(.record(record), .record(other)) }
    for column in 0..<range.count {
      let (index, otherIndex) = (range.lowerBound + column, otherRange.lowerBound + column)
      if isSameField(index, otherIndex) { continue }
      var difference = whole(.record(record), .record(other))
      difference.column = column + 1
      difference.field = columns.indices.contains(column) ? columns[column] : nil
      difference.native = native.words(ofField: index)
      difference.libcsv = libcsv.words(ofField: otherIndex)
      return difference
    }
    result.records += 1
    result.fields += range.count
    return nil
  }

  private func isSameField(_ index: Int, _ otherIndex: Int) -> Bool {
    let field = native.batch.fields[index]
    let other = libcsv.batch.fields[otherIndex]
    guard field.kind == other.kind, field.length == other.length else { return false }
    let bytes = native.batch.span(of: field)
    let otherBytes = libcsv.batch.span(of: other)
    for place in bytes.indices where bytes[place] != otherBytes[place] { return false }
    return true
  }

  /// The difference of two records as wholes.
  private func whole(_ ours: AuditSide.Item?, _ theirs: AuditSide.Item?) -> AuditDifference {
    let place = ours.map { native.position(of: $0) }
    let otherPlace = theirs.map { libcsv.position(of: $0) }
    var (words, otherWords) = (native.words(ours), libcsv.words(theirs))
    if let place, let otherPlace, words == otherWords {
      words += " from line \(place.line), byte \(place.byte)"
      otherWords += " from line \(otherPlace.line), byte \(otherPlace.byte)"
    }
    return AuditDifference(
      file: path,
      position: place ?? otherPlace ?? SourcePosition(),
      native: words,
      libcsv: otherWords
    )
  }
}
