import Furrow

/// What a pipeline file may hold, read from its nodes.
extension YAMLNode {
  /// The single value of `what`, as it is written.
  func text(_ what: String) throws(PipelineFault) -> String {
    guard case .scalar(let text, _) = content, !isNull else {
      throw PipelineFault("\(what): expected a value, found \(kind)", at: place)
    }
    return text
  }

  /// The values of `what`, which is one value or a list of them.
  func texts(_ what: String) throws(PipelineFault) -> [(text: String, place: YAMLPlace)] {
    guard case .sequence(let nodes) = content else { return [(try text(what), place)] }
    var texts: [(text: String, place: YAMLPlace)] = []
    for node in nodes { texts.append((try node.text(what), node.place)) }
    return texts
  }

  /// `true` or `false`, as YAML's core schema has them.
  func flag(_ what: String) throws(PipelineFault) -> Bool {
    switch try text(what) {
    case "true", "True", "TRUE": return true
    case "false", "False", "FALSE": return false
    case let text:
      throw PipelineFault(
        "\(what): expected true or false, found \(DisplayText.quoted(text))",
        at: place
      )
    }
  }

  /// The keys of `what` and their nodes; `known` are the keys that there may be.
  func entries(
    _ what: String,
    known: [String]? = nil
  ) throws(PipelineFault) -> [YAMLNode.Entry] {
    guard case .mapping(let entries) = content else {
      throw PipelineFault("\(what): expected keys with values, found \(kind)", at: place)
    }
    guard let known else { return entries }
    for entry in entries where !known.contains(entry.key) {
      throw PipelineFault(Self.unknown(entry.key, of: what, known: known), at: entry.place)
    }
    return entries
  }

  /// That `key` is none of the keys of `what`, and which one was probably meant.
  static func unknown(_ key: String, of what: String, known: [String]) -> String {
    let found = "\(what) has no key \(DisplayText.quoted(key))"
    if key == "<<" { return "\(found): YAML 1.2 merges no keys; write them out" }
    if let guess = Spelling.nearest(to: key, among: known) {
      return "\(found): did you mean '\(guess)'?"
    }
    return known.count > 8 ? found : "\(found): expected \(Prose.alternatives(known))"
  }
}
