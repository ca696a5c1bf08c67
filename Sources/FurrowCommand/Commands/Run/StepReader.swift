import Furrow

/// Makes the arguments of a command from what is written in a step.
///
/// An entry `on-conflict: update` is what `--on-conflict update` is: it is read and checked by the same
/// option. Paths are told from the pipeline's folder.
struct StepReader {
  let document: PipelineDocument
  let variables: Variables
  let environment: Environment
  /// Whether files outside of the pipeline's folder may be written.
  let allowsOutside: Bool
  /// Which steps hold their sources against locks.
  var frozen = FrozenSteps.asWritten
  /// How steps show how far they are; `nil` where they say that themselves.
  var progress: ProgressChoice?
  /// The files and folders that all steps write beside a database.
  var written: [String] = []
  /// What is read and written instead of the pipeline's database.
  var databaseCopy: String?

  /// The files and folders that `step` writes beside a database; what is at fault is left out.
  func outputs(of step: StepDocument) -> [String] {
    step.entries.flatMap { entry -> [String] in
      let option = step.kind.options.first { $0.name == entry.key }
      guard option?.kind == .output, entry.key != step.kind.databaseKey,
        let text = try? entry.value.text(entry.key),
        let filled = try? variables.filled(text, at: entry.value.place)
      else { return [] }
      return [path(filled)]
    }
  }

  /// Reads `step`; `outputs` are files that may not be there before other steps have run.
  func read(_ step: StepDocument, outputs: [String]) throws(PipelineFault) -> PlannedStep {
    var draft = StepDraft(step)
    for entry in step.entries {
      if entry.key == "expect" {
        draft.expectation = try Expectation(entry.value, variables)
      } else if let place = step.kind.positionals.first(where: { $0.key == entry.key }) {
        if place.positional.count == .one { _ = try entry.value.text(entry.key) }
        let texts = try texts(of: entry.value, place.positional.kind, entry.key, &draft)
        draft.positionals[place.positional.name] =
          place.positional.kind == .input
          ? try sources(texts, at: entry.value, outputs, &draft) : texts.map(\.text)
      } else if let option = step.kind.options.first(where: { $0.name == entry.key }) {
        let texts = try texts(of: entry.value, option, &draft)
        try note(option, texts, &draft)
      }
    }
    // What is wrong with a package is told when the step runs, as is that of one not made yet.
    let parts = draft.isPackage ? try? draft.sources.flatMap(PackageImporter.files(of:)) : nil
    draft.reads += parts ?? draft.sources
    try addDatabase(to: &draft)
    hold(&draft)
    let showing = Options.progress.option.name
    // An import of a package shows no line.
    let showsLine = step.kind != .import || !draft.isPackage
    if let progress, showsLine, step.kind.options.contains(where: { $0.name == showing }) {
      draft.given[showing] = [progress.rawValue]
    }
    for (key, place) in step.kind.positionals
    where draft.positionals[place.name] == nil && place.count != .any {
      throw PipelineFault("\(step.kind.rawValue): missing \(key)", at: step.place)
    }
    return try draft.planned(environment)
  }

  /// The texts of an option, after what kind of value it takes.
  private func texts(
    of node: YAMLNode,
    _ option: Option,
    _ draft: inout StepDraft
  ) throws(PipelineFault) -> [(text: String, place: YAMLPlace)] {
    let key = option.name
    if option.isFlag { return [(try node.flag(key) ? "1" : "0", node.place)] }
    // A word of the option's own, such as null, means itself.
    if case .scalar(let text, _) = node.content, option.allowed.contains(text) {
      return [(text, node.place)]
    }
    switch node.content {
    case .mapping(let entries) where [.pair, .expressionPair, .rule].contains(option.kind):
      guard option.isRepeatable || entries.count == 1 else {
        throw PipelineFault("\(key): expected one pair, found \(entries.count)", at: node.place)
      }
      var texts: [(text: String, place: YAMLPlace)] = []
      for entry in entries {
        let text = try entry.value.text(entry.key)
        let value = try filled(text, option.kind, at: entry.value.place, &draft)
        let pair =
          option.kind == .rule
          ? "\(RecordRule.nameText(entry.key)): \(value)" : "\(PairName.text(entry.key))=\(value)"
        texts.append((pair, entry.value.place))
      }
      return texts
    case .sequence where option.kind == .names:
      var names: [String] = []
      for (text, place) in try node.texts(key) {
        names.append(NameList.text(try variables.filled(text, at: place)))
      }
      return [(names.joined(separator: ","), node.place)]
    case .sequence where !option.isRepeatable:
      throw PipelineFault("\(key): expected one value, found a list", at: node.place)
    default: return try texts(of: node, option.kind, key, &draft)
    }
  }

  /// The texts of a value, or of a list of them, with their variables.
  private func texts(
    of node: YAMLNode,
    _ kind: ValueKind,
    _ key: String,
    _ draft: inout StepDraft
  ) throws(PipelineFault) -> [(text: String, place: YAMLPlace)] {
    var texts: [(text: String, place: YAMLPlace)] = []
    for (text, place) in try node.texts(key) {
      texts.append((try filled(text, kind, at: place, &draft), place))
    }
    return texts
  }

  /// `text` with its variables: bound where it is SQL, in place elsewhere.
  private func filled(
    _ text: String,
    _ kind: ValueKind,
    at place: YAMLPlace,
    _ draft: inout StepDraft
  ) throws(PipelineFault) -> String {
    guard kind.isSQL else { return try variables.filled(text, at: place) }
    let (sql, names) = try variables.bound(text, at: place)
    for name in names { draft.variables[name] = variables.value(of: name) }
    return sql
  }

