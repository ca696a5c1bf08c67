import Furrow
import FurrowCommand
import Testing

@Suite struct `Arguments of the commands` {
  private func arguments(
    _ words: [String],
    environment: [String: String] = [:]
  ) throws -> ParsedArguments {
    let (command, rest) = try CommandTable.furrow.resolve(words)
    var reader = ArgumentReader(command, in: .furrow, environment: Environment(environment))
    return try #require(try reader.read(rest))
  }

  @Test func `of an import have defaults`() throws {
    let found = try ImportArguments(arguments(["import", "a.csv", "--into", "d"]))
    #expect(found.sources == ["a.csv"])
    #expect(found.database == "d")
    #expect(found.table == nil)
    #expect(found.create == .auto)
    #expect(found.reader == .native)
    #expect(found.blob == .base64)
    #expect(found.jobs == 2)
    #expect(found.busyTimeout == .seconds(10))
    #expect(found.faults.rule == .stop)
    #expect(found.reading.dialect.hasHeader)
    #expect(found.reading.limit == nil)
  }

  @Test func `of an import take everything`() throws {
    let found = try ImportArguments(
      arguments([
        "import", "a", "-", "--into", "d", "--table", "t", "--create", "never", "--text",
        "--select", "x,\"y,z\"", "--rename", "a=b", "--default", "c=", "--set", "e=1 + 1",
        "--where", "x > -1", "--format", "csv", "-d", ";", "--quote", "none", "--escape",
        "backslash", "--no-header", "--columns", "p,q", "--skip-lines", "2", "--comment", "#",
        "--null", "NA", "--null", "", "--null-quoted", "--trim", "--limit", "5", "--reader",
        "libcsv", "--blob", "hex", "--on-error", "reject", "--rejects", "r", "--max-rejects",
        "1%", "--dry-run", "--report", "r.json", "--jobs", "1", "--busy-timeout", "250ms",
      ])
    )
    #expect(found.sources == ["a", "-"])
    #expect(found.selection == ["x", "y,z"])
    #expect(found.renames == [NamedValue(name: "a", value: "b")])
    #expect(found.defaults == [NamedValue(name: "c", value: "")])
    #expect(found.assignments == [NamedValue(name: "e", value: "1 + 1")])
    #expect(found.condition == "x > -1")
    #expect(found.reading.dialect.delimiter == ";")
    #expect(found.reading.dialect.quote == QuoteRule.none)
    #expect(found.reading.dialect.nullTokens == ["NA", ""])
    #expect(found.reading.columns == ["p", "q"])
    #expect(found.reading.skippedLines == 2)
    #expect(found.faults.maximum == .percent(1))
    #expect(found.busyTimeout == .milliseconds(250))
    #expect(found.isDryRun && found.makesTextOnly && found.reading.trims)
  }

  @Test func `of an export let what is typed beat the environment`() throws {
    let typed = try arguments(
      ["export", "d", "--query", "q", "-o", "-"],
      environment: ["FURROW_TABLE": "t"]
    )
    let found = try ExportArguments(typed)
    #expect(found.rows == .query("q"))
    #expect(found.output == nil)
  }

  @Test func `of a query keep values as typed`() throws {
    let found = try QueryArguments(arguments(["query", "d", "s", "-5", "", "--", "--x"]))
    #expect(found.values == ["-5", "", "--x"])
  }
}
