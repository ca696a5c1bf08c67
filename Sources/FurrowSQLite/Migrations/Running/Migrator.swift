/// Brings databases to the state that a row of migrations describes.
///
/// ```swift
/// try Migrator(folder: "migrations").up(database)
/// ```
public struct Migrator: Sendable {
  /// The migrations, lowest version first.
  public let migrations: [Migration]

  /// How much is done in one transaction.
  public enum TransactionScope: String, CaseIterable, Sendable {
    /// All of the run: it succeeds or fails as one. Files with `transaction:false` divide it.
    case run
    /// Each file for itself.
    case each
  }

  /// What to do with a database that has migrations this program does not know.
  public enum AheadRule: String, CaseIterable, Sendable {
    /// Refuse it.
    case error
    /// Go on with a warning, if nothing is pending.
    case warn
  }

  /// Which foreign keys are looked at before and behind a run.
  public enum KeyCheck: String, CaseIterable, Sendable {
    /// Those of tables that the files can have changed.
    case changed
    /// All.
    case all
    /// None.
    case none
  }

  /// What a run tells while it goes on.
  public enum Progress: Sendable {
    /// A migration is about to run.
    case started(Migration)
    /// A migration has run; it is not committed yet.
    case ran(Migration, Duration)
  }

  /// The choices for a run.
  public struct Options: Sendable {
    /// How much is done in one transaction.
    public var scope: TransactionScope = .run
    /// Whether a version lower than an applied one may be applied.
    public var allowsOutOfOrder = false
    /// The last version to apply; `nil` is all.
    public var target: MigrationVersion?
    /// What to do with a database that is newer.
    public var ahead: AheadRule = .error
    /// Which foreign keys are looked at; a row that breaks one, and did not before, is a failure.
    public var keyCheck: KeyCheck = .changed
    /// Whether a table that loses rows without a word is a failure.
    public var guardsRows = true
    /// Where a copy of the database goes before the first migration; `nil` makes none.
    public var backup: BackupPlace?
    /// The hash of the plan to run; `nil` runs what is pending.
    public var planHash: String?
    /// Hears how the run goes on.
    public var progress: (@Sendable (Progress) -> Void)?
    /// Whether a database marked as `production` may be undone to nothing, redone, synced or loaded.
    public var knowsProduction = false
    /// Whether something is to be done behind the run, which the database then remembers until
    /// `finishAfterwork` is called: a run that ends in between is found by the next one.
    public var hasAfterwork = false
    /// Who runs the migrations, to be noted in the history.
    public var provenance = MigrationProvenance()
    /// Asked while a run waits and between its steps; once it says yes the run is undone.
    ///
    /// It must be quick. While it is set the run has the connection's progress handler.
    public var isCancelled: (@Sendable () -> Bool)?
    /// Whether the caller holds the lock of the database.
    package var isLocked = false

    /// Makes the default choices.
    public init() {}
  }

  /// Takes migrations, from the program itself for instance, in any order.
  public init(migrations: [Migration]) {
    self.migrations = migrations.sorted { $0.version < $1.version }
  }

  /// Reads the migrations of a folder.
  ///
  /// - Throws: as ``MigrationFolder``.
  public init(folder path: String) throws(MigrationError) {
    self.init(migrations: try MigrationFolder(path: path).migrations)
  }

  /// How the migrations and `database` stand to each other; changes nothing.
  ///
  /// `database`: The database, opened for reading or writing; `nil` if there is no file
  ///   yet, which makes everything pending.
  /// - Returns: All migrations of both.
  /// - Throws: `database` if it cannot be read.
  public func status(of database: Database?) throws(MigrationError) -> MigrationStatus {
    guard let database else { return MigrationStatus(migrations, []) }
    return MigrationStatus(migrations, try MigrationHistory(database: database).rows())
  }

  /// What `up` would apply, divided into its transactions; changes nothing.
  ///
  /// - Throws: What keeps `up` from starting.
  public func plan(
    for database: Database?,
    _ options: Options = Options()
  ) throws(MigrationError) -> MigrationPlan {
    let status = try status(of: database)
    let pending: [Migration]
    do throws(MigrationError) {
      pending = try self.pending(status, options)
    } catch {
      throw try explaining(error, database)
    }
    if let database { try refuseForeign(pending, database) }
    var state = status.entries.map { "\($0.version.key) \($0.state.rawValue)" }
      .joined(separator: "\n")
    do {
      // No file and an empty database are the same to a plan.
      if let database {
        state += try SchemaFingerprint.of(database)
      } else {
        state += SchemaFingerprint.empty
      }
    } catch {
      throw MigrationError(error)
    }
    return MigrationPlan(pending, options.scope, of: state)
  }

  /// The same error; one about a changed file has the difference as details.
  func explaining(
    _ error: MigrationError,
    _ database: Database?
  ) throws(MigrationError) -> MigrationError {
    guard error.kind == .modified, let database,
      let version = error.version.flatMap({ MigrationVersion($0) })
    else { return error }
    var error = error
    error.details = Array(try changes(of: version, in: database)?.prefix(20) ?? [])
    return error
  }

  /// The migrations to apply, lowest version first.
  ///
  /// - Throws: `incomplete`, `modified`, `missing`, `ahead`, `outOfOrder`, `state` or
  ///   `tooOldSQLite`, if one of these stands in the way.
  func pending(
    _ status: MigrationStatus,
    _ options: Options
  ) throws(MigrationError) -> [Migration] {
    for entry in status.entries { try PendingRules.refuse(entry) }
    var pending = status.pending
    if let target = options.target { pending = pending.filter { $0.version <= target } }
    if !options.allowsOutOfOrder { try PendingRules.refuseOutOfOrder(pending, status) }
    try PendingRules.refuseMissing(status, pending, options.ahead)
    try PendingRules.refuseUnmet(pending, status)
    return pending
  }
}
