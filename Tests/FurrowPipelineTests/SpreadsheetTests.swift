import TestSupport
import Testing

/// What a spreadsheet program leaves behind, and what only looks like it.
@Suite struct `Validation` {
  @Test(
    arguments: [
      ("1.23E+15", "long numbers"), ("-9E+12", nil), ("-9.1E+12", "long numbers"), ("1E+400", nil),
      ("1-Mar", "such dates"), ("10-SEP", "such dates"), ("Mar-01", "such dates"), ("1-Mai", nil),
      ("MARCH1", nil), ("3-5", nil), ("1-2-3", nil), ("-----", nil), ("+49 30", nil),
      ("C+++E+1", nil),
      ("cafÃ©", "read as Windows-1252"), ("Donâ€™t", "read as Windows-1252"), ("café", nil),
      ("Ãber", nil),
      (String(repeating: "x", count: 255), "exactly 255"),
      (String(repeating: "é", count: 255), "exactly 255"),
      (String(repeating: "x", count: 254), nil), (String(repeating: "x", count: 256), nil),
      (String(repeating: "x", count: 32_767), "exactly 32767"),
    ] as [(String, String?)]
  )
  func `warns of what a spreadsheet does to values`(value: String, words: String?) throws {
    let place = try Workplace([
      "s.json": "{\"fields\": [{\"name\": \"a\", \"type\": \"string\"}, {\"name\": \"b\"}]}",
      "t.csv": "a,b\nplain,1\n\"\(value)\",2\n",
    ])
    let run = try place.run("furrow validate t.csv --schema s.json")
    #expect(run.status == 0, "\(run.errorText)")
    let warnings = run.errorText.split(separator: "\n").filter { $0.hasPrefix("warning: ") }
    #expect(warnings.count == (words == nil ? 0 : 1), "\(value): \(run.errorText)")
    if let words { #expect(warnings.first?.contains(words) == true, "\(run.errorText)") }
  }

  @Test func `warns of a file of exactly as many rows as a sheet has`() throws {
    let place = try Workplace(["s.json": "{\"fields\": [{\"name\": \"a\", \"type\": \"string\"}]}"])
    let run = try place.run(
      """
      for n in 1048575 1048574; do
        (echo a; yes x | head -n $n) >t.csv
        furrow validate t.csv --schema s.json || exit
      done
      """
    )
    #expect(run.status == 0)
    #expect(
      run.errorText.split(separator: "\n").count { $0.contains("all that a sheet holds") } == 1
    )
  }
}
