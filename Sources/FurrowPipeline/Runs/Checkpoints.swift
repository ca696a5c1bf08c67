internal import FurrowCore
internal import FurrowFormats
internal import FurrowSQLite

/// Commits an import as it goes, and writes down in the same transaction how far it has come.
///
/// Whatever ends the process between two commits, the table holds just the records up to the last
/// one, and a run with `--resume` goes on behind them.
final class Checkpoints: BatchListener {
  private let database: Database
  private let table: RunTable
  private let rule: ImportPlan.CommitRule?
  private let goesOn: Bool
  /// The run as it stands; what is committed of it is in the database.
  private(set) var run: RunRecord
  /// The books at the last commit.
  private(set) var committed: Ledger
  /// Whether anything was committed, so that there is something to keep.
  private(set) var hasCommitted = false
  /// Whether an earlier run is continued.
  let isResumed: Bool

  private var log: RejectLog?
  private var recordsAtCommit: Int
  private var lastCommit = ContinuousClock.now

  /// Finds the run to go on with, or begins a new one.
  ///
  /// - Throws: ``PipelineError`` when the sources, the options or the table are not what they were.
  init(
    _ plan: ImportPlan,
    _ target: Target,
    dialects: [Int: Dialect],
    in database: Database
  ) throws(PipelineError) {
    self.database = database
    table = RunTable(database)
    rule = plan.commitRule
    goesOn = plan.goesOnWithoutRejects
    let found = try FurrowPipeline.database { [table] () throws(SQLiteError) in
      plan.resumes ? try table.last(of: plan.writtenSources, into: target.table.name) : nil
    }
    let salt = found?.salt ?? SaltedDigest.salt()
    let fresh = try RunRecord(plan, target, dialects, in: database, salt: salt)
    if let found {
      if let difference = found.difference(from: fresh) {
        // What a finished run has loaded would be loaded twice.
        throw .plan(
          found.status == .complete
            ? "run \(found.id) is finished, and what it has loaded is not what is asked for:"
              + " \(difference); import without --resume to load that beside it"
            : "run \(found.id) cannot be resumed: \(difference); undo that, or import without --resume"
        )
      }
      run = found
      isResumed = true
    } else {
      run = fresh
      isResumed = false
      run.id = try FurrowPipeline.database { [table] () throws(SQLiteError) in
        try table.insert(fresh)
      }
    }
    committed = run.ledger
    recordsAtCommit = run.ledger.read
  }

  /// The dialects that the last run of the sources of `plan` into `table` found out, if there is one.
  static func dialects(
    of plan: ImportPlan,
    _ table: String,
    in database: Database
  ) throws(PipelineError) -> [Int: Dialect] {
    let run = try FurrowPipeline.database { () throws(SQLiteError) in
      try RunTable(database).last(of: plan.writtenSources, into: table)
    }
    var dialects: [Int: Dialect] = [:]
    for option in run?.options ?? [] where option.hasPrefix(Self.sniffed) {
      let parts = option.dropFirst(Self.sniffed.count).split(separator: " ", maxSplits: 1)
      guard parts.count == 2, let number = Int(parts[0]) else { continue }
      do throws(DocumentError) {
        let document = JSONCursor(try JSONParser.value(of: Array(parts[1].utf8)))
        let known = plan.dialect(of: number - 1)
        dialects[number - 1] = known.sniffed(as: try Dialect(document, format: .csv))
      } catch {
        throw .document(error)
      }
    }
    return dialects
  }

  /// What an option begins with that says in which dialect a source was found to be.
  fileprivate static let sniffed = "sniffed dialect="

  /// Whether everything was loaded before.
  var isComplete: Bool { run.status == .complete }

  /// Begins with the source at `index`; gives the place where the run goes on, if that is not its start.
  func begin(_ index: Int, _ log: RejectLog) -> SourcePosition? {
    self.log = log
    guard isResumed, index == run.source else {
      run.source = index
      return nil
    }
    log.restore(run)
    return run.position.byte > 0 ? run.position : nil
  }

  /// Proves that what was passed over to come to that place is what was read before.
  func check(_ checksum: UInt32, of path: String) throws(PipelineError) {
    guard checksum != run.checksum else { return }
    throw .plan(
      "run \(run.id) cannot be resumed: the first \(run.position.byte) bytes of \(path) are not what"
        + " they were"
    )
  }

  func passed(_ batch: borrowing RecordBatch, _ ledger: Ledger) throws(PipelineError) {
    run.position = batch.end
    run.checksum = batch.checksum ?? 0
    run.ledger = ledger
    guard let rule else { return }
    if ledger.rejected > 0, !goesOn {
      throw .rejected(
        "records are at fault; what was committed before them stays, and --on-error reject goes on"
          + " without them"
      )
    }
    switch rule {
    case .records(let count): guard ledger.read - recordsAtCommit >= count else { return }
    case .interval(let interval): guard ContinuousClock.now - lastCommit >= interval else { return }
    }
    try commit()
    try FurrowPipeline.database { () throws(SQLiteError) in try database.begin(.immediate) }
  }

