/// Why migrations could not be read or run, where, and what became of the database.
public struct MigrationError: Error, Sendable {
  /// The kind of fault.
  public enum Kind: String, Sendable, CaseIterable {
    /// The folder or a file of it cannot be read.
    case unreadable
    /// The bytes of a file are not UTF-8 text.
    case encoding
    /// A section marker or the shape of a file is wrong.
    case marker
    /// Two files have the same version, or none can be told.
    case version
    /// Files of several tools stand in one folder.
    case mixed
    /// An applied file has changed since.
    case modified
    /// The database has a migration that the folder lacks.
    case missing
    /// As missing, and newer than all in the folder.
    case ahead
    /// A pending version is lower than an applied one.
    case outOfOrder = "out-of-order"
    /// A file outside a transaction stopped midway, now or earlier.
    case incomplete
    /// Somebody ended the run before its time.
    case interrupted
    /// A statement failed.
    case sql
    /// A statement is not allowed in a migration.
    case forbidden
    /// A migration to undo has no way back.
    case irreversible
    /// Rows break a foreign key that did not before.
    case foreignKey = "foreign-key"
    /// A table lost rows though no statement said so.
    case rowLoss = "row-loss"
    /// A view, a trigger or a foreign key points to what is not there any more.
    case brokenSchema = "broken-schema"
    /// The schema is not what it was after the last migration.
    case drift
    /// The plan is not the one that was asked for.
    case plan
    /// The backup could not be made, so that nothing was begun.
    case backup
    /// A database that is asked for something else than it is in.
    case state
    /// The SQLite of this program is too old for a file.
    case tooOldSQLite = "min-sqlite"
    /// The database could not be opened, locked, read or committed.
    case database
  }

  /// What became of the database.
  public enum Outcome: Hashable, Sendable {
    /// It is as it was before the run.
    case unchanged
    /// These versions were done before and stay so; nothing of the failing one does.
    case committed([String])
    /// As committed, and this many statements of the failing one stay too.
    case partial([String], statements: Int)
  }

  /// The kind of fault.
  public var kind: Kind
  /// What is wrong and what to do, without the place.
  public var message: String
  /// The file at fault, or the folder.
  public var path: String?
  /// The line of the fault, from 1.
  public var line: Int?
  /// The column of the fault in Unicode scalars, from 1.
  public var column: Int?
  /// The byte of the fault in the file, from 0, where it is about bytes.
  public var byteOffset: Int?
  /// The line of SQL with a caret under the fault: two lines without an end of line.
  public var caret: String?
  /// The version of the migration at fault.
  public var version: String?
  /// Up to 20 lines that say more, as the rows that break a foreign key.
  public var details: [String] = []
  /// What SQLite said.
  public var cause: SQLiteError?
  /// What became of the database.
  public var outcome: Outcome

  /// Makes an error from its facts.
  public init(
    _ kind: Kind,
    _ message: String,
    path: String? = nil,
    line: Int? = nil,
    column: Int? = nil,
    version: String? = nil,
    outcome: Outcome = .unchanged
  ) {
    self.kind = kind
    self.message = message
    self.path = path
    self.line = line
    self.column = column
    self.version = version
    self.outcome = outcome
  }

  /// Wraps what SQLite said outside of any file.
  init(_ cause: SQLiteError) {
    if .interrupted ~= cause.code {
      self.init(.interrupted, Self.interruption)
    } else {
      self.init(.database, cause.description)
    }
    self.cause = cause
  }

  /// Wraps what SQLite said about a statement of `section` of `migration`, with its place in the file.
  init(
    _ cause: SQLiteError,
    in section: Migration.Section,
    of migration: Migration,
    kind: Kind = .sql,
    message: String? = nil
  ) {
    let place = cause.place.map(section.place)
    let isInterrupted = .interrupted ~= cause.code
    self.init(
      isInterrupted ? .interrupted : kind,
      isInterrupted ? Self.interruption : message ?? cause.sentence,
      path: section.path,
      line: place?.line,
      column: place?.column,
      version: migration.version.text
    )
    self.caret = cause.caret
    self.cause = cause
  }

  static let interruption = "interrupted"

  /// The same error, or an interruption if that is what made a wait or a statement end.
  func asked(_ isCancelled: (() -> Bool)?) -> MigrationError {
    let codes: [ResultCode] = [.busy, .locked, .interrupted]
    guard let code = cause?.code.primary, codes.contains(code), isCancelled?() ?? false else {
      return self
    }
    var error = self
    error.kind = .interrupted
    error.message = Self.interruption
    return error
  }

  /// The same error, with what had been committed before it.
  func keeping(_ migrations: [Migration]) -> MigrationError {
    let versions = migrations.map(\.version.text)
    var error = self
    switch outcome {
    case .partial(_, let count): error.outcome = .partial(versions, statements: count)
    case .unchanged, .committed:
      error.outcome = versions.isEmpty ? .unchanged : .committed(versions)
    }
    return error
  }

  /// Whether the database is as it was.
  public var isDatabaseUnchanged: Bool { outcome == .unchanged }
}

extension MigrationError: CustomStringConvertible {
  /// One line, `file:line:column: what is wrong [kind] (what became of the database)`.
  public var description: String {
    var place = ""
    for part in [path, line.map(String.init), column.map(String.init)] {
      guard let part else { break }
      place += "\(part):"
    }
    return "\(place)\(place.isEmpty ? "" : " ")\(message)\(code) (\(outcome))"
  }

  /// The kind in brackets, unless it is all that the message says.
  private var code: String {
    kind == .interrupted ? "" : " [\(kind.rawValue)]"
  }
}

extension MigrationError.Outcome: CustomStringConvertible {
  /// A clause about the database.
  public var description: String {
    switch self {
    case .unchanged: "the database is unchanged"
    case .committed(let versions): "done and kept: \(versions.joined(separator: ", "))"
    case .partial(let versions, let count):
      "\(count) statement\(count == 1 ? "" : "s") of the file took effect and cannot be undone"
        + (versions.isEmpty ? "" : "; done and kept: \(versions.joined(separator: ", "))")
    }
  }
}
