import Furrow

/// Every option there is, each defined once, whatever the number of commands that take it.
package enum Options {}

/// Options of every command.
extension Options {
  static let color: Setting<ColorChoice> = .defaulted(
    "color",
    .choice,
    to: "auto",
    in: .messages,
    help: "colour messages and tables; auto does so on a terminal, unless NO_COLOR is set"
  )

  static let quiet: Setting<Bool> = .flag(
    "quiet",
    letter: "q",
    in: .messages,
    help: "print nothing but faults"
  )

  static let verbose: Setting<Bool> = .flag(
    "verbose",
    letter: "v",
    in: .messages,
    help: "print more about what is done"
  )

  static let help: Setting<Bool> = .flag(
    "help",
    letter: "h",
    in: .messages,
    help: "print this help"
  )

  /// The options that a command has without listing them.
  static var everywhere: [Option] {
    [color.option, quiet.option, verbose.option, help.option]
  }
}

/// Options of the commands that run against a database, or long enough to be steered.
extension Options {
  static let busyTimeout: Setting<Duration> = .defaulted(
    "busy-timeout",
    .duration("DURATION"),
    to: "10s",
    in: .run,
    help: "how long to wait for a database that another program has locked"
  )

  static let jobs: Setting<Int> = .defaulted(
    "jobs",
    .wholeNumber("N", in: 1...2),
    to: "2",
    in: .run,
    help: "1: one thread; 2: read the next records while the last ones are loaded or written"
  )

  static let limit: Setting<Int?> = .optional(
    "limit",
    .wholeNumber("N", in: 0...Int.max),
    in: .selection,
    help: "stop after N records of each source, or N rows of each table"
  )

  static let progress: Setting<ProgressChoice> = .defaulted(
    "progress",
    .choice,
    to: "auto",
    in: .messages,
    help: "show how far the run is: auto: a line that changes on a terminal, elsewhere one every 10"
      + " seconds; always: also for a short run, elsewhere one every second"
  )

  static let report: Setting<String?> = .optional(
    "report",
    .text("FILE.json", .output),
    in: .run,
    help: "write what was done, and the count of every fate, as one JSON object"
  )

  static let output: Setting<String?> = .optional(
    "output",
    letter: "o",
    .text("FILE", .output),
    in: .target,
    help:
      "write to FILE, - being standard output, which is also what holds without it; a folder for"
      + " several tables"
  )
}

/// What to do with records that are wrong.
extension Options {
  static let onError: Setting<FaultRule> = .defaulted(
    "on-error",
    .choice,
    to: "stop",
    in: .faults,
    help: "stop: load nothing if any record is wrong; reject: leave those out and go on"
  )

  static let rejects: Setting<String?> = .optional(
    "rejects",
    .text("DIR", .output),
    in: .faults,
    help: "write rejected records as they were, and the reasons, to files in DIR"
  )

  static let maxRejects: Setting<ImportPlan.RejectLimit?> = .optional(
    "max-rejects",
    .rejectLimit("N|P%"),
    in: .faults,
    help: "fail, and load nothing, beyond N rejected records or P percent of them"
  )
}
