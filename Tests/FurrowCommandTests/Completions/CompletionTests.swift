import Foundation
import Furrow
import FurrowCommand
import TestSupport
import Testing

@Suite struct `Completion of command lines` {
  private static func words(_ line: [String], environment: [String: String] = [:]) -> [String] {
    Completion(line, in: .furrow, environment: Environment(environment)).candidates.map(\.word)
  }

  @Test func `offers every command and every option of each`() {
    #expect(Self.words([""]).dropLast() == CommandTable.furrow.commands.map(\.name)[...])
    for command in CommandTable.furrow.workers {
      let line = command.name.split(separator: " ").map(String.init) + ["--"]
      #expect(Self.words(line) == command.options.map { "--\($0.name)" })
    }
  }

  @Test(
    arguments: [
      ("exp", ["export", "explain"]),
      ("migrate sta", ["status"]),
      ("help migrate sta", ["status"]),
      ("--ver", ["--version"]),
      ("import --into d --in", []),
      ("import --if-exists ", ["append", "replace", "truncate", "fail"]),
      ("import --if-exists=r", ["--if-exists=replace"]),
      ("import -qd; --if-exists r", ["replace"]),
      ("import --into --if", []),
      ("import -- --if", []),
      ("bogus --in", []),
      ("import --bogus --into x --no-h", ["--no-header"]),
      ("query d --form", ["--format"]),
      ("completions ", ["bash", "zsh", "fish"]),
      ("explain type", ["type-error"]),
      ("explain type-error extra", ["extra-cell"]),
    ]
  )
  func `knows what stands where`(_ line: String, _ words: [String]) {
    let typed = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    #expect(Self.words(typed) == words)
  }

  @Test(
    arguments: [
      ("import ", true), ("import --into ", true), ("import --schema=", true), ("export ", true),
      ("import --limit ", false), ("query d ", false), ("", false), ("import --o", false),
    ]
  )
  func `asks for paths where there may be one`(_ line: String, _ takesPaths: Bool) {
    let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let completion = Completion(words, in: .furrow, environment: Environment())
    #expect(completion.takesPaths == takesPaths)
  }

