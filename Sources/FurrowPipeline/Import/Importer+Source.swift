internal import FurrowCore
internal import FurrowFormats
internal import FurrowSQLite

extension Importer {
  /// Loads the source at `index`, or what a resumed run has left of it.
  mutating func load(
    _ sources: inout SourceOpening,
    at index: Int,
    into target: ReadyTarget,
    of database: Database
  ) throws(PipelineError) {
    let reader = try sources.open(index)
    report.warnings += sources.notes(of: index)
    // A JSON text without records has no columns to match.
    if reader.columns.isEmpty, try Self.isEmpty(reader) { return }
    var match = try ColumnMatch(reader, with: target.target, by: plan)
    match.plan.setAsideTable = target.deferredKeys?.setAsideTable
    let needed = match.plan.batchColumns.count
    let limit = database.value(of: .columns)
    guard needed <= limit else {
      throw .plan(
        "\(reader.path):\(reader.headerLine): \(needed) of \(reader.columns.count) columns are needed,"
          + " and \(limit) is the most that can be loaded; choose some with --select"
      )
    }
    report.warnings += reader.warnings + match.warnings
    let inserter = try FurrowPipeline.database { () throws(SQLiteError) in
      try BatchInserter(database, plan: match.plan, observer: target.deferredKeys)
    }
    let log = log(
      of: RejectSource(
        path: reader.path,
        columns: reader.columns,
        header: reader.header,
        format: sources.format(of: index)
      ),
      at: index
    )
    if let place = checkpoints?.begin(index, log) {
      let checksum = try reading { () throws(ReadFailure) in try reader.skip(to: place) }
      try checkpoints?.check(checksum, of: reader.path)
    }
    logs.append(log)
    target.deferredKeys?.begin(log, match.plan)
    let path = reader.path
    var pipeline = Pipeline(
      reading: reader,
      ahead: try sources.stages(for: index, match.rules) + [TypeCheck(match.rules)],
      to: Loader(inserter, from: path),
      rejects: log,
      lanes: plan.lanes
    )
    if let progress = plan.progress { pipeline.listeners.append(progress) }
    if let checkpoints { pipeline.listeners.append(checkpoints) }
    pipeline.cancellation = plan.cancellation
    try pipeline.run(&report.ledger)
  }

  private func log(of source: RejectSource, at index: Int) -> RejectLog {
    RejectLog(
      source,
      directory: plan.rejectsFolder,
      protecting: plan.files,
      maximum: plan.rejectLimit?.maximum(of: report.ledger.rejected) ?? .max,
      stem: RejectSource.stems(of: plan.sources)[index],
      isResumable: plan.isWrittenDown,
      secrets: plan.secrets,
      keptFaults: plan.keptFaults
    )
  }

  private static func isEmpty(_ reader: any RecordReader) throws(PipelineError) -> Bool {
    try reading { () throws(ReadFailure) in
      var batch = RecordBatch()
      while try reader.fill(&batch) {
        if batch.recordsRead > 0 { return false }
      }
      return true
    }
  }
}

extension ImportPlan.RejectLimit {
  /// How many records may still be rejected when `known` are.
  fileprivate func maximum(of known: Int) -> Int? {
    guard case .count(let most) = self else { return nil }
    return max(0, most - known)
  }
}

extension RecordReader {
  /// What the reader changed in the header, in words.
  fileprivate var warnings: [String] {
    renamings.map { renaming in
      let reason = renaming.first.map { "stands in column \($0), too" } ?? "is blank"
      return "\(path):\(headerLine): the name \"\(renaming.old)\" of column \(renaming.column)"
        + " \(reason); it is called \"\(renaming.new)\""
    }
  }
}
