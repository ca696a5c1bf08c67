import Furrow
import TestSupport
import Testing

@testable import FurrowCommand

@Suite struct `A pipeline file` {
  @Test(arguments: [
    (
      "databse: d\nsteps: [{import: {source: a}}]",
      "1:1: a pipeline has no key 'databse': did you mean 'database'?"
    ),
    (
      "database: d\nsteps:\n  - imprt: {}\n  - {}",
      "3:5: step 1 has no key 'imprt': did you mean 'import'?\nfurrow.yaml:4:5: step 2: expected"
    ),
    ("database: d\nsteps: []", "2:8: steps: expected at least one step, found none"),
    ("database: d", "1:1: a pipeline needs the key steps"),
    (
      "database: d\nsteps:\n  - imprt: {source: a}",
      "3:5: step 1 has no key 'imprt': did you mean 'import'?"
    ),
    (
      "database: d\nsteps:\n  - name: x",
      "3:5: step 1: expected import, export, convert, validate, dedupe, migrate or query, found none"
    ),
    (
      "database: d\nsteps:\n  - import: {source: a.csv, on-conflct: update}",
      "3:29: import has no key 'on-conflct': did you mean 'on-conflict'?"
    ),
    (
      "database: d\nsteps:\n  - import: {source: a.csv, on-conflict: never}",
      "3:42: on-conflict: expected abort, ignore, replace or update, found 'never'"
    ),
    (
      "database: d\nsteps:\n  - import: {source: a.csv, on-conflict: update}",
      "3:5: import: on-conflict update needs key a,b"
    ),
    (
      "database: d\nsteps:\n  - import: {source: a.csv, trim: maybe}",
      "3:35: trim: expected true or false, found 'maybe'"
    ),
    (
      "database: d\nsteps:\n  - import: {source: a.csv, limit: [1, 2]}",
      "3:36: limit: expected one value, found a list"
    ),
    (
      "database: d\nsteps:\n  - import: {source: a.csv, where: }",
      "3:36: where: expected a value, found nothing"
    ),
    ("database: d\nsteps:\n  - import: {source: b.csv}", "3:22: 'b.csv': there is no such file"),
    ("database: d\nsteps:\n  - import: {source: x*.csv}", "3:22: no file fits 'x*.csv'"),
    ("database: d\nsteps:\n  - import: {table: t}", "3:5: import: missing source"),
    (
      "steps:\n  - import: {source: a.csv}",
      "2:5: import: there is no database; name one with the key database of the pipeline, or with into of the step"
    ),
    (
      "database: ../d\nsteps:\n  - import: {source: a.csv}",
      "1:11: '../d' is outside of the pipeline's folder; furrow run --allow-outside lets it be written"
    ),
    (
      "database: d\nsteps:\n  - export: {table: t, output: /tmp/x.csv}",
      "3:32: '/tmp/x.csv' is outside of the pipeline's folder"
    ),
    (
      "database: d\nsteps:\n  - export: {table: t, output: out/x.csv}",
      "3:32: 'out/x.csv' is outside of the pipeline's folder"
    ),
    (
      "database: d\nsteps:\n  - query: {sql: \"SELECT '${X}'\"}\nvariables: {X: 1}",
      "3:18: the variable ${X} stands within quotes or a comment"
    ),
    (
      "database: d\nsteps:\n  - query: {sql: 'SELECT ${Y}'}\nvariables: {YY: 1}",
      "3:18: there is no variable ${Y}; those of a pipeline stand under variables: did you mean ${YY}?"
    ),
    ("database: d\nsteps:\n  - query: {sql: 'SELECT ${'}", "3:18: expected ${NAME}, found '${'"),
    (
      "database: d\nvariables: {a-b: 1}\nsteps: [{query: {sql: SELECT 1}}]",
      "2:13: variables: expected a name of letters, digits and _"
    ),
    (
      "database: d\nsteps:\n  - {name: a, after: b, query: {sql: SELECT 1}}\n  - {name: b, after: a, query: {sql: SELECT 1}}",
      "3:25: the steps 'a' and 'b' wait for each other"
    ),
    (
      "database: d\nsteps:\n  - {name: a, query: {sql: SELECT 1}}\n  - {name: a, query: {sql: SELECT 1}}",
      "4:15: two steps are called 'a'"
    ),
    (
      "database: d\nsteps:\n  - {after: [q], query: {sql: SELECT 1}}",
      "3:14: after: there is no step 'q'"
    ),
    (
      "database: d\nsteps:\n  - {import: {source: a.csv}, export: {table: t}}",
      "3:31: step 1: expected one command, found import and export"
    ),
    (
      "database: d\nsteps:\n  - import: &a {source: a.csv}\n  - import: {<<: *a, table: t}",
      "4:14: import has no key '<<': YAML 1.2 merges no keys; write them out"
    ),
    (
      "database: file:shop.db?key=x\nsteps:\n  - import: {source: a.csv}",
      "1:11: database: expected the path of a SQLite database, no address, found 'file:shop.db?key=***'"
    ),
    (
      "database: d\nsteps:\n  - convert: {source: a.csv, output: b.csv}\n  - convert: {source: a.csv, output: ./b.csv}",
      "4:38: ./b.csv: this is another output of the run, which would be lost"
    ),
    (
      "database: d\nsteps:\n  - convert: {source: a.csv, output: d, output-format: csv}\n  - query: {sql: SELECT 1}",
      "3:38: d: this is the database, which would be lost"
    ),
    (
      "steps:\n  - convert: {source: a.csv, output: furrow.yaml, output-format: csv}",
      "2:38: furrow.yaml: this is a file that the run reads, which would be lost"
    ),
    (
      "steps:\n  - convert: {source: a.csv, output: .env, output-format: csv}",
      "2:38: .env: this is a file that the run reads, which would be lost"
    ),
    (
      "database: d\nsteps:\n  - convert: {source: a.csv, output: s.json}\n"
        + "  - import: {source: a.csv, schema: s.json}",
      "3:38: s.json: this is a file that the run reads, which would be lost"
    ),
    (
      "database: d\nsteps:\n  - validate: {source: a.csv, valid: x.csv, invalid: x.csv}",
      "3:54: x.csv: this is another output of the run, which would be lost"
    ),
    ("- a", "1:1: a pipeline: expected keys with values, found a list"),
    ("", "1:1: a pipeline: expected keys with values, found nothing"),
  ])
  func `has faults that say where, and what was meant`(
    _ text: String,
    _ fault: String
  ) throws {
    let place = try PipelineFolder(text, ["a.csv": "id\n1\n"])
    place.folder.link("out", to: "/tmp")
    let run = try place.run()
    #expect(run.status == 1)
    #expect(run.errorText.hasPrefix("furrow: furrow.yaml:\(fault)"), "\(run.errorText)")
    #expect(!place.folder.has("d"))
  }

