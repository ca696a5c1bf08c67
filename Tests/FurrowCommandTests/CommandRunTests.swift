import Testing
import TestSupport

@Suite struct `The program as a process` {
  @Test func `tells its version`() throws {
    let run = try CommandRun(["--version"])
    #expect(run.outputText == "furrow 0.1.0\n")
    #expect(run.errors.isEmpty)
    #expect(run.status == 0)
  }

  @Test func `tells wrong usage on standard error`() throws {
    let run = try CommandRun(["exprot"])
    #expect(run.output.isEmpty)
    #expect(
      run.errorText
        == "furrow: unknown command 'exprot': did you mean 'export'?\nsee 'furrow --help'\n"
    )
    #expect(run.status == 64)
  }

  @Test func `takes options from the environment`() throws {
    let run = try CommandRun(["import", "a", "--into", "d"], environment: ["FURROW_LIMIT": "x"])
    #expect(
      run.errorText == """
        furrow import: FURROW_LIMIT: expected a whole number, 0 or more, found 'x'
        see 'furrow import --help'

        """
    )
    #expect(run.status == 64)
  }

  @Test(arguments: [
    ["convert", "-o", "o.csv"], ["validate"], ["dedupe", "--by", "a", "-o", "o.csv"],
  ])
  func `warns without the signs in a name that would change a terminal`(_ words: [String]) throws {
    let folder = try TemporaryDirectory()
    try folder.write("a;b\n1;2\n3\n", to: "f\u{1B}[31m.csv")
    let run = try CommandRun(
      [words[0], "f\u{1B}[31m.csv", "--rejects", "wrong"] + words.dropFirst()
        + (words[0] == "validate" ? [] : ["--on-error", "reject"]),
      directory: folder.path
    )
    #expect(run.status == 2)
    #expect(run.errorText.contains("warning: f\\x1b[31m.csv: delimiter"), "\(run.errorText)")
    #expect(run.errorText.contains("rejected records: wrong/f"), "\(run.errorText)")
    #expect(!run.errors.contains(0x1B))
  }

  @Test func `ends as SIGPIPE does when nobody reads`() throws {
    let run = try CommandRun(["--help"], output: .closedPipe)
    #expect(run.errors.isEmpty)
    #expect(run.status == 141)
  }

  @Test func `ends as SIGPIPE does even where the caller ignores the signal`() throws {
    // A pipe with a name, opened for writing, whose only reader then closes it.
    let run = try CommandRun(
      script: #"""
        trap '' PIPE
        folder=$(mktemp -d)
        mkfifo "$folder/p"
        exec 3<> "$folder/p" 4> "$folder/p" 3<&-
        rm -r "$folder"
        "$0" --help >&4
        echo $?
        """#
    )
    #expect(run.outputText == "141\n")
    #expect(run.errors.isEmpty)
  }

  #if os(Linux)
  @Test func `fails when the disk is full`() throws {
    let run = try CommandRun(["--help"], output: .file("/dev/full"))
    #expect(run.errorText == "furrow: cannot write to standard output: No space left on device\n")
    #expect(run.status == 1)
  }
  #endif

  @Test func `fails when standard output is closed`() throws {
    let run = try CommandRun(script: #""$0" --help >&-; echo $?"#)
    #expect(run.errorText == "furrow: cannot write to standard output: Bad file descriptor\n")
    #expect(run.outputText == "1\n")
  }

  @Test func `does without standard error`() throws {
    let run = try CommandRun(script: #""$0" --version 2>&-; echo $?"#)
    #expect(run.outputText == "furrow 0.1.0\n0\n")
  }

  @Test func `is run with input, directory and a signal as a test asks`() throws {
    let input = [UInt8](repeating: 0xFF, count: 1 << 20)
    #expect(try CommandRun(script: "cat", input: input).output == input)
    #expect(try CommandRun(script: "exit 3", input: input).status == 3)
    #expect(try CommandRun(script: "pwd", directory: "/").outputText == "/\n")
    let run = try CommandRun(script: "exec sleep 5", signal: (15, .milliseconds(50)))
    #expect(run.status == 143)
  }

  @Test func `refuses an argument that is no text`() throws {
    let run = try CommandRun(script: #""$0" import $'a\xFFb' --into d"#)
    #expect(run.errorText == "furrow: an argument is not valid UTF-8\nsee 'furrow --help'\n")
    #expect(run.status == 64)
  }
}