  @Test func `offers names of columns and tables, as the options of the line have them`() throws {
    let folder = try TemporaryDirectory()
    let films = folder.file("films.csv")
    try "id;title;\"a,b\";votes\u{1B}\n1;x;y;z\n".write(
      toFile: films,
      atomically: true,
      encoding: .utf8
    )
    let lines = folder.file("films.ndjson")
    try "{\"id\":1,\"name\":2}\n".write(toFile: lines, atomically: true, encoding: .utf8)
    let database = folder.file("films.db")
    try Database(path: database, options: .init(mode: .create)).execute(
      "CREATE TABLE films(id, director); CREATE TABLE people(id); CREATE VIEW both_ AS SELECT 1"
    )
    let start = ["import", films, "-d", ";"]
    #expect(Self.words(start + ["--select", ""]) == ["id", "title", "\"a,b\""])
    #expect(Self.words(start + ["--select", "id,t"]) == ["id,title"])
    #expect(Self.words(start + ["--rename=t"]) == ["--rename=title="])
    #expect(Self.words(start + ["--set", "title=x"]) == [])
    #expect(
      Self.words(["import", films, "--by", ""], environment: ["FURROW_DELIMITER": ";"]) == []
    )
    #expect(
      Self.words(["dedupe", films, "--by", "t"], environment: ["FURROW_DELIMITER": ";"]) == [
        "title"
      ]
    )
    #expect(
      Self.words(start + ["--into", database, "--table", "films", "--key", ""])
        == ["id", "title", "\"a,b\"", "director"]
    )
    #expect(Self.words(start + ["--into", database, "--table", "p"]) == ["people"])
    #expect(Self.words(["export", database, "--table", ""]) == ["both_", "films", "people"])
    #expect(Self.words(["export", database, "--table", "films", "--columns", "d"]) == ["director"])
    #expect(Self.words(["import", lines, "--select", ""]) == ["id", "name"])
  }

  /// The time of the processor, since others may use it meanwhile; that of a debug build is several
  /// times as long.
  @Test(arguments: [
    "export many.db --table ''", "import wide.csv.gz --into many.db --select ''",
    "import long.csv --into many.db --table t7 --key ''", "migrate ''",
  ])
  func `takes less than 100 ms`(_ line: String) throws {
    let folder = try TemporaryDirectory()
    try Database(path: folder.file("many.db"), options: .init(mode: .create)).execute(
      SQL(raw: (1...200).map { "CREATE TABLE t\($0)(a, b, c);" }.joined())
    )
    let script = """
      { seq -s, 300; seq -s, 300; } | gzip > wide.csv.gz
      { echo id,name; yes 1,x | head -200000; } > long.csv
      "$0" completions bash -- \(line) > warm
      TIMEFORMAT='%U %S'; time "$0" completions bash -- \(line) > words; wc -l < words
      """
    let run = try CommandRun(script: script, directory: folder.path)
    #if DEBUG
    let limit = 0.4
    #else
    let limit = 0.1
    #endif
    let seconds = run.errorText.split { $0.isWhitespace }.compactMap { Double($0) }
    #expect(seconds.count == 2 && seconds.reduce(0, +) < limit, "\(run.errorText)")
    #expect(Int(run.outputText.filter(\.isNumber)) ?? 0 > 4, "\(run.outputText)")
  }

  @Test(arguments: ["nothing", "folder", "garbage", "pipe"])
  func `is silent about files that cannot be read`(_ name: String) throws {
    let folder = try TemporaryDirectory()
    let script = "mkdir folder; head -c 3000000 /dev/zero | tr '\\0' x > garbage; mkfifo pipe"
    _ = try CommandRun(script: script, directory: folder.path)
    let path = folder.file(name)
    for line in [
      ["import", path, "--into", path, "--table", "t", "--key", ""],
      ["export", path, "--table", ""],
    ] {
      let run = try CommandRun(["completions", "fish", "--"] + line)
      #expect(run.status == 0)
      #expect(run.errors.isEmpty)
      #expect(run.outputText.hasPrefix("words\n"))
      #expect(run.outputText.utf8.count < 1 << 17)
    }
  }

  @Test func `answers bash`() throws {
    let folder = try TemporaryDirectory()
    try "id,the title\n1,x\n".write(
      toFile: folder.file("my films.csv"),
      atomically: true,
      encoding: .utf8
    )
    let run = try CommandRun(
      script: #"""
        set -eu
        mkdir bin; ln -s "$0" bin/furrow; PATH=$PWD/bin:$PATH
        source <(furrow completions bash)
        complete -p furrow
        ask() {
          COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
          _furrow
          printf '<%s> ' "${COMPREPLY[@]}"; echo
        }
        ask furrow im
        ask furrow migrate sta
        ask furrow import my
        ask furrow import "'my films.csv'" --select ''
        ask furrow import 'my\ films.csv' --select id,
        ask furrow import x --if-exists = r
        ask furrow import x --if-exists =
        ask furrow import x --if-exists=
        ask furrow import x --rename
        ask furrow nothing here
        """#,
      directory: folder.path
    )
    #expect(run.errorText == "")
    #expect(
      run.outputText == #"""
        complete -F _furrow furrow
        <import> 
        <status> 
        <my films.csv> 
        <id> <the\ title> 
        <id,the\ title> 
        <replace> 
        <append> <replace> <truncate> <fail> 
        <append> <replace> <truncate> <fail> 
        <--rename> 
        <> 

        """#
    )
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `has scripts that their shells can read`(_ shell: String) throws {
    let run = try CommandRun(
      script: "command -v \(shell) >/dev/null || exit 0; \(shell) -n <(\"$0\" completions \(shell))"
    )
    #expect(run.errorText == "")
    #expect(run.status == 0)
    let wrong = try ProgramRun(["completions", "tcsh"])
    #expect(wrong.exitCode == .wrongUsage)
    #expect(wrong.errors.contains("expected bash, zsh or fish, found 'tcsh'"))
  }
}
