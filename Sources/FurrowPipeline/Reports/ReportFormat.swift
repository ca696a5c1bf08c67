internal import FurrowCore

/// The forms of a report, for people's tools.
public enum ReportFormat: String, Sendable, CaseIterable {
  /// One JSON object.
  case json
  /// JUnit's XML, one test case for each kind of fault.
  case junit
  /// SARIF 2.1.0, for code scanning.
  case sarif
  /// Commands of GitHub Actions, which show each fault beside its line.
  case github
  /// A page to look at in a browser.
  case html

  /// The form that the name of a file tells; `nil` when it tells none.
  public init?(path: String) {
    let name = path.lowercased()
    if name.hasSuffix(".html") || name.hasSuffix(".htm") {
      self = .html
    } else if name.hasSuffix(".sarif") || name.hasSuffix(".sarif.json") {
      self = .sarif
    } else if name.hasSuffix(".xml") {
      self = .junit
    } else if name.hasSuffix(".json") {
      self = .json
    } else {
      return nil
    }
  }
}

extension RunReport {
  /// The report as text of `format`, for a file in `folder`.
  public func text(_ format: ReportFormat, version: String, folder: String = ".") -> String {
    switch format {
    case .json: json.indented
    case .junit: JUnitText.of([suite], name: "furrow \(command)")
    case .sarif: SARIFText.of(complaints, version: version).indented
    case .github: annotations
    case .html: HTMLPage(of: self, version: version, folder: folder).text
    }
  }

  /// What is wrong: the failure, and the faults that were kept.
  var complaints: [Complaint] {
    let failures = failure.map {
      [Complaint(rule: "failure", title: "furrow \(command)", message: $0)]
    }
    return (failures ?? [])
      + faults.map { fault in
        Complaint(
          rule: fault.code.rawValue,
          title: fault.code.rawValue,
          message: (fault.field.map { "field \"\($0)\": " } ?? "") + fault.message,
          file: fault.file,
          line: fault.position.line
        )
      }
  }

  /// A command of GitHub's for each complaint, and one that counts those that were not kept.
  var annotations: String {
    let hidden = faultCount - faults.count
    return complaints.map(GitHubText.line).joined()
      + (hidden > 0 ? "::error::... and \(hidden) more fault\(Amount.ending(hidden))\n" : "")
  }

  /// A test case for each kind of fault.
  var suite: JUnitText.Suite {
    var cases: [JUnitText.Case] = []
    if let failure { cases.append(JUnitText.Case(name: "run", failure: failure)) }
    for count in counts {
      let shown = faults.filter { $0.code == count.code && $0.field == count.field }
      var details = shown.map(\.description)
      if shown.count < count.count { details.append("... and \(count.count - shown.count) more") }
      cases.append(
        JUnitText.Case(
          name: count.field.map { "\(count.code.rawValue): \($0)" } ?? count.code.rawValue,
          failure: Amount.of(count.count, "fault"),
          details: details.joined(separator: "\n")
        )
      )
    }
    if cases.isEmpty {
      var test = JUnitText.Case(name: Amount.of(ledger.read, "record"))
      test.isSkipped = status == .skipped
      cases.append(test)
    }
    let name = step ?? (sources.isEmpty ? "furrow \(command)" : sources.joined(separator: " "))
    return JUnitText.Suite(name: name, cases: cases, seconds: duration.inSeconds)
  }
}

extension PipelineReport {
  /// The report as text of `format`, for a file in `folder`.
  public func text(_ format: ReportFormat, version: String, folder: String = ".") -> String {
    switch format {
    case .json: json.indented
    case .junit: JUnitText.of(steps.map(\.suite), name: "furrow run \(name)")
    case .sarif: SARIFText.of(steps.flatMap(\.complaints), version: version).indented
    case .github: steps.map(\.annotations).joined()
    case .html: HTMLPage(of: self, version: version, folder: folder).text
    }
  }
}