  private func note(
    _ option: Option,
    _ texts: [(text: String, place: YAMLPlace)],
    _ draft: inout StepDraft
  ) throws(PipelineFault) {
    for (text, place) in texts {
      do throws(ValueFault) {
        try option.check(text)
      } catch {
        throw PipelineFault("\(option.name): \(error.message)", at: place)
      }
      switch option.kind {
      case .output:
        let path = try output(text, place, &draft)
        draft.given[option.name, default: []].append(path)
        if option.placeholder == "FILE" { draft.outputs.append((path, place)) }
      case .input:
        let own = try pipelineDatabase.flatMap { isSameFile($0, path(text)) ? $0 : nil }
        draft.reads.append(own ?? path(text))
        draft.inputs.append(own ?? path(text))
        // An atomic run works on a copy of its database, which has what earlier steps have loaded.
        let copy = own == nil ? nil : databaseCopy
        draft.given[option.name, default: []].append(copy ?? own ?? path(text))
      default: draft.given[option.name, default: []].append(text)
      }
    }
  }
}

/// Paths.
extension StepReader {
  /// The path that `text` means, told from the working directory.
  func path(_ text: String) -> String {
    text == "-" || text.hasPrefix("/") ? text : document.folder + text
  }

  /// The path of a file that is written, proved to be in the pipeline's folder.
  private func output(
    _ text: String,
    _ place: YAMLPlace,
    _ draft: inout StepDraft
  ) throws(PipelineFault) -> String {
    let path = path(text)
    guard path != "-" else { return path }
    try proveInside(path, text, place)
    draft.writes.append(path)
    return path
  }

  private func proveInside(
    _ path: String,
    _ text: String,
    _ place: YAMLPlace
  ) throws(PipelineFault) {
    guard !allowsOutside else { return }
    let folder = RealPath.of(document.folder.isEmpty ? "." : document.folder)
    let target = RealPath.of(path)
    guard let folder, let target, RealPath.isInside(target, of: folder) else {
      throw PipelineFault(
        "\(DisplayText.quoted(text)) is outside of the pipeline's folder; furrow run"
          + " --allow-outside lets it be written",
        at: place
      )
    }
  }

  /// The files that `texts` name: as listed, and what fits a pattern in the order of its bytes.
  private func sources(
    _ texts: [(text: String, place: YAMLPlace)],
    at node: YAMLNode,
    _ outputs: [String],
    _ draft: inout StepDraft
  ) throws(PipelineFault) -> [String] {
    var sources: [String] = []
    for (text, place) in texts {
      let path = path(text)
      if path == "-" || Folder.hasFile(path)
        || isWritten(path, among: outputs)
      {
        sources.append(path)
      } else if let pattern = PathPattern(path) {
        let known = Set(pattern.paths + outputs.filter(pattern.fits))
        guard !known.isEmpty else {
          throw PipelineFault("no file fits \(DisplayText.quoted(text))", at: place)
        }
        sources += known.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      } else {
        throw PipelineFault("\(DisplayText.quoted(text)): there is no such file", at: place)
      }
    }
    draft.sources = sources
    return sources
  }

  /// Whether `path` is one of `outputs`, or in one that is a folder.
  func isWritten(_ path: String, among outputs: [String]) -> Bool {
    guard !outputs.isEmpty, let real = RealPath.of(path) else { return false }
    return outputs.lazy.compactMap(RealPath.of).contains { RealPath.isInside(real, of: $0) }
  }

  /// Names the pipeline's database and its migrations where the step does not.
  private func addDatabase(to draft: inout StepDraft) throws(PipelineFault) {
    let kind = draft.step.kind
    if kind == .migrate, draft.given["dir"] == nil, let folder = document.migrations {
      draft.given["dir"] = [path(try variables.filled(folder.text, at: folder.place))]
    }
    guard let key = kind.databaseKey else { return }
    let isPositional = kind.positionals.contains { $0.key == key }
    let place = isPositional ? "DB" : key
    let named = isPositional ? draft.positionals[place]?.first : draft.given[key]?.first
    if let named {
      draft.database = named
    } else if let database = document.database {
      let text = try variables.filled(database.text, at: database.place)
      do throws(ValueFault) {
        try DatabasePath.check(text)
      } catch {
        throw PipelineFault("database: \(error.message)", at: database.place)
      }
      draft.database = path(text)
      if kind == .import || kind == .migrate {
        try proveInside(path(text), text, database.place)
        draft.writes.append(path(text))
      }
    } else {
      throw PipelineFault(
        "\(kind.rawValue): there is no database; name one with the key database of the pipeline,"
          + " or with \(key) of the step",
        at: draft.step.place
      )
    }
    let database = draft.database
    draft.usesPipelineDatabase = try pipelineDatabase.map { isSameFile($0, database) } ?? false
    let used = draft.usesPipelineDatabase ? databaseCopy : nil
    if isPositional {
      draft.positionals[place] = [used ?? draft.database]
    } else {
      draft.given[key] = [used ?? draft.database]
    }
  }

  /// The path of the pipeline's database, if it has one.
  private var pipelineDatabase: String? {
    get throws(PipelineFault) {
      guard let database = document.database else { return nil }
      return path(try variables.filled(database.text, at: database.place))
    }
  }

  private func isSameFile(_ path: String, _ other: String) -> Bool {
    path == other || RealPath.of(path) == RealPath.of(other)
  }
}
