import Furrow

/// The files that `furrow init` writes, as texts.
struct PipelineStarter {
  let pipelinePath: String
  private let folder: String
  private let sources: [StarterSource]

  /// Reads the data files of `folder`; those that make no table are told and left out.
  ///
  /// - Throws: when there is none, or a file that would be written is there.
  init(_ folder: String, _ console: Console) throws {
    self.folder = folder == "." ? "" : folder.hasSuffix("/") ? folder : folder + "/"
    pipelinePath = self.folder + "furrow.yaml"
    let names = try Self.names(in: folder)
    try Self.proveAbsent([pipelinePath, self.folder + Self.migrationName])
    var sources: [StarterSource] = []
    for file in names where FileFormat(path: file) != nil {
      do throws(PipelineError) {
        let taken = Set(sources.map { $0.table.name.lowercased() })
        let source = try StarterSource(
          file,
          in: self.folder,
          taken: taken,
          until: StopSignals.cancellation()
        )
        sources.append(source)
        console.warn(source.warnings)
      } catch {
        if case .interrupted = error { throw CommandFailure(.interrupted, "interrupted") }
        console.note("left out: \(DisplayText.escaped(error.description))")
      }
    }
    guard !sources.isEmpty else {
      throw CommandFailure(
        .failed,
        "\(folder): expected files such as films.csv, films.tsv, films.json or films.ndjson, found"
          + " none that makes a table"
      )
    }
    self.sources = sources
    try Self.proveAbsent(files.map(\.path))
  }

  private static func names(in folder: String) throws -> [String] {
    if FileIdentity(path: folder) != nil {
      let parent = folder.lastIndex(of: "/").map { String(folder[..<$0]) } ?? "."
      throw CommandFailure(
        .failed,
        "\(folder): expected a folder, found a file; furrow init \(parent.isEmpty ? "/" : parent)"
          + " takes all files of its folder"
      )
    }
    return try FolderNames.of(folder)
  }

  private static func proveAbsent(_ paths: [String]) throws(CommandFailure) {
    guard let path = paths.first(where: Folder.hasFile) else { return }
    throw CommandFailure(.failed, "\(path) is there already; nothing is written over")
  }

  /// All files with their paths.
  var files: [(path: String, text: String)] {
    let schemas = sources.flatMap(\.documents).map { (path: folder + $0.path, text: $0.text) }
    return [
      (path: pipelinePath, text: pipeline), (path: folder + Self.migrationName, text: migration),
    ]
      + schemas
  }

  private static let migrationName = "migrations/001_tables.sql"

  private var migration: String {
    var text = """
      -- The tables of the files, with the types that keep every value as it is written.
      -- Add PRIMARY KEY, NOT NULL, REFERENCES and CHECK before the first run; later changes go into
      -- new files: furrow migrate new NAME --dir migrations

      -- migrate:up

      """
    for source in sources { text += "\(source.table.sql);\n" }
    text += "\n-- migrate:down\n"
    for source in sources.reversed() {
      text += "DROP TABLE \(QuotedName.text(source.table.name));\n"
    }
    return text
  }

  private var pipeline: String {
    var text = """
      # What this folder's files become. furrow run furrow.yaml --dry-run tells what it would do.
      # Each key of a step is an option of the command: furrow import --help lists them.

      database: data.db

      # Brought up to date before the first step.
      migrations: migrations

      # All steps or none: without this line each step that is done stays done.
      # atomic: true

      # Values for ${NAME}, which --set NAME=VALUE, the environment and .env beat.
      # variables:
      #   MIN_YEAR: 1900

      steps:

      """
    for source in sources {
      text += """
          - name: \(Self.quoted("load " + source.table.name, hasVariables: false))
            import:
              source: \(Self.quoted(source.file))
              table: \(Self.quoted(source.table.name))
              create: never
              schema: \(Self.quoted(source.schema))
        \(Self.keys(source))\
              # Records at fault are kept as they are, with the reasons, and the others are loaded.
              on-error: reject
              rejects: \(Self.quoted("rejects/\(source.table.name)"))
              # With a primary key a changed file meets its own rows:
              # on-conflict: update
              # key: [\(Self.quoted(source.table.columns.first?.name ?? "id"))]


        """
    }
    return text + """
        # A check: the run fails if the rows are not these.
        # - query:
        #     sql: SELECT count(*) FROM t WHERE name IS NULL
        #     expect: 0

        # What comes out again.
        # - export: {table: t, output: out/t.ndjson}

      """
  }

  /// What pins how the source is read, a line each.
  private static func keys(_ source: StarterSource) -> String {
    source.keys.map { "      \($0.name): \($0.value == "true" ? "true" : quoted($0.value))\n" }
      .joined()
  }

  /// `text` as YAML, bare where that is sure to mean the same.
  ///
  /// Where variables are filled in, what looks like one is written so that it is none.
  private static func quoted(_ text: String, hasVariables: Bool = true) -> String {
    let isPlain = text.unicodeScalars.allSatisfy {
      ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0)
        || "_-./ ".unicodeScalars.contains($0)
    }
    let isWord = text.first.map { $0.isLetter } ?? false && text.last != " "
    guard isPlain, isWord, !["null", "true", "false"].contains(text.lowercased())
    else {
      let literal = hasVariables ? text.replacing("${", with: "$${") : text
      return JSONValue.string(literal).description
    }
    return text
  }
}
