import Foundation
import TestSupport
import Testing

/// Completion as people meet it: a shell on a terminal, keys that are typed, and what then runs.
@Suite(
  .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "needs python3")
)
struct `Completion in a shell` {
  /// Types lines into the shell on a terminal, and prints what the program was then called with.
  private static let script = #"""
    import os, pty, select, sys, time
    shell, start, log, *lines = sys.argv[1:]
    pid, main = pty.fork()
    if pid == 0:
        os.execvp(shell.split()[0], shell.split())
    def wait(text, seconds=30):
        seen, end = b"", time.monotonic() + seconds
        while text not in seen and time.monotonic() < end:
            if select.select([main], [], [], 0.2)[0]:
                try: data = os.read(main, 65536)
                except OSError: break
                if b"\x1b[6n" in data: os.write(main, b"\x1b[1;1R")
                if b"\x1b[c" in data or b"\x1b[0c" in data: os.write(main, b"\x1b[?62;c")
                seen += data
        return seen
    os.write(main, start.encode() + b"; echo rea''dy\n")
    wait(b"ready\r")
    for number, line in enumerate(lines, 1):
        for key in line.split("<tab>")[:-1]:
            os.write(main, key.encode() + b"\t")
            # What is completed is drawn; a shell that still asks would take the next keys as they are.
            wait(b"nothing", 1.5)
        os.write(main, line.split("<tab>")[-1].encode() + b"\n")
        end = time.monotonic() + 20
        while time.monotonic() < end and len(open(log).readlines()) < number: wait(b"nothing", 0.2)
    os.write(main, b"\x03\x04exit\n")
    os.kill(pid, 9)
    sys.stdout.write(open(log).read())
    """#

  static let shells = [
    ("bash", "bash --norc --noprofile -i", "source <(furrow completions bash)"),
    ("zsh", "zsh -f -i", "autoload -Uz compinit; compinit -u -D; source <(furrow completions zsh)"),
    ("fish", "fish --no-config -i", "furrow completions fish | source"),
  ]

  private static func isThere(_ shell: String) -> Bool {
    ["/bin/\(shell)", "/usr/bin/\(shell)"].contains {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }

  @Test(arguments: shells.filter { isThere($0.0) })
  func `goes on with commands, options, files, tables and columns`(
    _ shell: String,
    _ start: String,
    _ setUp: String
  ) throws {
    let folder = try TemporaryDirectory()
    try folder.write("id,the title,year\n1,x,2\n", to: "films.csv")
    try folder.write(Self.script, to: "type.py")
    try folder.write("", to: "log")
    // What is typed in the end is not run but written down.
    try folder.write(
      """
      #!/bin/bash
      [ "$1" = completions ] && exec '\(CommandRun.program)' "$@"
      printf '<%s>' "$@" >> "$LOG"; echo >> "$LOG"
      """,
      to: "bin/furrow"
    )
    let lines = [
      "furrow impo<tab>films.c<tab>--sel<tab>yea<tab>",
      "furrow export films.d<tab>--tab<tab>peo<tab>--colu<tab>na<tab>",
      "furrow migrate sta<tab>",
    ]
    let words = ["python3", "type.py", start, setUp, folder.file("log")] + lines
    let run = try CommandRun(
      script: """
        chmod +x bin/furrow; PATH=$PWD/bin:$PATH; export LOG=$PWD/log HOME=$PWD TERM=xterm
        "$0" import films.csv --into films.db -q
        "$0" query films.db 'SELECT 1' >/dev/null
        printf 'name\\nAnn\\n' > people.csv; "$0" import people.csv --into films.db -q
        \(words.map { "'\($0)'" }.joined(separator: " "))
        """,
      directory: folder.path
    )
    #expect(
      run.outputText == """
        <import><films.csv><--select><year>
        <export><films.db><--table><people><--columns><name>
        <migrate><status>

        """,
      "\(shell): \(run.errorText)"
    )
  }
}
