import Foundation
import Furrow
import TestSupport
import Testing

@Suite struct `The report of a run` {
  private static let hostile = "<script>alert('x')</script>&\"</svg>"

  /// A pipeline with rejects, duplicates, filtered records, a step without change and one that fails.
  private static func place() throws -> PipelineFolder {
    let place = try PipelineFolder(
      """
      name: "\(hostile.replacing("\"", with: "\\\""))"
      database: data.db
      steps:
        - name: load
          import:
            source: ["<a>.csv"]
            table: films
            dedupe-by: [id]
            where: votes > 1
            schema: s.json
            on-error: reject
            rejects: wrong
        - convert: {source: "<a>.csv", output: b.ndjson, select: [id]}
        - query: {sql: SELECT count(*) FROM films, expect: 9}
        - export: {table: films, output: c.csv}
      """,
      [
        "<a>.csv": "id,\(header),votes\n1,Alien,100\n1,Alien,100\n2,Brazil,\(wrong)\n3,Coco,1\n",
        "s.json": #"{"fieldsMatch": ["subset"], "fields": [{"name": "votes", "type": "integer"}]}"#,
      ]
    )
    return place
  }

  private static let header = "<b>title</b>"
  private static let wrong = "<img src=x onerror=alert(1)>"

  private static let schema = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("docs/report.schema.json")

  @Test func `is JSON by docs/report.schema.json, and its books balance over all steps`() throws {
    let schema = SchemaReading(root: try JSONParser.value(of: Array(Data(contentsOf: Self.schema))))
    let place = try Self.place()
    let run = try place.run("--report", "r.json")
    #expect(run.status == 1)
    let report = try JSONParser.value(of: Array(place.text("r.json").utf8))
    #expect(schema.accepts(report), "\(report)")
    #expect(report["read"] == .integer(8) && report["balanced"] == .bool(true))
    #expect(report["rejected"] == .integer(1) && report["duplicates"] == .integer(1))
    #expect(report["filtered"] == .integer(1) && report["loaded"] == .integer(5))
    guard case .array(let steps) = report["steps"] else { return }
    #expect(steps.map { $0["status"] } == ["rejects", "complete", "failed", "skipped"])
    for words in [
      ["import", "<a>.csv", "--into", "x.db", "--table", "t", "--report", "one.json"],
      ["validate", "<a>.csv", "--schema", "s.json", "--report", "one.json"],
      ["convert", "nothing.csv", "-o", "x.csv", "--report", "one.json"],
    ] {
      _ = try CommandRun(words, directory: place.folder.path)
      let report = try JSONParser.value(of: Array(place.text("one.json").utf8))
      #expect(schema.accepts(report), "\(words): \(report)")
    }
    #expect(!schema.accepts(["schemaVersion": .integer(1), "command": "import"]))
  }

  @Test func `is a page with pictures, in which nothing of a file is markup`() throws {
    let place = try Self.place()
    try place.folder.write("", to: "pages/x")
    _ = try place.run("--report", "pages/run.html")
    let page = place.text("pages/run.html")
    for piece in ["<script", "<img", "<b>title", "<a>.csv", "</svg>&quot;"] {
      #expect(!page.contains(piece), "\(piece)")
    }
    for piece in [
      "<title>8 read: 5 loaded, 1 filtered, 1 duplicates, 1 rejected</title>",
      "&lt;img src=x onerror=alert(1)&gt;", "href=\"./../wrong/%3Ca%3E.rejected.csv\"",
      "Most time went to <b>", "expected 9, found 1", "name=\"viewport\"",
      "prefers-color-scheme: dark", "script-src 'none'",
    ] { #expect(page.contains(piece), "\(piece)") }
    // Every element that is opened is closed.
    for name in ["section", "table", "tr", "svg", "ul", "li", "details", "dl", "main", "text"] {
      let opened = page.matches(of: try Regex("<\(name)[ >]")).count
      #expect(opened == page.matches(of: try Regex("</\(name)>")).count, "\(name)")
    }
  }

  @Test func `has the forms of other tools`() throws {
    let place = try Self.place()
    for name in ["r.xml", "r.sarif", "lineage.json"] {
      let option = name == "lineage.json" ? "--openlineage" : "--report"
      _ = try place.run(option, name, "--reload")
    }
    let junit = place.text("r.xml")
    #expect(junit.contains("<testcase classname=\"furrow\" name=\"type-error: votes\">"))
    #expect(junit.contains("<failure message=\"expected 9, found 1\">"))
    #expect(junit.contains("<skipped/>"))
    let sarif = try JSONParser.value(of: Array(place.text("r.sarif").utf8))
    #expect("\(sarif)".contains(#""uri":"%3Ca%3E.csv""#))
    let github = try place.run("--report-format", "github", "--reload")
    #expect(github.outputText.contains("::error file=<a>.csv,line=4,title=type-error::field"))
    let events = try place.text("lineage.json").split(separator: "\n").map { line in
      try JSONParser.value(of: Array(line.utf8))
    }
    #expect(
      events.map { $0["eventType"] } == ["START", "COMPLETE", "START", "COMPLETE", "START", "FAIL"]
    )
    #expect(events[0]["run"]["runId"] == events[1]["run"]["runId"])
    #expect(events[0]["run"]["runId"] != events[2]["run"]["runId"])
    #expect("\(events[1]["outputs"])".contains(#""rowCount":1"#))
    #expect("\(events[1]["outputs"])".contains(#""name":"main.films""#))
  }
}
