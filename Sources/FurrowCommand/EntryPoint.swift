#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The program: from the arguments of the process to its exit code.
public enum EntryPoint {
  /// Runs the process to its end; no error escapes.
  public static func run() -> Never {
    BrokenPipe.restoreSignal()
    BrokenPipe.ignoreSizeSignal()
    StandardStreams.occupy()
    let console = Console(environment: .process)
    guard CommandLine.argc > 0 else {
      // The runtime reads them there; without them help would be printed as if it were asked for.
      console.report("furrow: the arguments cannot be read: is /proc mounted?")
      exit(ExitCode.failed.rawValue)
    }
    guard let arguments = processArguments() else {
      let error = UsageError(command: "", message: "an argument is not valid UTF-8")
      for line in error.lines { console.report(line) }
      exit(ExitCode.wrongUsage.rawValue)
    }
    exit(Program(table: .furrow, environment: .process, console: console).run(arguments).rawValue)
  }

  /// The arguments behind the program's name; `nil` if one is not text.
  ///
  /// The standard library would mend such an argument, and then another file would be opened than
  /// the one that was named.
  private static func processArguments() -> [String]? {
    var arguments: [String] = []
    for index in 1..<max(1, Int(CommandLine.argc)) {
      // Sound: the process has argc arguments, each a C string that lives as long as it does.
      guard let pointer = unsafe CommandLine.unsafeArgv[index],
        let argument = unsafe String(validatingCString: pointer)
      else { return nil }
      arguments.append(argument)
    }
    return arguments
  }
}
