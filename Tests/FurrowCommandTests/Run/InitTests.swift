import TestSupport
import Testing

@Suite struct `A new pipeline` {
  private static let files = [
    "films.csv": "id,title,rating,code\n1,Alien,8.5,007\n2,Brazil,7.9,012\n",
    "odd [1] ${x}: y.tsv": "no\tNULL\ttrue\n1\t\tq\n",
    "people.ndjson": "{\"name\": \"Ann\", \"age\": 30}\n{\"name\": \"Bo\"}\n",
    "tsconfig.json": "{\"compilerOptions\": {}}",
    "notes.txt": "nothing of that kind",
    ".hidden.csv": "a\n1\n",
  ]

  @Test func `names the folder where it is given a file of it`() throws {
    let folder = try Self.folder(["a.csv": "n\n1\n"])
    let run = try CommandRun(["init", "data/a.csv"], directory: folder.path)
    #expect(run.status == 1)
    #expect(
      run.errorText
        == "furrow: data/a.csv: expected a folder, found a file; furrow init data takes all files of"
        + " its folder\n"
    )
  }

  private static func folder(_ files: [String: String] = files) throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory()
    for (name, text) in files { try folder.write(text, to: "data/\(name)") }
    return folder
  }

  @Test func `runs as it is written, from anywhere, and keeps every value`() throws {
    let folder = try Self.folder()
    let made = try CommandRun(["init", "data"], directory: folder.path)
    #expect(made.status == 0, "\(made.errorText)")
    #expect(made.errorText.contains("left out: data/tsconfig.json"))
    #expect(made.outputText.hasPrefix("data/furrow.yaml\ndata/migrations/001_tables.sql\n"))
    let run = try CommandRun(["run", "data/furrow.yaml"], directory: folder.path)
    #expect(run.status == 0, "\(run.errorText)")
    let rows = try DatabaseDump(folder.file("data/data.db")).lines
    #expect(rows.contains { $0.hasPrefix("films: ") && $0.contains("007") })
    #expect(rows.contains { $0.contains("\"rating\" REAL") && $0.contains("\"code\" TEXT") })
    #expect(rows.contains { $0.hasPrefix("people: ") && $0.contains("Bo") })
    #expect(rows.contains { $0.hasPrefix("odd [1] ${x}: y: ") })
    let second = try CommandRun(["run", "furrow.yaml"], directory: folder.file("data"))
    #expect(second.status == 0)
    #expect(try DatabaseDump(folder.file("data/data.db")).lines == rows)
  }

  @Test func `reads what is written in another dialect, code page or place as it is`() throws {
    let folder = try TemporaryDirectory()
    let latin = Array(
      "id;ort;preis\n1;Köln;1,5\n2;Zürich;2,5\n".unicodeScalars.map { UInt8($0.value) }
    )
    _ = try folder.write(latin, to: "data/orte.csv")
    try folder.write("Report of May\n\nid,name\n1,Ann\n2,Bo\n3,Cy\n", to: "data/preamble.csv")
    try folder.write(
      "id,says\n1,\"a \\\"b\\\", c\"\n2,\"x \\\"y\\\", z\"\n3,\"d\"\n",
      to: "data/slashes.csv"
    )
    _ = try folder.write(
      "\u{FEFF}id\tday\n1\t2024-01-05\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
      to: "data/wide.csv"
    )
    let made = try CommandRun(["init", "data"], directory: folder.path)
    #expect(made.status == 0, "\(made.errorText)")
    #expect(made.errorText.contains("warning: data/orte.csv: "))
    let pipeline = String(decoding: folder.read("data/furrow.yaml") ?? [], as: UTF8.self)
    #expect(
      pipeline.contains("delimiter: \";\"\n") && pipeline.contains("encoding: windows-1252\n")
    )
    #expect(pipeline.contains("skip-lines: \"2\"\n"))
    #expect(pipeline.contains("dialect: schemas/slashes.dialect.json\n"), "\(pipeline)")
    #expect(
      String(decoding: folder.read("data/schemas/wide.schema.json") ?? [], as: UTF8.self)
        .contains("\"type\": \"date\"")
    )
    let run = try CommandRun(["run", "data/furrow.yaml"], directory: folder.path)
    #expect(run.status == 0, "\(run.errorText)")
    let rows = try DatabaseDump(folder.file("data/data.db")).lines
    #expect(rows.contains { $0.contains("Zürich") && $0.contains("2,5") })
    #expect(rows.contains { $0.hasPrefix("preamble: ") && $0.contains("Cy") })
    #expect(rows.contains { $0.hasPrefix("slashes: ") && $0.contains(", z") })
    #expect(rows.contains { $0.hasPrefix("wide: ") && $0.contains("2024-01-05") })
  }

  @Test func `is written over nothing, and not made of nothing`() throws {
    for name in ["furrow.yaml", "migrations/001_tables.sql", "schemas/films.schema.json"] {
      let folder = try Self.folder(Self.files.merging([name: "mine"]) { $1 })
      let run = try CommandRun(["init", "data/"], directory: folder.path)
      #expect(run.status == 1)
      #expect(
        run.errorText.hasSuffix("furrow: data/\(name) is there already; nothing is written over\n")
      )
      #expect(String(decoding: folder.read("data/\(name)") ?? [], as: UTF8.self) == "mine")
      #expect(folder.has("data/furrow.yaml") == (name == "furrow.yaml"))
    }
    let empty = try Self.folder(["notes.txt": ""])
    #expect(try CommandRun(["init", "data"], directory: empty.path).status == 1)
    #expect(try CommandRun(["init", "nowhere"], directory: empty.path).status == 1)
    #expect(try CommandRun(["init"], directory: empty.path).status == 64)
  }
}
