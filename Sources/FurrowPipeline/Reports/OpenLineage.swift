internal import FurrowCore
internal import FurrowFormats

/// A run as events of OpenLineage: a JSON object a line, a start and an end for each step that ran.
///
/// <https://openlineage.io/docs/spec/object-model>
public struct OpenLineage {
  private static let schema = "https://openlineage.io/spec/2-0-2/OpenLineage.json"

  private let report: PipelineReport
  private let producer: String
  private let endedAt: String

  /// Takes the report of a run that ended at a moment of RFC 3339.
  public init(_ report: PipelineReport, version: String, endedAt: String) {
    self.report = report
    self.endedAt = endedAt
    producer = "furrow/\(version)"
  }

  /// The lines.
  public var text: String {
    report.steps.filter { $0.status != .skipped && $0.status != .unchanged }
      .map { "\(event("START", of: $0))\n\(event(Self.end(of: $0), of: $0))\n" }.joined()
  }

  private static func end(of step: RunReport) -> String {
    switch step.status {
    case .failed: "FAIL"
    case .interrupted: "ABORT"
    default: "COMPLETE"
    }
  }

  private func event(_ type: String, of step: RunReport) -> JSONValue {
    let name = step.step ?? step.command
    let isStart = type == "START"
    var run: [JSONValue.Member] = [.init("runId", .string(identifier(of: name)))]
    if let failure = step.failure, !isStart {
      let facet: JSONValue = [
        "_producer": .string(producer),
        "_schemaURL": "https://openlineage.io/spec/facets/1-0-0/ErrorMessageRunFacet.json",
        "message": .string(failure), "programmingLanguage": "SQL",
      ]
      run.append(.init("facets", ["errorMessage": facet]))
    }
    return [
      "eventType": .string(type),
      "eventTime": .string(isStart ? report.startedAt : endedAt),
      "producer": .string(producer), "schemaURL": .string(Self.schema),
      "run": .object(run),
      "job": ["namespace": .string(report.name), "name": .string(name)],
      "inputs": .array(inputs(of: step).map { dataset($0, nil) }),
      "outputs": .array(outputs(of: step).map { dataset($0, isStart ? nil : step.ledger.loaded) }),
    ]
  }

  /// The files that were read, or the table.
  private func inputs(of step: RunReport) -> [Dataset] {
    let files = step.sources.map(Dataset.init(file:))
    guard files.isEmpty, let database = step.database else { return files }
    return [Dataset(database: database, table: step.table ?? "")]
  }

  /// The files that were written, or the table that was filled.
  private func outputs(of step: RunReport) -> [Dataset] {
    let files = step.outputs.map(Dataset.init(file:))
    guard step.command == "import" || step.command == "migrate", let database = step.database else {
      return files
    }
    return [Dataset(database: database, table: step.table ?? "")]
  }

  private func dataset(_ dataset: Dataset, _ rows: Int?) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("namespace", .string(dataset.namespace)), .init("name", .string(dataset.name)),
    ]
    if let rows {
      let facet: JSONValue = [
        "_producer": .string(producer),
        "_schemaURL":
          "https://openlineage.io/spec/facets/1-0-0/OutputStatisticsOutputDatasetFacet.json",
        "rowCount": .integer(rows),
      ]
      members.append(.init("outputFacets", ["outputStatistics": facet]))
    }
    return .object(members)
  }

  /// A UUID for the run of a step: the same start and name give the same one.
  private func identifier(of name: String) -> String {
    // Two hashes by FNV-1a with different starts, as version 8 of RFC 9562, which is free in form.
    let text = "\(report.name)\0\(report.file)\0\(report.startedAt)\0\(name)"
    func hash(_ start: UInt64) -> UInt64 {
      text.utf8.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
    let high = hash(0xCBF2_9CE4_8422_2325) & ~0xF000 | 0x8000
    let low = hash(0x9AE1_6A3B_2F90_404F) & ~(3 << 62) | 2 << 62
    let digits = [high, low].map { part in
      let text = String(part, radix: 16)
      return String(repeating: "0", count: 16 - text.count) + text
    }.joined()
    var result = ""
    for (index, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(index) { result += "-" }
      result.append(digit)
    }
    return result
  }
}

/// Something that is read or written, by the naming of OpenLineage.
///
/// <https://openlineage.io/docs/spec/naming>
private struct Dataset {
  let namespace: String
  let name: String

  init(file path: String) {
    namespace = "file"
    name = path == "-" ? path : RealPath.of(path) ?? path
  }

  init(database path: String, table: String) {
    namespace = "sqlite://\(RealPath.of(path) ?? path)"
    name = table.isEmpty ? "main" : "main.\(table)"
  }
}
