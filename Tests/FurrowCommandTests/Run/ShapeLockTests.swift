import TestSupport
import Testing

@Suite struct `A locked shape` {
  private static let films = "id,title,votes,day\n1,Alien,100,1979-05-25\n2,Brazil,7,1985-02-20\n"

  /// A folder with `text` in films.csv and the lock of `locked`.
  private static func folder(
    _ text: String,
    locked: String = films,
    _ options: [String] = [],
    name: String = "films.csv"
  ) throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory()
    try folder.write(locked, to: name)
    let sniffed = try CommandRun(["sniff", name, "--lock"] + options, directory: folder.path)
    #expect(sniffed.status == 0, "\(sniffed.errorText)")
    try folder.write(text, to: name)
    return folder
  }

  static let drifts: [(change: String, text: String, lines: [String])] = [
    (
      "renamed", "id,name,votes,day\n1,Alien,100,1979-05-25\n",
      [#"renamed: column 2 was "title" and is "name""#]
    ),
    (
      "reordered", "id,votes,title,day\n1,100,Alien,1979-05-25\n",
      [#"reordered: "title", "votes" now stand as "votes", "title""#]
    ),
    (
      "retyped", "id,title,votes,day\n1,Alien,100,1979-05-25\nx2,Brazil,1.5,soon\n",
      [
        #"retyped: "id" was integer, and is text, since "x2" on line 3 is no integer"#,
        #"retyped: "votes" was integer, and is text, since "1.5" on line 3 is no integer"#,
        #"retyped: "day" was date, and is text, since "soon" on line 3 is no date"#,
      ]
    ),
    (
      "removed and added", "title,votes,day,\"a\u{1B}b\"\nAlien,100,1979-05-25,x\n",
      [
        #"removed: "id", which was column 1"#, #"added: "a\x1bb", which is column 4"#,
      ]
    ),
    (
      "dialect", "id;title;votes;day\n1;Alien;100;1979-05-25\n2;x;7;1985-02-20\n",
      ["delimiter: locked as ',', found ';'"]
    ),
    (
      "preamble",
      "Films of today\n\nid,title,votes,day\n1,Alien,100,1979-05-25\n2,a,3,1979-05-25\n",
      ["lines before the header: locked as 0, found 2"]
    ),
    ("encoding", "\u{FEFF}utf16", ["encoding: locked as UTF-8, found UTF-16LE"]),
  ]

  @Test(arguments: drifts.indices)
  func `fails before anything is written where it has drifted`(_ index: Int) throws {
    let (change, text, lines) = Self.drifts[index]
    let folder = try Self.folder(text)
    if change == "encoding" {
      let bytes = "\u{FEFF}\(Self.films)".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      _ = try folder.write(bytes, to: "films.csv")
    }
    let before = folder.names
    for line in [
      ["import", "films.csv", "--into", "f.db"], ["convert", "films.csv", "-o", "f.ndjson"],
      ["validate", "films.csv", "--rejects", "wrong"], ["dedupe", "films.csv", "--by", "id"],
    ] {
      let run = try CommandRun(line + ["--frozen"], directory: folder.path)
      #expect(run.status == 1, "\(change): \(line)")
      for line in lines {
        #expect(run.errorText.contains("\n  \(line)\n"), "\(change): \(run.errorText)")
      }
      let count = lines.count == 1 ? "1 difference," : "\(lines.count) differences,"
      #expect(run.errorText.contains(count), "\(change): \(run.errorText)")
      #expect(run.output.isEmpty)
      #expect(folder.names == before)
    }
  }

  @Test func `lets types and dialect be those of the lock`() throws {
    // Today all codes are numbers, and nobody has voted.
    let folder = try Self.folder(
      "id;code;votes\n1;7;\n2;8;\n",
      locked: "id;code;votes\n1;a7;3\n2;8;4\n"
    )
    let run = try CommandRun(
      ["import", "films.csv", "--into", "f.db", "--frozen"],
      directory: folder.path
    )
    #expect(run.status == 0, "\(run.errorText)")
    let dump = try DatabaseDump(folder.file("f.db")).lines.joined(separator: "\n")
    #expect(dump.contains("\"code\" TEXT") && dump.contains("\"votes\" INTEGER"))
    let narrow = try CommandRun(
      ["convert", "films.csv", "-o", "-", "--set", "n=typeof(code)", "--frozen"],
      directory: folder.path
    )
    #expect(narrow.outputText == "id,code,votes,n\n1,7,,text\n2,8,,text\n")
    // One column does not tell its delimiter; the lock does.
    try folder.write("id;code;votes\n", to: "films.csv")
    let empty = try CommandRun(
      ["convert", "films.csv", "-o", "-", "--frozen"],
      directory: folder.path
    )
    #expect(empty.outputText == "id,code,votes\n", "\(empty.errorText)")
  }

  @Test(
    arguments: [
      ("a.tsv", "a\tb\n1\tx\\ty\n", ["--escape", "backslash"], "a,b\n1,x\ty\n"),
      ("a.csv", "1;x\n", ["-d", ";", "--no-header", "--columns", "a,b"], "a,b\n1,x\n"),
      ("a.ndjson", "{\"a\":1,\"b\":\"2\"}\n", [], "a,b\n1,2\n"),
      ("a.txt", "{\"a\":1,\"b\":\"2\"}\n", ["--format", "ndjson"], "a,b\n1,2\n"),
    ]
  )
  func `reads what needed options without them`(
    _ name: String,
    _ text: String,
    _ options: [String],
    _ output: String
  ) throws {
    let folder = try Self.folder(text, locked: text, options, name: name)
    let run = try CommandRun(
      ["convert", name, "-o", "-", "--output-format", "csv", "--frozen"],
      directory: folder.path
    )
    #expect(run.outputText == output, "\(run.errorText)")
  }

  @Test func `is read in the code page that it was locked in`() throws {
    let folder = try TemporaryDirectory()
    let bytes = Array("a,b\n1,caf".utf8) + [0xE9, 0x0A]
    _ = try folder.write(bytes, to: "a.csv")
    let sniffed = try CommandRun(
      ["sniff", "a.csv", "--lock", "--encoding", "windows-1252"],
      directory: folder.path
    )
    #expect(sniffed.status == 0)
    let run = try CommandRun(["convert", "a.csv", "-o", "-", "--frozen"], directory: folder.path)
    #expect(run.outputText == "a,b\n1,café\n", "\(run.errorText)")
  }

  @Test(
    arguments: [
      (
        ["convert", "b.csv", "--frozen"], 1,
        "there is no lock b.csv.lock.json; furrow sniff b.csv --lock"
      ),
      (["convert", "-", "--frozen"], 64, "standard input has none"),
      (["convert", "films.csv", "--frozen", "--dialect", "d.json"], 64, "drop --dialect"),
      (["convert", "bad.csv", "--frozen"], 1, "bad.csv.lock.json:1"),
    ]
  )
  func `is asked for only where there can be one`(
    _ line: [String],
    _ status: Int32,
    _ says: String
  ) throws {
    let folder = try Self.folder(Self.films)
    try folder.write(Self.films, to: "b.csv")
    try folder.write(Self.films, to: "bad.csv")
    try folder.write("{\"resources\": []}", to: "bad.csv.lock.json")
    let run = try CommandRun(line + ["-o", "-"], directory: folder.path)
    #expect(run.status == status)
    #expect(run.errorText.contains(says), "\(run.errorText)")
  }
}

@Suite struct `A pipeline of locked sources` {
  private static let pipeline = """
    database: data.db
    steps:
      - convert: {source: other.csv, output: out/other.ndjson}
      - import: {source: out/other.ndjson, table: other}
      - name: films
        import: {source: films.csv, table: films}
    """

  private static func place(_ films: String) throws -> PipelineFolder {
    let place = try PipelineFolder(
      pipeline,
      ["films.csv": "id,title\n1,Alien\n", "other.csv": "a\n1\n"]
    )
    let run = try CommandRun(["sniff", "films.csv", "--lock"], directory: place.folder.path)
    #expect(run.status == 0)
    try place.folder.write(films, to: "films.csv")
    return place
  }

  @Test(arguments: [
    (["CI": "true"], true), (["CI": "false"], false), ([:], false),
    (["CI": "1", "FURROW_FROZEN": "0"], false), (["FURROW_FROZEN": "1"], true),
  ])
  func `is held against the locks in CI, before its first step`(
    _ environment: [String: String],
    _ isHeld: Bool
  ) throws {
    let place = try Self.place("id,name\n1,Alien\n")
    let run = try place.run("--report", "r.json", environment: environment)
    #expect(run.status == (isHeld ? 1 : 0), "\(run.errorText)")
    #expect(place.folder.has("data.db") == !isHeld)
    #expect(place.folder.has("out") == !isHeld)
    guard isHeld, environment["CI"] != nil else { return }
    #expect(run.errorText.contains("step 'films': films.csv has not the shape of"))
    #expect(run.errorText.contains("\n  renamed: column 2 was \"title\" and is \"name\"\n"))
    #expect(place.text("r.json").contains("renamed: column 2"))
  }

  @Test func `runs where nothing has drifted, and asks for the locks that are missing`() throws {
    let place = try Self.place("id,title\n2,Brazil\n")
    #expect(try place.run(environment: ["CI": "true"]).status == 0)
    #expect(try place.ask("SELECT title FROM films") == "Brazil")
    let unlocked = try place.run("--frozen")
    #expect(unlocked.status == 1)
    #expect(unlocked.errorText.contains("there is no lock other.csv.lock.json"))
    let lock = try CommandRun(["sniff", "other.csv", "--lock"], directory: place.folder.path)
    #expect(lock.status == 0)
    let run = try place.run("--frozen", "--reload")
    #expect(run.status == 0, "\(run.errorText)")
    #expect(try place.run("--frozen", "--dry-run").outputText.contains("films.csv.lock.json"))
  }
}
