/// What the process tells its caller; 0 is said of a complete run only.
package enum ExitCode: Int32, Sendable, CaseIterable {
  /// All was done.
  case complete = 0
  /// The run failed; the message says in what state things were left.
  case failed = 1
  /// The run finished, but some records were rejected.
  case rejected = 2
  /// A migration failed and the database is as it was.
  case migrationFailed = 3
  /// A migration stopped midway and a person must decide.
  case manualStepNeeded = 4
  /// The database stayed locked for longer than the run would wait.
  case lockTimeout = 5
  /// The database holds migrations, or a format, that this program does not know.
  case databaseAhead = 6
  /// The command line is wrong, whatever the files hold.
  case wrongUsage = 64
  /// The program found a fault of its own.
  case internalFault = 70
  /// The run was interrupted and rolled back.
  case interrupted = 130
}

extension ExitCode {
  /// What the code says, in a line.
  package var meaning: String {
    switch self {
    case .complete: "complete"
    case .failed: "failed; the message says in what state things were left"
    case .rejected: "finished, but some records were rejected"
    case .migrationFailed: "a migration failed, the database is as it was"
    case .manualStepNeeded: "a migration stopped midway, a person must decide"
    case .lockTimeout: "the database stayed locked by another program"
    case .databaseAhead: "the database holds migrations or a format that is not known here"
    case .wrongUsage: "wrong usage"
    case .internalFault: "a fault of the program itself"
    case .interrupted: "interrupted and rolled back"
    }
  }
}
