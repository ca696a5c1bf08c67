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
