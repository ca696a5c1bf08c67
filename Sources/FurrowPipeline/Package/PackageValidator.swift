internal import FurrowCore
internal import FurrowFormats

/// Holds all tables of a Data Package against their schemas, those first that others refer to.
struct PackageValidator {
  private let path: String
  private let plan: TextPlan
  private var report = TextReport()

  /// Makes a validator of the package at `path`; `plan` says all but what is read.
  init(_ path: String, _ plan: TextPlan) {
    self.path = path
    self.plan = plan
  }

  /// Validates each table in a run of its own, and tells of all of them.
  consuming func run() -> TextReport {
    let start = ContinuousClock.now
    do throws(PipelineError) {
      try work()
      if report.failure == nil {
        try report.ledger.judge(
          plan.rejectLimit,
          goesOnWithoutRejects: plan.goesOnWithoutRejects,
          done: "valid"
        )
        report.status = report.faultCount == 0 ? .complete : .rejects
      }
    } catch {
      report.status = .failed
      report.failure = error
    }
    report.duration = start.duration(to: .now)
    return report
  }

  private mutating func work() throws(PipelineError) {
    let document = try DocumentFile(path)
    let package = try document.read { root throws(DocumentError) in
      try DataPackage(root, folder: DataPackage.folder(of: path), isContained: true)
    }
    let stems = RejectSource.stems(of: package.resources.flatMap { $0.parts.map(\.path) })
    for index in package.order {
      let resource = package.resources[index]
      var plan = plan
      plan.package = nil
      plan.sources = resource.sources(plan.cancellation, plan.progress)
      plan.schema = resource.schema == nil ? nil : path
      plan.resource = resource.name
      let first = package.resources[..<index].reduce(0) { $0 + $1.parts.count }
      plan.rejectStems = Array(stems[first..<first + resource.parts.count])
      plan.keptFaults = max(0, self.plan.keptFaults - report.faults.count)
      switch plan.rejectLimit {
      case .count(let most): plan.rejectLimit = .count(max(0, most - report.ledger.rejected))
      // A share is one of all records.
      case .percent, nil: plan.rejectLimit = nil
      }
      report.add(TextRunner(plan).run())
      if report.failure != nil { return }
    }
  }
}

extension DataPackage {
  /// The resources by their index, each behind those that it refers to as far as that can be.
  var order: [Int] {
    var order: [Int] = []
    var known: Set<Int> = []
    // Without recursion, since a package may be of any depth: what is open waits on the stack.
    for start in resources.indices {
      var stack = [start]
      while let index = stack.last {
        let isOpened = !known.insert(index).inserted
        let parents = (resources[index].schema?.foreignKeys ?? []).compactMap { key in
          key.resource.flatMap { name in resources.firstIndex { $0.name.isSpelled(name) } }
        }.filter { !known.contains($0) }
        if !isOpened, !parents.isEmpty {
          stack += parents.reversed()
          continue
        }
        stack.removeLast()
        if !order.contains(index) { order.append(index) }
      }
    }
    return order
  }
}

extension TextReport {
  /// Adds what the run of another table of the same package did.
  fileprivate mutating func add(_ other: TextReport) {
    ledger.add(other.ledger)
    faults += other.faults
    counts.add(other.counts)
    rejectFiles += other.rejectFiles
    warnings += other.warnings
    (status, failure) = (other.status, other.failure)
  }
}
