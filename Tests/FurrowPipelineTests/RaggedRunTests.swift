import FurrowCore
import TestSupport
import Testing

@Suite struct RaggedRunTests {
  static let text = "id,name,\n1,Ada,,\n2\n3,Ben,x,,\n"

  @Test(
    arguments: [
      ("keep", 0, "id,name,\"\"\n1,Ada,,\n2\n3,Ben,x,,\n"),
      ("fill", 2, "id,name,column3\n2,,\n"),
      ("truncate-empty", 2, "id,name,column3\n1,Ada,\n3,Ben,x\n"),
      ("join", 2, "id,name,column3\n1,Ada,\",\"\n3,Ben,\"x,,\"\n"),
    ]
  )
  func `converts ragged records by the rule, and says how many it left out`(
    rule: String,
    status: Int,
    expected: String
  ) throws {
    for jobs in ["1", "2"] {
      let run = try CommandRun(
        ["convert", "-", "--ragged", rule, "--on-error", "reject", "--jobs", jobs],
        input: Array(Self.text.utf8)
      )
      #expect(run.outputText == expected)
      #expect(run.status == Int32(status))
    }
  }

  @Test func `gives a kept record no header that its source has not`() throws {
    let run = try CommandRun(
      ["convert", "-", "--ragged", "keep", "--no-header"],
      input: Array("1,2\n3\n".utf8)
    )
    #expect(run.outputText == "1,2\n3\n")
    #expect(run.errorText == "2 read, 2 written\n")
  }

  @Test func `keeps the header of several sources once, and refuses another`() throws {
    let folder = try TemporaryDirectory()
    let first = try folder.write(Array("x,y\n1\n".utf8), to: "a.csv")
    let same = try folder.write(Array("x,y\n1,2,3\n".utf8), to: "b.csv")
    let other = try folder.write(Array("y,x\n1,2,3\n".utf8), to: "c.csv")
    let good = try CommandRun(["convert", first, same, "--ragged", "keep"])
    #expect(good.outputText == "x,y\n1\n1,2,3\n")
    let bad = try CommandRun(["convert", first, other, "--ragged", "keep"])
    #expect(bad.status == 1)
    #expect(bad.errorText.contains("convert each alone"))
  }

  @Test func `does not go on with a run that had another rule`() throws {
    let folder = try TemporaryDirectory()
    let text = "x,y\n" + String(repeating: "1\n", count: 50) + "1,2,3\n"
    let source = try folder.write(Array(text.utf8), to: "a.csv")
    let arguments = ["import", source, "--into", folder.path + "/d.db", "--commit-every", "10"]
    let first = try CommandRun(arguments + ["--ragged", "fill"])
    #expect(first.status == 1)
    let other = try CommandRun(arguments + ["--ragged", "join", "--resume"])
    #expect(other.status == 1)
    #expect(other.errorText.contains("cannot be resumed: the option"))
  }
}
