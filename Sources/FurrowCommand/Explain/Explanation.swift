import Furrow

/// What a code in a message means, why it is there and how to mend it.
package struct Explanation: Sendable, Equatable {
  /// What the code stands for.
  package enum Subject: String, Sendable, CaseIterable {
    /// A record's fault.
    case rejection
    /// The run's fault.
    case failure
    /// A fault of a migration, or of the history of migrations.
    case migration
    /// Something that a check of migrations finds.
    case finding
    /// The number that the process gives to its caller.
    case exitCode = "exit code"
  }

  /// Something to type, and what comes of it.
  package struct Example: Sendable, Equatable {
    /// The text of the file that the command reads, as `printf` takes it; empty where it needs none.
    package let input: String
    /// The command; its first word behind the name of the command is the file.
    package let command: String
    /// The line that tells of the code, or its start.
    package let message: String

    /// The file that the command reads.
    package var file: String {
      let words = command.split(separator: " ")
      return words.count > 2 ? String(words[2]) : ""
    }

    /// The statement that made the table which is loaded; `nil` where none is.
    package var table: String? {
      guard command.contains(" --into ") else { return nil }
      let words = command.split(separator: " ")
      let option = words.firstIndex(of: "--table").map { words[$0 + 1] }
      return Explanation.tables.split(separator: "\n").first {
        $0.hasPrefix("CREATE TABLE \(option ?? "people")(")
      }.map(String.init)
    }
  }

  /// The code as it is typed: `type-error`, `reading`, `2`.
  package let name: String
  package let subject: Subject
  /// What it means, in one line.
  package let meaning: String
  /// Why it happens.
  package let reason: String
  /// What to do.
  package let remedy: String
  /// One case of it; `nil` where none can be shown in a line.
  package let example: Example?

  /// All codes, in the order of the list.
  package static let all = rejections + failures + migrations + findings + exitCodes

  /// The tables of the examples' database `people.db`.
  package static let tables = """
    CREATE TABLE people(id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT);
    CREATE TABLE towns(name TEXT PRIMARY KEY);
    CREATE TABLE homes(id INTEGER PRIMARY KEY, city TEXT REFERENCES towns(name));
    CREATE TABLE nicknames(id INTEGER, name TEXT UNIQUE);
    CREATE TRIGGER nobody AFTER INSERT ON people WHEN NEW.name = 'Nobody'
      BEGIN SELECT RAISE(FAIL, 'nobody is no person'); END;
    """
}

extension Explanation {
  init(
    _ code: Rejection.Code,
    _ meaning: String,
    because reason: String,
    mend remedy: String,
    _ input: String,
    _ command: String,
    _ message: String
  ) {
    self.init(
      name: code.rawValue,
      subject: .rejection,
      meaning: meaning,
      reason: reason,
      remedy: remedy,
      example: Example(input: input, command: "furrow \(command)", message: message)
    )
  }

  init(
    failure name: String,
    _ meaning: String,
    because reason: String,
    mend remedy: String,
    _ example: (command: String, message: String)?
  ) {
    self.init(
      name: name,
      subject: .failure,
      meaning: meaning,
      reason: reason,
      remedy: remedy,
      example: example.map {
        Example(input: "", command: "furrow \($0.command)", message: $0.message)
      }
    )
  }

  init(_ code: ExitCode, because reason: String, mend remedy: String) {
    self.init(
      name: String(code.rawValue),
      subject: .exitCode,
      meaning: code.meaning,
      reason: reason,
      remedy: remedy,
      example: nil
    )
  }
}
