import Foundation

/// One finished run of the program, with all that a caller sees of it.
///
/// ```swift
/// let run = try CommandRun(["query", path, "SELECT 1"])
/// #expect(run.status == 0)
/// ```
public struct CommandRun: Sendable {
  /// Where standard output goes.
  public enum Output: Sendable {
    /// Into `output`.
    case captured
    /// Into the file, which is opened for writing as it is.
    case file(String)
    /// Into a pipe whose reader has gone away.
    case closedPipe
  }

  /// The exit code as a shell has it: 128 and the signal's number if one ended the process.
  public let status: Int32
  /// What was written to standard output.
  public let output: [UInt8]
  /// What was written to standard error.
  public let errors: [UInt8]

  /// `output` as text.
  public var outputText: String { String(decoding: output, as: UTF8.self) }
  /// `errors` as text.
  public var errorText: String { String(decoding: errors, as: UTF8.self) }

  /// Runs the program to its end.
  ///
  /// - Parameters:
  ///   - arguments: The arguments behind the program's name.
  ///   - input: The bytes of standard input, which comes through a pipe.
  ///   - environment: Variables to add; those that steer the program are not inherited.
  ///   - directory: The working directory; that of the tests if `nil`.
  ///   - output: Where standard output goes.
  ///   - signal: A signal to send, and how long after the start.
  /// - Throws: When the program cannot be started, or its output not be read.
  public init(
    _ arguments: [String],
    input: [UInt8] = [],
    environment: [String: String] = [:],
    directory: String? = nil,
    output: Output = .captured,
    signal: (number: Int32, delay: Duration)? = nil
  ) throws {
    try self.init(
      executable: Self.program,
      arguments: arguments,
      input: input,
      environment: environment,
      directory: directory,
      output: output,
      signal: signal
    )
  }

  /// Runs a script of `bash`, in which `"$0"` is the program; the rest is as without a script.
  public init(
    script: String,
    input: [UInt8] = [],
    environment: [String: String] = [:],
    directory: String? = nil,
    signal: (number: Int32, delay: Duration)? = nil
  ) throws {
    try self.init(
      executable: "/bin/bash",
      arguments: ["-c", script, Self.program],
      input: input,
      environment: environment,
      directory: directory,
      output: .captured,
      signal: signal
    )
  }

  /// The path of the built program, which stands beside the test bundle.
  public static var program: String {
    #if os(Linux)
    let bundle = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    #else
    let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? Bundle.main
    let bundle = tests.bundleURL
    #endif
    return bundle.deletingLastPathComponent().appendingPathComponent("furrow").path
  }
}

extension CommandRun {
  /// A run that hangs is ended after this time, and then has status 137.
  private static let patience: TimeInterval = 120

  private init(
    executable: String,
    arguments: [String],
    input: [UInt8],
    environment: [String: String],
    directory: String?,
    output: Output,
    signal: (number: Int32, delay: Duration)?
  ) throws {
    // Files rather than pipes: they never fill up.
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("furrow-run-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let outputFile = folder.appendingPathComponent("output")
    let errorFile = folder.appendingPathComponent("errors")

    let process = Process()
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = arguments
    process.environment = Self.cleanEnvironment.merging(environment) { $1 }
    if let directory { process.currentDirectoryURL = URL(fileURLWithPath: directory) }
    let inputPipe = Pipe()
    process.standardInput = inputPipe
    process.standardOutput = try Self.handle(for: output, captured: outputFile)
    process.standardError = try Self.newFile(errorFile)
    try Self.withoutBlockedSignals { try process.run() }

    Self.feed(input, to: inputPipe)
    if let signal { Self.send(signal.number, to: process, after: signal.delay) }
    Self.send(SIGKILL, to: process, after: .seconds(Self.patience))
    process.waitUntilExit()

    let isSignal = process.terminationReason == .uncaughtSignal
    status = isSignal ? 128 + process.terminationStatus : process.terminationStatus
    self.output = (try? [UInt8](Data(contentsOf: outputFile))) ?? []
    errors = [UInt8](try Data(contentsOf: errorFile))
  }

  private static var cleanEnvironment: [String: String] {
    let kept = ProcessInfo.processInfo.environment.filter { name, _ in
      !name.hasPrefix("FURROW_") && !["CI", "NO_COLOR", "TERM"].contains(name)
    }
    // On a busy machine the shortest run may take long enough for a word on how far it is.
    return kept.merging(["FURROW_PROGRESS": "never"]) { $1 }
  }

  private static func handle(for output: Output, captured: URL) throws -> FileHandle {
    switch output {
    case .captured: return try newFile(captured)
    case .file(let path): return try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    case .closedPipe:
      let pipe = Pipe()
      try pipe.fileHandleForReading.close()
      return pipe.fileHandleForWriting
    }
  }

  private static func newFile(_ url: URL) throws -> FileHandle {
    try Data().write(to: url)
    return try FileHandle(forWritingTo: url)
  }

  /// Runs `body` on a thread that blocks no signals.
  ///
  /// A process inherits the mask of the thread that starts it, and the threads of tests block
  /// nearly all: an interrupt would never reach the program.
  private static func withoutBlockedSignals(_ body: () throws -> Void) rethrows {
    var none = sigset_t()
    var former = sigset_t()
    // Sound: both sets are ours for the time of the calls.
    unsafe sigemptyset(&none)
    unsafe pthread_sigmask(SIG_SETMASK, &none, &former)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &former, nil) }
    try body()
  }

  /// Writes `input` beside the run, as the program may not read it all.
  private static func feed(_ input: [UInt8], to pipe: Pipe) {
    // A program that ends early must not take the tests with it.
    _ = signal(SIGPIPE, SIG_IGN)
    let handle = pipe.fileHandleForWriting
    DispatchQueue.global().async {
      try? handle.write(contentsOf: Data(input))
      try? handle.close()
    }
  }

  private static func send(_ number: Int32, to process: Process, after delay: Duration) {
    let seconds =
      Double(delay.components.seconds) + Double(delay.components.attoseconds) / 1e18
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds) {
      if process.isRunning { kill(process.processIdentifier, number) }
    }
  }
}
