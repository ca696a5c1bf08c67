import Furrow

/// A step as it is written.
struct StepDocument {
  static let keys = ["name", "after"] + StepKind.allCases.map(\.rawValue)

  let kind: StepKind
  /// Its name, which no other step has.
  let name: String
  /// The steps that have to be done before it.
  let after: [PipelineDocument.Text]
  /// What stands under the command.
  let entries: [YAMLNode.Entry]
  /// Where the command stands.
  let place: YAMLPlace

  /// The step that brings the database up to date before all others.
  init(migrationsAt place: YAMLPlace) {
    (kind, name, after, entries) = (.migrate, "migrations", [], [])
    self.place = place
  }

  /// Reads a step; one without a name is called after its command and its place in the list.
  init(_ node: YAMLNode, number: Int) throws(PipelineFault) {
    let what = "step \(number)"
    let commands = try node.entries(what, known: Self.keys).filter {
      StepKind(rawValue: $0.key) != nil
    }
    guard let command = commands.first, let kind = StepKind(rawValue: command.key) else {
      throw PipelineFault(
        "\(what): expected \(Prose.alternatives(StepKind.allCases.map(\.rawValue))), found none",
        at: node.place
      )
    }
    if let second = commands.dropFirst().first {
      throw PipelineFault(
        "\(what): expected one command, found \(command.key) and \(second.key)",
        at: second.place
      )
    }
    self.kind = kind
    place = command.place
    name = try node["name"]?.text("name") ?? "\(command.key) \(number)"
    var after: [PipelineDocument.Text] = []
    for (text, place) in try node["after"]?.texts("after") ?? [] {
      after.append(PipelineDocument.Text(text: text, place: place))
    }
    self.after = after
    if command.value.isNull, kind == .migrate {
      entries = []
    } else {
      entries = try command.value.entries(command.key, known: kind.keys)
    }
  }
}
