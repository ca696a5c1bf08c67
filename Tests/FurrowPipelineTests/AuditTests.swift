import FurrowCore
import FurrowFormats
import FurrowPipeline
import TestSupport
import Testing

@Suite struct AuditTests {
  @Test(
    arguments: [
      ("a,b\n1,2\n3,4\n", "a,b\n1,2\n3,4\n", nil),
      (
        "a,b\n1,2\n3,4\n", "a,b\n1,2\n3,5\n",
        "x.csv:3: field \"b\": furrow's reader found \"4\", libcsv \"5\" (record 2, byte 8)"
      ),
      (
        "a,b\n1,\n", "a,b\n1,\"\"\n",
        "x.csv:2: field \"b\": furrow's reader found NULL, libcsv \"\" (record 1, byte 4)"
      ),
      (
        "a,b\n1,2\n", "a,b\n1,2,3\n",
        "x.csv:2: furrow's reader found a record of 2 fields, libcsv extra-cell: expected 2 fields,"
          + " found 3 (record 1, byte 4)"
      ),
      (
        "a,b\n1,2\n3,4\n", "a,b\n1,2\n",
        "x.csv:3: furrow's reader found a record of 2 fields, libcsv the end (record 2, byte 8)"
      ),
      (
        "a,b\n1,2\n\n3,4\n", "a,b\n1,2\n3,4\n",
        "x.csv:4: furrow's reader found a record of 2 fields from line 4, byte 9, libcsv a record of"
          + " 2 fields from line 3, byte 8 (record 2, byte 9)"
      ),
    ] as [(String, String, String?)]
  )
  func `tells the first place where two readers differ`(
    native: String,
    libcsv: String,
    expected: String?
  ) throws {
    for block in [4, 4096] {
      let ours = try DelimitedReader(MemorySource(Array(native.utf8)), blockBytes: block)
      let theirs = try LibcsvReader(MemorySource(Array(libcsv.utf8)), blockBytes: 7)
      let audit = Audit(Intake(ours), Intake(theirs), path: "x.csv", columns: ours.columns)
      let result = try audit.compare()
      #expect(result.difference?.description == expected)
    }
  }

  @Test func `confirms files of all kinds, from a pipe too, and exits 0`() throws {
    let folder = try TemporaryDirectory()
    var random = SplitMix64(seed: 7)
    let odd = (0..<400).flatMap { _ in RandomText.anything(using: &random) }
    let path = try folder.write(Array("a,b\n".utf8) + odd, to: "odd.csv")
    let run = try CommandRun(["audit", path, "--ragged", "join", "--on-null-byte", "keep"])
    #expect(run.status == 0, "\(run.outputText)\(run.errorText)")
    #expect(run.outputText.contains("both readers agree on "))
    let piped = try CommandRun(["audit", "-"], input: Array("a,b\n1,2\n3\n".utf8))
    #expect(piped.outputText == "-: both readers agree on 1 record, 2 fields and 1 fault\n")
    #expect(piped.status == 0)
  }

  @Test(arguments: [false, true])
  func `holds both readers to the dialect that is found out, and says so`(isPiped: Bool) throws {
    let folder = try TemporaryDirectory()
    let text = Array("\u{FEFF}Sales\n\nid;name\n1;\"a;b\"\n2;\"c\nd\"\n3;\n".utf8)
    let path = try folder.write(text, to: "a.csv")
    let run = try CommandRun(["audit", isPiped ? "-" : path], input: isPiped ? text : [])
    #expect(run.status == 0)
    #expect(run.outputText.hasSuffix(": both readers agree on 3 records, 6 fields and 0 faults\n"))
    #expect(run.errorText.contains("pinned by -d ';' --skip-lines 2"))
    let told = try CommandRun(["audit", path, "--format", "csv"])
    #expect(!told.errorText.contains("pinned"))
  }

  @Test func `fails where only one reader knows the dialect that is found out`() throws {
    let text = "id,note\n1,\"a \\\"b\\\" c\"\n2,\"d\"\n3,\"e, f\"\n"
    let run = try CommandRun(["audit", "-"], input: Array(text.utf8))
    #expect(run.status == 1)
    #expect(run.errorText.contains("so there is no second reader to ask; -: escapeChar: '\\'"))
  }

  @Test func `refuses what has one reader only`() throws {
    for arguments in [["a.ndjson"], ["a.tsv"], ["a.csv", "--quote", "none"]] {
      let run = try CommandRun(["audit"] + arguments)
      #expect(run.status == 64)
      #expect(run.errorText.contains("has one reader only"))
    }
  }

  @Test func `validates names of columns as it does records`() throws {
    let input = Array("a,a,,A\n1,2,3,4\n".utf8)
    let run = try CommandRun(["validate", "-"], input: input)
    #expect(run.status == 2)
    #expect(
      run.errorText.contains(
        "-:1: field \"a\": expected another name than that of column 1 [duplicate-label]"
      )
    )
    #expect(run.errorText.contains("expected a name for column 3 [blank-header]"))
    #expect(run.errorText.contains("warning: -:1: the name \"A\" of column 4"))
    #expect(try CommandRun(["convert", "-"], input: input).status == 0)
  }
}
