import Foundation
import TestSupport
import Testing

/// The live line on a real terminal, which a script of Python makes and reads.
@Suite(
  .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "needs python3")
)
struct `The line that tells how far a run is` {
  /// Runs the program with a terminal of some columns as standard error.
  ///
  /// Feeds its source bit by bit, as long as what the terminal got does not show the records. Prints what
  /// the terminal and what standard output got, as JSON.
  private static let script = #"""
    import fcntl, json, os, pty, select, struct, subprocess, sys, termios
    columns, source, *command = sys.argv[1:]
    main, side = pty.openpty()
    fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", 24, int(columns), 0, 0))
    os.mkfifo(source)
    run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=side, stdin=subprocess.DEVNULL)
    os.close(side)
    feed = os.open(source, os.O_WRONLY)
    seen, number = b"", 0
    def read(wait):
        global seen
        if not select.select([main], [], [], wait)[0]: return False
        try: data = os.read(main, 65536)
        except OSError: data = b""
        seen += data
        return data != b""
    os.write(feed, b"id,name\n")
    if "-q" not in command:
        while b"4000 rec" not in seen and number < 4000:
            # A batch goes on when its block is full, so records are long.
            os.write(feed, b"".join(b"%d,%s\n" % (number + i, b"x" * 1000) for i in range(400)))
            number += 400
            while seen.count(b"\r") < 2 + number // 400 and read(2): pass
    os.close(feed)
    while read(30): pass
    output = run.stdout.read()
    print(json.dumps({"status": run.wait(), "output": output.decode(), "errors": seen.decode()}))
    """#

  private struct Screen: Decodable {
    var status: Int
    var output: String
    var errors: String
  }

  private static func screen(_ columns: Int, _ source: String, _ line: [String]) throws -> Screen {
    let folder = try TemporaryDirectory()
    try folder.write(script, to: "terminal.py")
    let words = ["python3", "terminal.py", "\(columns)", source, CommandRun.program] + line
    let run = try CommandRun(
      script: words.map { "'\($0)'" }.joined(separator: " "),
      environment: ["FURROW_PROGRESS": "always", "TERM": "xterm", "NO_COLOR": "1"],
      directory: folder.path
    )
    #expect(run.status == 0, "\(run.errorText)")
    return try JSONDecoder().decode(Screen.self, from: Data(run.output))
  }

  @Test(arguments: [
    ("convert", ["-o", "out.csv"]), ("import", ["--into", "d.db", "--table", "t"]),
    ("validate", []), ("dedupe", ["--by", "id", "-o", "out.csv"]),
  ])
  func `is drawn anew in its place, and gives way to what is said in the end`(
    _ command: String,
    _ rest: [String]
  ) throws {
    // A letter of two columns, and one with a mark that takes none.
    let source = "映画cafe\u{301}.csv"
    for columns in [200, 40, 24] {
      let screen = try Self.screen(columns, source, [command, source] + rest)
      #expect(screen.status == 0, "\(screen.errors)")
      #expect(screen.output.isEmpty)
      // The terminal turns each line end into CR LF; a line that is drawn anew begins with CR and ESC [K.
      let lines = screen.errors.components(separatedBy: "\r\n")
      #expect(lines.last == "", "\(screen.errors)")
      let drawn = screen.errors.components(separatedBy: "\r\u{1B}[K")
      #expect(drawn.count > 3, "\(screen.errors)")
      for piece in drawn.dropFirst().dropLast() {
        #expect(!piece.contains("\n"), "\(piece)")
        #expect(Self.width(piece) < columns, "\(Self.width(piece)) columns: \(piece)")
      }
      // The last erasure leaves the place to the sum.
      #expect(drawn.last?.contains(" read, ") == true, "\(screen.errors)")
      if columns == 200 { #expect(screen.errors.contains(" records"), "\(screen.errors)") }
    }
    let quiet = try Self.screen(80, source, [command, source, "-q"] + rest)
    #expect(quiet.errors.isEmpty && quiet.output.isEmpty && quiet.status == 0)
  }

  /// The columns that a terminal gives `text`, by another way than the program's.
  private static func width(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { sum, scalar in
      sum
        + (scalar.properties.canonicalCombiningClass != .notReordered
          ? 0
          : (0x4E00...0x9FFF).contains(scalar.value) ? 2 : 1)
    }
  }
}
