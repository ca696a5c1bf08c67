import Furrow

/// A data file that `furrow init` found, with the table that it makes and what has to be said to read it.
struct StarterSource {
  /// The file's name, told from the folder.
  let file: String
  let table: TableProposal
  /// Keys of a step that pin how the file is read; empty where nothing has to be said.
  let keys: [(name: String, value: String)]
  /// Files that belong to it, with their paths told from the folder.
  let documents: [(path: String, text: String)]
  /// What the user should know of what was found out.
  let warnings: [String]

  /// The path of its schema, told from the folder.
  var schema: String { "schemas/\(Self.stem(of: table.name)).schema.json" }

  /// Reads all of `file` in `folder`; its table has none of the names `taken`.
  init(
    _ file: String,
    in folder: String,
    taken: Set<String>,
    until cancellation: Cancellation
  ) throws(PipelineError) {
    let path = folder + file
    let format = FileFormat(path: file) ?? .csv
    var source = TextSource(
      path: path,
      dialect: format == .tsv ? .tsv : .csv,
      format: format,
      cancellation: cancellation
    )
    source.isSniffed = true
    var shape = try SourceShape(source, isWhole: true, until: cancellation)
    let codePage = shape.likelyCodePage
    if let codePage {
      source.encoding = codePage
      shape = try SourceShape(source, isWhole: true, until: cancellation)
    }
    var plan = ImportPlan(sources: [path], dialect: shape.dialect, database: ":memory:")
    plan.encoding = codePage ?? .automatic
    plan.cancellation = cancellation
    var table = try TableProposal(plan)
    let name = table.name
    var number = 2
    while taken.contains(table.name.lowercased()) {
      plan.table = "\(name)_\(number)"
      table = try TableProposal(plan)
      number += 1
    }
    self.file = file
    self.table = table
    warnings = shape.warnings
    let stem = Self.stem(of: table.name)
    var documents = [(path: "schemas/\(stem).schema.json", text: shape.schema.indented)]
    var keys: [(name: String, value: String)] = []
    if let finding = shape.finding, finding.dialect != .csv {
      if let options = finding.options {
        keys = Self.keys(options)
      } else if let dialect = shape.tableDialect {
        let path = "schemas/\(stem).dialect.json"
        documents.append((path, dialect.indented))
        keys = [("dialect", path)]
      }
    }
    if let codePage { keys.append(("encoding", codePage.name)) }
    self.keys = keys
    self.documents = documents
  }

  /// The words of a command line as keys of a step.
  private static func keys(_ options: [String]) -> [(name: String, value: String)] {
    var keys: [(name: String, value: String)] = []
    var rest = options[...]
    while let word = rest.popFirst() {
      let name = word == "-d" ? Options.delimiter.option.name : String(word.drop { $0 == "-" })
      let isFlag = name == Options.noHeader.option.name
      keys.append((name, isFlag ? "true" : rest.popFirst() ?? ""))
    }
    return keys
  }

  private static func stem(of table: String) -> String { table.replacing("/", with: "_") }
}
