import FurrowCommand
import Testing

@Suite struct `Wrong usage of the commands` {
  private static let commands: String = {
    let names = CommandTable.furrow.commands.map(\.name)
    return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
  }()

  private static let migrateCommands = """
    new, status, plan, up, down, redo, sync, check, lint, drift, dump, load, baseline, adopt, repair, \
    rehearse, squash, backup, restore or environment
    """

  @Test(
    arguments: [
      (["imprt"], "", "unknown command 'imprt': did you mean 'import'?"),
      (
        ["bogus"], "",
        "unknown command 'bogus': expected \(commands)"
      ),
      (
        ["--table", "t"], "",
        "expected \(commands) before '--table'"
      ),
      (
        ["--version", "x"], "",
        "expected \(commands) before '--version'"
      ),
      (["--verison"], "", "unknown option '--verison': did you mean --version?"),
      (["-version"], "", "unknown option '-version': did you mean --version?"),
      (["import", "--version"], "import", "unknown option --version: it is 'furrow --version'"),
      (["help", "quary"], "", "unknown command 'quary': did you mean 'query'?"),
      (["help", "query", "x"], "", "'query' has no commands below it, as 'x' asks"),
      (["migrate"], "migrate", "expected \(migrateCommands)"),
      (["migrate", "stats"], "migrate", "unknown command 'stats': did you mean 'status'?"),
      (["migrate", "--db", "x"], "migrate", "expected \(migrateCommands) before '--db'"),
      (["migrate", "up"], "migrate up", "missing --db DB"),
      (
        ["migrate", "up", "--db", "d", "x"], "migrate up",
        "unexpected argument 'x': the command takes no arguments but options"
      ),
      (
        ["migrate", "up", "--db", "d", "--exit-code"], "migrate up",
        "unknown option --exit-code: it is one of 'furrow migrate status'"
      ),
      (["import"], "import", "missing SOURCE"),
      (["import", "", "--into", "d"], "import", "SOURCE is empty"),
      (["import", "a"], "import", "missing --into DB"),
      (
        ["import", "a", "--into", "d", "--line-ending", "lf"], "import",
        "unknown option --line-ending: it is one of 'furrow export' and 'furrow convert'"
      ),
      (["import", "-", "-", "--into", "d"], "import", "standard input is named twice"),
      (
        ["import", "-", "--into", "d"], "import",
        "standard input has no name to make a table's of: add --table T"
      ),
      (
        ["import", "a", "--into", "d", "--columns", "x,y"], "import",
        "--columns names the columns of a source without a header: add --no-header"
      ),
      (
        ["import", "a", "--into", "d", "--max-rejects", "3"], "import",
        "--max-rejects has a meaning only with --on-error reject"
      ),
      (
        ["import", "a", "--into", "d", "--format", "ndjson", "--no-header"], "import",
        "--no-header has no meaning in ndjson"
      ),
      (
        ["import", "a", "--into", "d", "--format", "tsv", "-d", ","], "import",
        "--delimiter has no meaning in tsv"
      ),
      (
        ["import", "a", "--into", "d", "-d", "'", "--quote", "single"], "import",
        "--delimiter and --quote are the same character"
      ),
      (
        ["import", "a", "--into", "d", "-d", "\""], "import",
        "--delimiter is the quote character: add --quote none or another"
      ),
      (
        ["import", "a", "--into", "d", "--comment", "#", "-d", "hash"], "import",
        "--comment is also the delimiter or the quote"
      ),
      (
        ["import", "a", "--into", "d", "--rename", "a=b", "--rename", "c=b"], "import",
        "--rename makes two columns 'b'"
      ),
      (
        ["import", "a", "--into", "d", "--set", "a=1", "--set", "a=2"], "import",
        "--set names 'a' twice"
      ),
      (
        ["import", "a", "--into", "d", "--set", "a"], "import",
        "--set: expected col=EXPR, found 'a'"
      ),
      (
        ["import", "a", "--into", "d", "--jobs", "0"], "import",
        "--jobs: expected a whole number from 1 to 2, found '0'"
      ),
      (
        ["import", "a.ndjson", "b.json", "--into", "d", "--ragged", "fill"], "import",
        "--ragged has no meaning in ndjson"
      ),
      (
        ["import", "a", "--into", "d", "--ragged", "keep"], "import",
        "--ragged keep is for furrow convert: elsewhere a record has to have as many fields as there"
          + " are columns"
      ),
      (
        ["convert", "a", "-o", "b.ndjson", "--ragged", "keep"], "convert",
        "--ragged keep writes csv or tsv: in ndjson a surplus field has no name"
      ),
      (
        ["convert", "a", "-o", "b.csv", "--ragged", "keep", "--select", "x"], "convert",
        "--select needs records with all their fields: drop --ragged keep"
      ),
      (
        ["convert", "a.csv", "-o", "b.txt"], "convert",
        "the ending of 'b.txt' names no format: add --output-format csv, tsv, json, ndjson, sql, markdown or table"
      ),
      (
        ["export", "d", "--table", "t", "-o", "b.dat.gz"], "export",
        "the ending of 'b.dat.gz' names no format: add --format csv, tsv, json, ndjson, sql, markdown or table"
      ),
      (
        ["import", "a", "--into", "d", "-d", "||"], "import",
        "--delimiter: expected one character or a name such as tab, comma, semicolon or pipe, found '||'"
      ),
      (["export"], "export", "missing DB"),
      (["export", "d"], "export", "missing --table T, --query SQL or --all"),
      (
        ["export", "d", "--table", "t", "--query", "q"], "export",
        "--table, --query and --all exclude each other"
      ),
      (
        ["export", "d", "--table", "t", "--null", "a", "--null", "b"], "export",
        "--null is given twice, but NULL is written in one way"
      ),
      (
        ["export", "d", "e", "--table", "t"], "export",
        "a value is for a ? of --query, --where or --order-by"
      ),
      (["query", "d"], "query", "missing SQL"),
    ] as [([String], String, String)]
  )
  func `is told in one line and exits 64`(
    _ arguments: [String],
    _ command: String,
    _ message: String
  ) throws {
    let run = try ProgramRun(arguments)
    let program = command.isEmpty ? "furrow" : "furrow \(command)"
    #expect(run.errors == "\(program): \(message)\nsee '\(program) --help'\n")
    #expect(run.output.isEmpty)
    #expect(run.exitCode == .wrongUsage)
  }
}
