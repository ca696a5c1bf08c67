extension SQLiteError: CustomStringConvertible {
  /// One line: what is wrong and, where there is an answer, what to do.
  public var description: String {
    guard let place, isAboutSQL else { return sentence }
    return "\(sentence) (SQL line \(place.line), column \(place.column))"
  }

  /// Whether the fault lies in a statement, not in the file or the machine.
  private var isAboutSQL: Bool {
    switch code.primary {
    case .busy, .notADatabase, .cannotOpen, .readOnly, .full, .corrupt, .ioError, .outOfMemory,
      .interrupted:
      false
    default: true
    }
  }

  /// The description without a place in the SQL.
  var sentence: String {
    switch code.primary {
    case .busy:
      withPath(
        "the database is locked by another program; end it, or wait longer with --busy-timeout"
      )
    case .notADatabase:
      withPath("this file is not a SQLite database (or it is encrypted)")
    case .cannotOpen:
      withPath(withReason("cannot open the database", unlessIn: "unable to open database file"))
    case .readOnly:
      withPath(withReason("the database cannot be written", unlessIn: ""))
    case .full:
      withPath(withReason("the disk or the database is full; free some space", unlessIn: ""))
    case .corrupt:
      withPath(
        "the database is damaged (\(message)); `PRAGMA integrity_check` says where,"
          + " restore it from a backup"
      )
    case .ioError:
      withPath(withReason("the file system failed", unlessIn: ""))
    case .notAuthorized where Self.denials.contains(message):
      "not authorized: no other database file may be opened or made here, by ATTACH or VACUUM INTO"
    case .outOfMemory:
      "out of memory"
    case .interrupted:
      "interrupted"
    default:
      message
    }
  }

  /// What SQLite says where it has asked and got no for an answer.
  private static let denials: Set<String> = ["not authorized", "authorization denied"]

  private func withPath(_ sentence: String) -> String {
    guard let path else { return sentence }
    return "\(path): \(sentence)"
  }

  /// `sentence` with the operating system's reason, else with SQLite's words where they add any.
  private func withReason(_ sentence: String, unlessIn empty: String) -> String {
    if let systemError, systemError != 0 {
      return "\(sentence): \(SystemError.text(systemError))"
    }
    return message == empty || message.isEmpty ? sentence : "\(sentence): \(message)"
  }
}
