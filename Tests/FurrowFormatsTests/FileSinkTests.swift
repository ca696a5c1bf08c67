import FurrowFormats
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite struct FileSinkTests {
  let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  @Test(arguments: [1, 2, 7, 64, 1 << 18])
  func `writes every byte in order, whatever the buffer holds`(bufferBytes: Int) throws {
    let sink = try FileSink(path: folder.file("out"), bufferBytes: bufferBytes)
    var expected: [UInt8] = []
    for size in [0, 1, 3, 100, 5, 63, 64, 65, 2] {
      let part = (0..<size).map { UInt8(truncatingIfNeeded: $0 &+ size) }
      try sink.write(part.span)
      expected += part
    }
    try sink.finish()
    #expect(folder.read("out") == expected)
    #expect(folder.names == ["out"])
  }

  @Test func `keeps the old file until the new one is whole`() throws {
    try folder.write("old", to: "out")
    let sink = try FileSink(path: folder.file("out"), bufferBytes: 1)
    try sink.write([UInt8]("new".utf8).span)
    #expect(folder.read("out") == Array("old".utf8))
    try sink.finish()
    #expect(folder.read("out") == Array("new".utf8))
  }

  @Test func `leaves nothing behind when it is let go`() throws {
    try folder.write("old", to: "out")
    do {
      let sink = try FileSink(path: folder.file("out"), bufferBytes: 1)
      try sink.write([UInt8]("half".utf8).span)
    }
    #expect(folder.read("out") == Array("old".utf8))
    #expect(folder.names == ["out"])
  }

  @Test(arguments: [0o640, 0o600, 0o664, 0o755] as [UInt32])
  func `keeps the old file's mode`(mode: UInt32) throws {
    let path = try folder.write("old", to: "out")
    folder.setMode(mode, of: "out")
    try write("new", to: path)
    #expect(folder.mode(of: "out") == mode)
  }

  @Test func `gives a new file the mode that open would`() throws {
    try write("new", to: folder.file("out"))
    folder.touch("other")
    #expect(folder.mode(of: "out") == folder.mode(of: "other"))
  }

  @Test(arguments: [true, false])
  func `writes through a chain of links and leaves them`(isDangling: Bool) throws {
    try folder.write("", to: "data/other")
    if !isDangling { try folder.write("old", to: "data/real") }
    folder.link("first", to: "data/second")
    folder.link("data/second", to: "real")
    try write("new", to: folder.file("first"))
    #expect(folder.read("data/real") == Array("new".utf8))
    #expect(folder.target(of: "first") == "data/second")
    #expect(folder.target(of: "data/second") == "real")
  }

  @Test func `refuses links that go round in a circle`() {
    folder.link("a", to: "b")
    folder.link("b", to: "a")
    #expect(throws: WriteFailure.self) { try write("x", to: folder.file("a")) }
    #expect(folder.names == ["a", "b"])
  }

  @Test func `refuses a folder, and a file that may not be written`() throws {
    #expect {
      try write("x", to: folder.path)
    } throws: {
      "\($0)" == "\(folder.path): is a folder; a file was expected"
    }
    #expect {
      try write("x", to: folder.file("none/out"))
    } throws: {
      "\($0)" == "\(folder.file("none/out")): cannot be written: no such folder"
    }
    guard geteuid() != 0 else { return }
    let path = try folder.write("old", to: "out")
    folder.setMode(0o444, of: "out")
    #expect(throws: WriteFailure.self) { try write("x", to: path) }
    #expect(folder.read("out") == Array("old".utf8))
  }

  @Test func `writes a pipe in place`() throws {
    let reading = folder.makePipe("pipe")
    defer { close(reading) }
    try write("through", to: folder.file("pipe"))
    #expect(TemporaryDirectory.read(reading) == Array("through".utf8))
    #expect(folder.names == ["pipe"])
  }

  #if os(Linux)
  @Test func `says that a device is full`() {
    #expect {
      try write("x", to: "/dev/full")
    } throws: {
      "\($0)" == "/dev/full: cannot be written: no space left on the device"
    }
  }
  #endif

  @Test func `ends without a file when it outgrows the limit`() async throws {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryDirectory()
      try folder.write("old", to: "out")
      ProcessLimits.setFileSize(1000)
      let path = folder.file("out")
      do throws(WriteFailure) {
        let sink = try FileSink(path: path, bufferBytes: 64)
        for _ in 0..<100 { try sink.write([UInt8](repeating: 0x61, count: 50).span) }
        Issue.record("more was written than the limit allows")
      } catch {
        let reason = "the file grows larger than the system allows"
        #expect("\(error)" == "\(path): cannot be written: \(reason)")
      }
      #expect(folder.read("out") == Array("old".utf8))
      #expect(folder.names == ["out"])
    }
  }

  @Test func `tells a reader that went away from other faults`() async throws {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryDirectory()
      ProcessLimits.ignoreBrokenPipes()
      let reading = folder.makePipe("pipe")
      do throws(WriteFailure) {
        let sink = try FileSink(path: folder.file("pipe"), bufferBytes: 1)
        close(reading)
        try sink.write([UInt8]("x".utf8).span)
        Issue.record("a pipe without a reader was written")
      } catch {
        #expect(error.isBrokenPipe)
      }
    }
  }

  private func write(_ text: String, to path: String) throws {
    let sink = try FileSink(path: path)
    try sink.write(Array(text.utf8).span)
    try sink.finish()
  }
}