  /// Says that all sources are loaded; the caller commits.
  func finish(_ ledger: Ledger) throws(PipelineError) {
    run.status = .complete
    run.ledger = ledger
    try writeDown()
  }

  private func commit() throws(PipelineError) {
    try writeDown()
    try FurrowPipeline.database { () throws(SQLiteError) in try database.commit() }
    committed = run.ledger
    hasCommitted = true
    recordsAtCommit = run.ledger.read
    lastCommit = .now
  }

  /// The reject files come first: what they hold beyond the row's word is cut off by a resumed run.
  private func writeDown() throws(PipelineError) {
    if let log {
      (run.rawBytes, run.faultBytes) = try log.flush()
      run.faults = log.counts
    }
    try FurrowPipeline.database { () throws(SQLiteError) in try table.update(run) }
  }
}

extension RunRecord {
  /// The run that `plan` asks for, before its first record.
  fileprivate init(
    _ plan: ImportPlan,
    _ target: Target,
    _ dialects: [Int: Dialect],
    in database: Database,
    salt: String
  )
    throws(PipelineError)
  {
    guard !plan.sources.contains("-") else {
      throw .plan("standard input cannot be resumed, since it is read only once; import a file")
    }
    if let json = plan.sources.indices.first(where: { plan.format(of: $0) == .json }) {
      throw .plan(
        "\(plan.sources[json]): an import of a JSON array cannot be resumed; import it all at once, or use NDJSON"
      )
    }
    let identities = plan.sources.map { path in
      FileIdentity(path: path).map { "\($0.size) bytes changed at \($0.modified) ns" }
        ?? "no plain file"
    }
    let definition = try FurrowPipeline.database { () throws(SQLiteError) in
      try database.query(
        "SELECT sql FROM sqlite_schema WHERE tbl_name = ? COLLATE NOCASE AND sql NOT NULL ORDER BY 1",
        [.text(target.table.name)]
      ) { row in row.text(at: 0) ?? "" }
    }
    self.init(
      table: target.table.name,
      sources: plan.writtenSources(salt),
      identities: identities,
      options: plan.shapingOptions(salt)
        + dialects.sorted { $0.key < $1.key }.filter { $0.value != plan.dialect(of: $0.key) }
        .map { "\(Checkpoints.sniffed)\($0.key + 1) \($0.value.descriptor)" },
      schema: definition.joined(separator: "\n")
    )
    self.salt = salt
  }
}

extension ImportPlan {
  /// `text` as it may stand in the table of runs, which is there for all to read: where it holds a
  /// secret, with a digest that tells another one from it.
  private func writtenDown(_ text: String, _ salt: String) -> String {
    let masked = secrets.masked(text)
    return masked == text ? text : "\(masked), \(digest(of: text, salt))"
  }

  private func digest(of text: String, _ salt: String) -> String {
    "\(salt.isEmpty ? "" : "salted ")SHA-256 \(SaltedDigest.of(text, salt: salt))"
  }

  /// The sources as they may stand there.
  fileprivate func writtenSources(_ salt: String) -> [String] {
    sources.map { writtenDown($0, salt) }
  }

  /// The options that decide what rows the sources make, `name=value` each.
  fileprivate func shapingOptions(_ salt: String) -> [String] {
    var options: [String] = []
    func add(_ name: String, _ value: Any?) {
      guard let value else { return }
      // A line is an option, so a value keeps to one.
      let text = writtenDown("\(value)", salt).split(
        separator: "\n",
        omittingEmptySubsequences: false
      )
      options.append("\(name)=\(text.joined(separator: "\\n"))")
    }
    add("dialect", dialect)
    for (index, dialect) in dialects.sorted(by: { $0.key < $1.key }) {
      add("dialect of source \(index + 1)", dialect)
    }
    add("limit", limit)
    add("select", selection)
    for (old, new) in renamings { add("rename", "\(old)=\(new)") }
    for (column, value) in defaults { add("default", "\(column)=\(value)") }
    for (column, sql) in expressions { add("set", "\(column)=\(sql)") }
    add("where", filter)
    for rule in rules { add("check", "\(rule.name): \(rule.condition)") }
    for (name, value) in variables.sorted(by: { $0.key < $1.key }) {
      // The values may be secrets, and the table is there for all to read.
      add("variable", "\(name), \(digest(of: "\(name)=\(value)", salt))")
    }
    add("on-conflict", conflict)
    add("blob", blobText)
    if existing != .append { add("if-exists", existing.rawValue) }
    add("on-error", goesOnWithoutRejects ? "reject" : "stop")
    return options
  }
}
