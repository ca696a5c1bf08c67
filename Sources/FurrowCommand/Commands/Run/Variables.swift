import Furrow

/// The variables of a pipeline with their values.
///
/// Of several values the command line's beats the environment's, that of `.env`, and the pipeline's.
struct Variables: Sendable {
  private let values: [String: String]
  /// Those whose values are not in the pipeline file for all to read.
  private let givenNames: [String]

  /// Whether `text` can be the name of a variable.
  static func isName(_ text: String) -> Bool {
    let isStart = text.unicodeScalars.first.map { !("0"..."9").contains($0) } ?? false
    return isStart
      && text.unicodeScalars.allSatisfy {
        ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0)
          || $0 == "_"
      }
  }

  /// Finds the values of the variables that `document` names.
  init(
    of document: PipelineDocument,
    set: [NamedValue],
    environment: Environment
  ) throws {
    let known = document.variables.map(\.name.text)
    for pair in set where !known.contains(pair.name) {
      let name = DisplayText.quoted(pair.name)
      let hint =
        Spelling.nearest(to: pair.name, among: known).map { ": did you mean '\($0)'?" } ?? ""
      throw UsageError(
        command: "run",
        message: "--set: \(document.path) has no variable \(name)\(hint)"
      )
    }
    let file = try DotEnvironment.read("\(document.folder).env")
    var values: [String: String] = [:]
    var givenNames: [String] = []
    var faults: [PipelineFault] = []
    for (name, value) in document.variables {
      let given =
        set.last { $0.name == name.text }?.value ?? environment[name.text] ?? file[name.text]
      if given != nil { givenNames.append(name.text) }
      guard let value = given ?? value else {
        faults.append(
          PipelineFault(
            "the variable \(name.text) has no value; give it one with --set \(name.text)=VALUE, in"
              + " the environment or in .env",
            at: name.place
          )
        )
        continue
      }
      values[name.text] = value
    }
    guard faults.isEmpty else { throw CommandFailure(faults, in: document.path) }
    self.values = values
    self.givenNames = givenNames
  }

  /// What must not be read in messages, with what stands there instead.
  ///
  /// Values of one or two characters would take apart the words around them, and hide nothing; nor
  /// does a short number.
  var secrets: [Secrets.Secret] {
    givenNames.compactMap { name in
      guard let value = values[name], value.utf8.count > 2 else { return nil }
      if value.utf8.count < 7, Double(value) != nil { return nil }
      return Secrets.Secret(value, shownAs: "${\(name)}")
    }
  }

  /// What is bound for the variable `name`: a number where its text is the only way to write it.
  func value(of name: String) -> Value? { values[name].map(Value.init(typed:)) }

  /// How many bytes the texts of a pipeline may have with their variables filled in.
  private static let maximumBytes = 16 << 20

  /// Proves that `values`, with their variables filled in, are no more than memory should hold.
  func proveBounded(_ values: [PipelineDocument.Text]) throws(PipelineFault) {
    var count = 0
    for value in values {
      // What is no variable is a fault where it is read, if it is.
      guard let text = try? VariableText(value.text, at: value.place) else { continue }
      count += text.filledBytes { name in self.values[name] }
      guard count <= Self.maximumBytes else {
        throw PipelineFault(
          "expected at most \(Self.maximumBytes) bytes in all with the variables filled in, found more",
          at: value.place
        )
      }
    }
  }

  /// `text` with the values of its variables in place.
  func filled(_ text: String, at place: YAMLPlace) throws(PipelineFault) -> String {
    try VariableText(text, at: place).filled { name in values[name] }.orThrow(values, place)
  }

  /// `sql` with a parameter for each variable, which keeps its name, and these names.
  ///
  /// A value is bound, so it stands for a value only: no name, and nothing within quotes.
  func bound(
    _ sql: String,
    at place: YAMLPlace
  ) throws(PipelineFault) -> (sql: String, names: [String]) {
    let text = try VariableText(sql, at: place)
    if let name = text.namesInQuotes.first {
      throw PipelineFault(
        "the variable ${\(name)} stands within quotes or a comment, where no value can be bound;"
          + " write it without quotes around it, with || to join texts",
        at: place
      )
    }
    let filled = try text.filled { name in values[name] == nil ? nil : ":\(name)" }
      .orThrow(values, place)
    return (filled, text.names)
  }
}

extension VariableText.Filled {
  fileprivate func orThrow(
    _ known: [String: String],
    _ place: YAMLPlace
  ) throws(PipelineFault) -> String {
    switch self {
    case .text(let text): return text
    case .unknown(let name):
      let guess = Spelling.nearest(to: name, among: known.keys.sorted())
      let hint = guess.map { ": did you mean ${\($0)}?" } ?? ""
      throw PipelineFault(
        "there is no variable ${\(name)}; those of a pipeline stand under variables\(hint)",
        at: place
      )
    }
  }
}