  @Test(arguments: [
    "query: {sql: \"VACUUM INTO '@'\"}", "query: {sql: \"ATTACH '@' AS other\"}",
    "query: {sql: \"VACUUM INTO '@'\", expect: 0}", "query: {sql: ATTACH ?1 AS other, value: '@'}",
    "export: {query: \"VACUUM INTO '@'\", output: x.csv}", "migrate: {dir: m}",
  ])
  func `writes no other database by its SQL`(_ step: String) throws {
    let other = try TemporaryDirectory()
    let path = other.file("other.db")
    let place = try PipelineFolder(
      "database: data.db\nsteps:\n  - \(step.replacing("@", with: path))",
      ["m/001_a.sql": "-- migrate:up transaction:false\nVACUUM INTO '\(path)';\n"]
    )
    try place.make("CREATE TABLE t(n); INSERT INTO t VALUES (1); VACUUM")
    let run = try place.run()
    #expect(run.status != 0)
    let isRefused = step.hasPrefix("query") || step.hasPrefix("migrate")
    let reason = "not authorized: no other database file may be opened or made here"
    #expect(!isRefused || run.errorText.contains(reason), "\(run.errorText)")
    #expect(other.names == [])
  }

  @Test func `is refused where its variables would fill the memory`() throws {
    let steps = "  - query: {sql: SELECT 1, expect: '\(String(repeating: "${A}", count: 300))'}\n"
    let place = try PipelineFolder(
      "database: data.db\nvariables:\n  A: \(String(repeating: "x", count: 60_000))\nsteps:\n\(steps)"
    )
    let run = try place.run("--dry-run")
    #expect(run.status == 1)
    #expect(
      run.errorText
        == "furrow: furrow.yaml:5:36: expected at most 16777216 bytes in all with the variables filled"
        + " in, found more\n"
    )
  }

  @Test func `may have a thousand steps`() throws {
    let steps = (1...1000).map { "  - {name: s\($0), query: {sql: SELECT 1}}\n" }.joined()
    let place = try PipelineFolder(
      "database: data.db\nsteps:\n  - {name: last, after: s1000, query: {sql: SELECT 1}}\n\(steps)"
    )
    try place.make("CREATE TABLE t(n)")
    let run = try place.run("--dry-run")
    #expect(run.status == 0 && run.outputText.contains("1001. last\n"), "\(run.errorText)")
  }

  @Test func `has all its faults told at once`() throws {
    let place = try PipelineFolder(
      "database: d\nsteps:\n  - import: {source: b}\n  - import: {source: c}\n"
    )
    let run = try place.run()
    #expect(
      run.errorText.contains("furrow.yaml:3:22:") && run.errorText.contains("furrow.yaml:4:22:")
    )
  }

  @Test func `may be JSON, and may write elsewhere when that is allowed`() throws {
    let other = try TemporaryDirectory()
    let place = try PipelineFolder(
      #"{"database": "data.db", "steps": [{"import": {"source": ["a.csv"], "table": "t"}},"#
        + #" {"export": {"table": "t", "output": "\#(other.file("x.csv"))"}}]}"#,
      ["a.csv": "id\n1\n"]
    )
    #expect(try place.run().status == 1)
    #expect(try place.run("--allow-outside").status == 0)
    #expect(String(decoding: other.read("x.csv") ?? [], as: UTF8.self) == "id\n1\n")
  }

  /// What a step gives and what the same words on a command line give, for every option there is.
  @Test(arguments: StepKind.allCases)
  func `gives the arguments that the command line gives`(_ kind: StepKind) throws {
    let seed: UInt64 = 7
    var random = SplitMix64(seed: seed)
    for _ in 0..<40 {
      var yaml = ""
      var words: [String] = []
      for option in kind.options where Bool.random(using: &random) {
        guard let (entry, given) = Self.sample(of: option, &random) else { continue }
        yaml += "      \(option.name): \(entry)\n"
        words += given
      }
      for (key, positional) in kind.positionals where key != "db" && positional.count != .any {
        let value = positional.kind == .input ? "a.csv" : "SELECT 1"
        yaml += "      \(key): \(value)\n"
        words.append(value)
      }
      let place = try PipelineFolder(
        "database: d\nsteps:\n  - \(kind.rawValue):\n\(yaml)      {}\n".replacing(
          "      {}\n",
          with: ""
        ),
        ["a.csv": "id\n1\n"]
      )
      try Self.compare(kind, place, words, yaml)
    }
  }

  private static func compare(
    _ kind: StepKind,
    _ place: PipelineFolder,
    _ words: [String],
    _ yaml: String
  ) throws {
    let document = try PipelineDocument(path: place.folder.file("furrow.yaml"))
    let reader = StepReader(
      document: document,
      variables: try Variables(of: document, set: [], environment: Environment()),
      environment: Environment(),
      allowsOutside: false
    )
    let step = try #require(document.steps.first)
    var draft = StepDraft(step)
    let folder = document.folder
    do throws(PipelineFault) {
      draft = try reader.read(step, outputs: []).draft
    } catch {
      // Options that contradict each other do so on a command line, too.
      #expect(throws: UsageError.self, "\(error.message)\n\(yaml)") {
        try Self.read(kind, Self.complete(words, kind))
      }
      return
    }
    let typed = try Self.read(kind, Self.complete(words, kind))
    let paths = Set(kind.options.filter { [.input, .output].contains($0.kind) }.map(\.name))
    for option in kind.options {
      let texts = (draft.given[option.name] ?? []).map { text in
        paths.contains(option.name) ? text.replacing(folder, with: "") : text
      }
      #expect(texts == typed.given[option.name] ?? [], "\(option.name) of\n\(yaml)")
    }
  }

  private static func complete(_ words: [String], _ kind: StepKind) -> [String] {
    switch kind {
    case .import: words + ["--into=d"]
    case .migrate: words + ["--db=d"]
    case .export, .query: ["d"] + words
    case .convert, .validate, .dedupe: words
    }
  }

  private static func read(_ kind: StepKind, _ words: [String]) throws -> ParsedArguments {
    var reader = ArgumentReader(kind.command, in: .furrow, environment: Environment())
    let arguments = try #require(try reader.read(words[...]))
    _ = try kind.work(arguments)
    return arguments
  }

  /// A value of `option` as YAML, and as words of a command line.
  private static func sample(
    of option: FurrowCommand.Option,
    _ random: inout SplitMix64
  ) -> (String, [String])? {
    let name = option.name
    if name == "into" || name == "db" { return nil }
    if option.isFlag { return ("true", ["--\(name)"]) }
    if let choice = option.allowed.randomElement(using: &random) {
      return (choice, ["--\(name)=\(choice)"])
    }
    switch option.kind {
    case .names:
      return ("[\"a,b\", c, 'd\"e', '\"f']", ["--\(name)=\"a,b\",c,d\"e,\"\"\"f\""])
    case .pair, .expressionPair:
      let value = name == "as" ? "integer" : "1 + 2"
      let pairs = ["--\(name)=x=\(value)", "--\(name)=\"y=z\"=\(value)"]
      return ("{x: \(value), \"y=z\": \(value)}", pairs)
    case .rule:
      let rules = ["--\(name)=x: y > 1 -- no", "--\(name)=\"y:z\": z < 'no'"]
      return ("{x: y > 1 -- no, \"y:z\": z < 'no'}", rules)
    case .sql: return ("\"x > 'no'\"", ["--\(name)=x > 'no'"])
    case .wholeNumber: return ("1", ["--\(name)=1"])
    case .input, .output: return ("some/file", ["--\(name)=some/file"])
    case .text:
      for text in ["NA", ";", "utf-8", "5", "10s", "10%", "first", "64MiB", "a"] {
        do { try option.check(text) } catch { continue }
        return option.isRepeatable
          ? ("[\"\(text)\"]", ["--\(name)=\(text)"]) : ("\"\(text)\"", ["--\(name)=\(text)"])
      }
      return nil
    }
  }
}
