internal import FurrowCore
public import FurrowFormats
internal import FurrowSQLite

/// Runs an export: the same loop the other way, from rows to text.
///
/// All rows come from one read transaction, and the files appear together when all are whole.
public struct Exporter {
  /// What an export did.
  public struct Report: Sendable {
    /// The books; what is written counts as loaded.
    public internal(set) var ledger = Ledger()
    /// What the user should know.
    public internal(set) var warnings: [String] = []
    /// The files, in order, each with its rows.
    public internal(set) var files: [(path: String, rows: Int)] = []
  }

  /// Makes the writer of a table for the terminal, given where it goes and the columns' names.
  public var screen: ((any ByteSink, [String]) -> any RecordWriter)?

  private let plan: ExportPlan

  /// Makes an exporter for `plan`.
  public init(_ plan: ExportPlan) {
    self.plan = plan
  }

  /// Writes the rows; the files appear when all are whole, and a failure leaves the old ones.
  ///
  /// - Throws: ``PipelineError`` when the rows cannot be read or written, or are read back as others.
  public func run() throws(PipelineError) -> Report {
    var options = Database.Options(mode: .readOnly)
    options.busyTimeout = plan.busyTimeout
    options.isConfined = true
    let database = try FurrowPipeline.database { () throws(SQLiteError) in
      let database = try Database(path: plan.database, options: options)
      // One statement is a transaction by itself, and some cannot be part of one.
      if plan.isRepeatedlyRead { try database.begin(.deferred) }
      return database
    }
    defer { database.rollBack() }
    let endWatch = plan.cancellation?.watch(database)
    defer { endWatch?() }
    do throws(PipelineError) {
      return try export(database)
    } catch {
      // Whatever ended first, it did so because of the wish.
      try plan.cancellation?.check()
      throw error
    }
  }

  private func export(_ database: Database) throws(PipelineError) -> Report {
    var report = Report()
    let set = OutputSet(hasDigests: plan.hasManifest)
    let select = ExportSelect(plan: plan, database: database)
    let sources = try select.sources()
    let folder = try OutputFolder(plan)
    defer { folder.removeIfUnused() }
    let paths = folder.paths(of: sources)
    try check(paths)
    var tables: [ExportedTable] = []
    for (source, path) in zip(sources, paths) {
      var job = ExportJob(plan: plan, source: source, path: path, set: set, screen: screen)
      if let table = try job.run(select, &report) { tables.append(table) }
    }
    guard report.ledger.isBalanced else {
      throw .unbalanced(
        "the books do not balance: read \(report.ledger.read), written \(report.ledger.loaded)"
      )
    }
    if plan.hasManifest {
      let manifest = ExportManifest(plan: plan, tables: tables, files: set.files)
      let (package, warnings) = try manifest.package(of: database)
      report.warnings += warnings
      try writing { () throws(WriteFailure) in
        var sink = try set.sink(manifest.path)
        try sink.write(Array(package.indented.utf8).span)
        try sink.finish()
      }
      report.files.append((manifest.path, 0))
    }
    try plan.cancellation?.check()
    try writing { () throws(WriteFailure) in try set.publish() }
    folder.isUsed = true
    return report
  }
}

extension Exporter {
  /// Proves that what is written to `paths` can be read back and described, if that is wished.
  private func check(_ paths: [String]) throws(PipelineError) {
    guard plan.isVerified || plan.hasManifest, plan.parts.isOne else { return }
    for path in paths {
      guard try !writing({ () throws(WriteFailure) in try FileSink.isInPlace(path) }) else {
        throw .plan("\(path): what is written there cannot be read back; choose a file")
      }
      if plan.hasManifest, path == ExportManifest.path(of: plan) {
        throw .plan("\(path): --manifest writes a file of this name; choose another")
      }
    }
  }
}

/// The folder that files go to, which is taken away again where nothing came of them.
private final class OutputFolder {
  var isUsed = false
  private let plan: ExportPlan
  private let isNew: Bool

  init(_ plan: ExportPlan) throws(PipelineError) {
    self.plan = plan
    isNew = plan.isFolder && !Folder.hasFile(plan.output)
    guard plan.isFolder else { return }
    try writing { () throws(WriteFailure) in try Folder.make(plan.output) }
  }

  /// The path of each source's file.
  func paths(of sources: [ExportSource]) -> [String] {
    guard plan.isFolder else { return sources.map { _ in plan.output } }
    let folder = plan.output.hasSuffix("/") ? plan.output : plan.output + "/"
    var names = Set(["datapackage"])
    return sources.map { source in
      let stem = PartNames.safe(Array((source.table?.name ?? "").utf8), most: 150)
      var name = stem
      var number = 2
      while !names.insert(name.lowercased()).inserted {
        name = "\(stem)~\(number)"
        number += 1
      }
      return "\(folder)\(name).\(plan.form.format.fileExtension)"
    }
  }

  func removeIfUnused() {
    if isNew, !isUsed { Folder.removeIfEmptyFolder(plan.output) }
  }
}

extension OutputFormat {
  /// What the names of files of this format end with.
  fileprivate var fileExtension: String {
    switch self {
    case .markdown: "md"
    case .table: "txt"
    default: rawValue
    }
  }
}
