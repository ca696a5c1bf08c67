import Furrow

/// What is here, and what is missing.
package struct Diagnosis: Sendable {
  /// One fact with its name.
  struct Fact: Sendable {
    let name: String
    let value: JSONValue
    /// What a person reads, where it is not the value.
    var shown: String?
  }

  /// Facts under a heading, by the key they have in JSON.
  private(set) var sections: [(key: String, title: String, facts: [Fact])] = []
  /// Why furrow would not work as it should; none is good.
  package private(set) var problems: [String] = []
  /// What somebody may miss, but furrow does not.
  package private(set) var notes: [String] = []

  /// The oldest SQLite that has all that is used, `pragma_table_list` the youngest of it.
  private static let oldestSQLite = (number: 3_037_000, name: "3.37")
  /// Less room than this may be too little to sort or to spill.
  private static let littleRoom = 1 << 30

  /// Looks at the libraries, the machine and the terminal.
  package init(_ environment: Environment, terminalWidth: Int?, isColored: Bool) {
    addVersions()
    addLimits()
    addSurroundings(environment, terminalWidth, isColored)
  }

  private mutating func addVersions() {
    let libraries =
      [("furrow", Version.number), ("SQLite", Database.libraryVersion)]
      + LibraryVersions.all.map { ($0.name, $0.version) }
      + PipelineLibraries.all.map { ($0.name, $0.version) }
    sections.append(
      ("versions", "Versions", libraries.map { Fact(name: $0.0, value: .string($0.1)) })
    )
    let options = Database.compileOptions
    let relevant = options.filter { option in
      [
        "THREADSAFE", "OMIT_", "MAX_COLUMN", "MAX_LENGTH", "MAX_ATTACHED", "TEMP_STORE",
        "DEFAULT_SYNCHRONOUS", "ENABLE_FTS", "ENABLE_RTREE", "ENABLE_MATH",
      ].contains { option.hasPrefix($0) }
    }
    sections.append(
      (
        "sqliteOptions", "SQLite was built with",
        relevant.map { option in
          let parts = option.split(separator: "=", maxSplits: 1).map(String.init)
          return Fact(name: parts[0], value: .string(parts.count > 1 ? parts[1] : "yes"))
        }
      )
    )
    if Database.libraryVersionNumber < Self.oldestSQLite.number {
      problems.append(
        "SQLite \(Database.libraryVersion) is too old, \(Self.oldestSQLite.name) is needed"
      )
    }
    if !Database.isLibraryThreadSafe {
      problems.append("SQLite was built without threads: use --jobs 1, or another SQLite")
    }
    if options.contains("OMIT_VIRTUALTABLE") {
      problems.append("SQLite was built without virtual tables, through which rows are loaded")
    }
  }

  private mutating func addLimits() {
    var facts: [Fact] = []
    do {
      let database = try Database.inMemory()
      facts = [
        Fact(name: "columns of a table", value: .integer(database.value(of: .columns))),
        Fact(name: "bytes of a value", value: .integer(database.value(of: .length))),
        Fact(name: "values of a statement", value: .integer(database.value(of: .parameters))),
        Fact(name: "attached databases", value: .integer(database.value(of: .attached))),
      ]
    } catch {
      problems.append("SQLite opens no database: \(error.description)")
    }
    if let files = Machine.openFiles {
      facts.append(Fact(name: "open files", value: .integer(files)))
    }
    facts.append(Fact(name: "processors", value: .integer(Machine.processors)))
    sections.append(("limits", "Limits", facts))
  }

  private mutating func addSurroundings(
    _ environment: Environment,
    _ terminalWidth: Int?,
    _ isColored: Bool
  ) {
    let folder = environment["TMPDIR"] ?? "/tmp"
    let room = Machine.freeBytes(in: folder)
    var facts = [
      Fact(name: "folder", value: .string(folder)),
      Fact(
        name: "free",
        value: JSONValue(room),
        shown: room.map { "\($0 >> 20) MiB" } ?? "unknown"
      ),
    ]
    if !Machine.canWrite(to: folder) {
      problems.append("TMPDIR \(DisplayText.quoted(folder)): no files can be made there")
    } else if let room, room < Self.littleRoom {
      notes.append(
        "there is little room in \(DisplayText.quoted(folder)), which big sorts and --memory use;"
          + " TMPDIR names another folder"
      )
    }
    sections.append(("temporary", "Temporary files", facts))
    facts = [
      Fact(
        name: "width",
        value: JSONValue(terminalWidth),
        shown: terminalWidth.map(String.init) ?? "no terminal"
      ),
      Fact(name: "colours", value: .bool(isColored), shown: isColored ? "yes" : "no"),
    ]
    sections.append(("terminal", "Terminal", facts))
    if !Machine.hasProgram("git", path: environment["PATH"] ?? "") {
      notes.append("there is no git, which migrate uses to compare files with a revision")
    }
  }
}

extension Diagnosis {
  /// All of it as text.
  func text(width: Int) -> String {
    var text = ""
    for section in sections where !section.facts.isEmpty {
      let entries = section.facts.map { ($0.name, DisplayText.escaped($0.shown ?? $0.plain)) }
      text += "\(section.title)\n\(TextWrap.list(entries, width: width))\n"
    }
    for note in notes { text += TextWrap.block("note: \(note)", indent: 0, width: width) }
    for problem in problems {
      text += TextWrap.block("problem: \(problem)", indent: 0, width: width)
    }
    return text + (problems.isEmpty ? "nothing is missing\n" : "")
  }

  /// All of it as a JSON object.
  var json: JSONValue {
    var members = sections.map { section in
      JSONValue.Member(
        section.key,
        .object(section.facts.map { JSONValue.Member($0.name, $0.value) })
      )
    }
    members.append(.init("notes", .array(notes.map(JSONValue.string))))
    members.append(.init("problems", .array(problems.map(JSONValue.string))))
    return .object([.init("schemaVersion", .integer(1))] + members)
  }
}

extension Diagnosis.Fact {
  fileprivate var plain: String {
    if case .string(let text) = value { text } else { value.description }
  }
}
