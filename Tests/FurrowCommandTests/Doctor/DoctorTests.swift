import Foundation
import FurrowCommand
import TestSupport
import Testing

@Suite struct `The doctor` {
  @Test func `finds nothing missing where the tests run`() throws {
    let run = try CommandRun(["doctor"])
    #expect(run.status == 0, "\(run.outputText)")
    let names = [
      "furrow", "SQLite", "zlib", "zstd", "libyaml", "libcsv", "PCRE2", "utf8proc", "THREADSAFE",
    ]
    for name in names {
      #expect(run.outputText.contains("\n  \(name) "))
    }
    #expect(run.outputText.hasSuffix("nothing is missing\n"))
    #expect(run.errors.isEmpty)
  }

  @Test func `names a folder for temporary files that is none, and exits 1`() throws {
    let run = try ProgramRun(["doctor", "--json"], environment: ["TMPDIR": "/no/such"])
    #expect(run.exitCode == .failed)
    let found = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    #expect(found?["problems"] as? [String] == ["TMPDIR '/no/such': no files can be made there"])
    #expect((found?["versions"] as? [String: String])?["furrow"] == "0.1.0")
    #expect((found?["notes"] as? [String])?.count == 1, "git is on no PATH here")
  }
}
