import Furrow

/// A pipeline file as it is written: what stands where, before any variable has its value.
struct PipelineDocument {
  /// A text with its place.
  struct Text: Equatable {
    let text: String
    let place: YAMLPlace
  }

  static let keys = ["name", "database", "migrations", "variables", "atomic", "steps"]

  /// The file, as the user named it.
  let path: String
  /// Its folder with a slash, which other paths are told from; empty for the working directory.
  let folder: String
  /// What the pipeline is called in a database that it fills.
  let name: String
  let database: Text?
  let migrations: Text?
  /// Names with the values they have unless another is given; `nil` when one has to be.
  let variables: [(name: Text, value: String?)]
  /// Whether all steps are done in the database, or none.
  let isAtomic: Bool
  let steps: [StepDocument]
  /// All that stands in the file as a value.
  let values: [Text]

  /// Reads the file at `path`; faults of different steps are told together.
  init(path: String) throws {
    self.path = path
    folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    let bytes: [UInt8]
    do throws(ReadFailure) {
      bytes = try SmallFile.read(path)
    } catch {
      throw CommandFailure(.failed, error.description)
    }
    do {
      let root = try YAMLDocument.root(of: bytes)
      _ = try root.entries("a pipeline", known: Self.keys)
      values = root.values
      let file = path.split(separator: "/").last.map(String.init) ?? path
      name = try root["name"]?.text("name") ?? file
      database = try root["database"].map(Self.text("database"))
      migrations = try root["migrations"].map(Self.text("migrations"))
      isAtomic = try root["atomic"]?.flag("atomic") ?? false
      variables = try Self.variables(root["variables"])
      steps = try Self.steps(root["steps"], at: root.place, path, database != nil)
      if isAtomic, database == nil {
        throw PipelineFault("atomic: there is no database to be atomic about", at: root.place)
      }
    } catch let fault as YAMLFault {
      throw CommandFailure([PipelineFault(fault)], in: path)
    } catch let fault as PipelineFault {
      throw CommandFailure([fault], in: path)
    }
  }

  /// The steps, with one for the migrations in front where none is written.
  var stepsWithMigrations: [StepDocument] {
    guard let migrations, !steps.contains(where: { $0.kind == .migrate }) else { return steps }
    return [StepDocument(migrationsAt: migrations.place)] + steps
  }

  /// What the URIs in the file say to their servers only, when its variables have their values.
  func uriSecrets(with variables: Variables) -> [Secrets.Secret] {
    values.flatMap { value in
      URISecrets.secrets(in: (try? variables.filled(value.text, at: value.place)) ?? value.text)
    }
  }

  private static func text(
    _ what: String
  ) -> (YAMLNode) throws(PipelineFault) -> Text {
    { node throws(PipelineFault) in Text(text: try node.text(what), place: node.place) }
  }

  private static func variables(
    _ node: YAMLNode?
  ) throws(PipelineFault) -> [(name: Text, value: String?)] {
    guard let node, !node.isNull else { return [] }
    var variables: [(name: Text, value: String?)] = []
    for entry in try node.entries("variables") {
      guard Variables.isName(entry.key) else {
        throw PipelineFault(
          "variables: expected a name of letters, digits and _, found"
            + " \(DisplayText.quoted(entry.key))",
          at: entry.place
        )
      }
      let value = entry.value.isNull ? nil : try entry.value.text(entry.key)
      variables.append((Text(text: entry.key, place: entry.place), value))
    }
    return variables
  }

  private static func steps(
    _ node: YAMLNode?,
    at place: YAMLPlace,
    _ path: String,
    _ hasDatabase: Bool
  ) throws -> [StepDocument] {
    guard let node else { throw PipelineFault("a pipeline needs the key steps", at: place) }
    guard case .sequence(let nodes) = node.content else {
      throw PipelineFault("steps: expected a list of steps, found \(node.kind)", at: node.place)
    }
    if nodes.isEmpty {
      throw PipelineFault("steps: expected at least one step, found none", at: node.place)
    }
    var faults: [PipelineFault] = []
    var steps: [StepDocument] = []
    for (index, node) in nodes.enumerated() {
      do throws(PipelineFault) {
        steps.append(try StepDocument(node, number: index + 1))
      } catch {
        faults.append(error)
      }
    }
    var names: Set<String> = []
    for step in steps where !names.insert(step.name).inserted {
      faults.append(
        PipelineFault("two steps are called \(DisplayText.quoted(step.name))", at: step.place)
      )
    }
    guard faults.isEmpty else { throw CommandFailure(faults, in: path) }
    return steps
  }
}

extension YAMLNode {
  /// All texts within the node.
  fileprivate var values: [PipelineDocument.Text] {
    switch content {
    case .scalar(let text, _): [PipelineDocument.Text(text: text, place: place)]
    case .sequence(let nodes): nodes.flatMap(\.values)
    case .mapping(let entries): entries.flatMap(\.value.values)
    }
  }
}
