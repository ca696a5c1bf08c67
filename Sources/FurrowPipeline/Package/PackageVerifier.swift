internal import FurrowCore
internal import FurrowFormats

/// Checks a Data Package: its files, their bytes and digests, their rows, and the schema of each.
public struct PackageVerifier {
  /// What was found.
  public struct Report: Sendable {
    /// One line for each fault, and for each kind of fault of records.
    public internal(set) var faults: [String] = []
    /// What the user should know.
    public internal(set) var warnings: [String] = []
    /// The tables, each with the rows that were read.
    public internal(set) var tables: [(name: String, rows: Int)] = []
  }

  private let path: String
  private let memoryBytes: Int
  private let lanes: Int
  private let cancellation: Cancellation?

  /// Makes a verifier of the package at `path`.
  public init(
    path: String,
    memoryBytes: Int = 256 << 20,
    lanes: Int = 2,
    cancellation: Cancellation? = nil
  ) {
    self.path = path
    self.memoryBytes = memoryBytes
    self.lanes = lanes
    self.cancellation = cancellation
  }

  /// Checks all of it.
  ///
  /// - Throws: ``PipelineError`` when the package itself cannot be read, or the check is interrupted.
  public func run() throws(PipelineError) -> Report {
    let package = try DataPackage(path)
    var report = Report()
    if package.resources.isEmpty { report.warnings.append("\(path): no resources") }
    for resource in package.resources {
      try cancellation?.check()
      var isSound = true
      for part in resource.parts {
        if let fault = self.fault(of: part, in: resource) {
          report.faults.append("\(part.path): \(fault)")
          isSound = false
        } else if let hash = part.hash, !hash.hasPrefix("sha256:") {
          report.warnings.append("\(part.path): the hash is no SHA-256 and is not checked")
        }
      }
      guard isSound else { continue }
      guard resource.schema != nil else {
        report.warnings.append(
          "\(path): the resource \"\(resource.name)\" has no schema of its own"
        )
        continue
      }
      if resource.isBareJSON {
        report.tables.append((resource.name, 0))
      } else {
        try check(resource, &report)
      }
    }
    return report
  }

  private func fault(of part: DataPackage.Part, in resource: DataPackage.Resource) -> String? {
    do throws(PipelineError) {
      if part.bytes == nil, part.hash == nil {
        _ = try reading { () throws(ReadFailure) in try FileSource(path: part.path) }
      }
      return try resource.fault(of: part)
    } catch .reading(let failure) {
      return failure.message
    } catch {
      return error.description
    }
  }

  private func check(
    _ resource: DataPackage.Resource,
    _ report: inout Report
  ) throws(PipelineError) {
    var plan = TextPlan(
      sources: resource.sources.map { source in
        var source = source
        source.dialect.keepsNulls = true
        return source
      }
    )
    plan.schema = path
    plan.goesOnWithoutRejects = true
    plan.memoryBytes = memoryBytes
    plan.lanes = lanes
    plan.cancellation = cancellation
    let result = TextRunner(plan).run()
    try cancellation?.check()
    report.tables.append((resource.name, result.ledger.read))
    report.faults += result.faults.map(\.description)
    let hidden = result.faultCount - result.faults.count
    if hidden > 0 { report.faults.append("\(resource.name): \(hidden) faults more") }
    if let failure = result.failure { report.faults.append(failure.description) }
    if let rows = resource.own.rows, rows != result.ledger.read, result.failure == nil {
      report.faults.append(
        "\(resource.name): expected \(rows) rows, found \(result.ledger.read)"
      )
    }
  }
}
