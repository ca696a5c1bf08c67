internal import Dispatch
internal import Synchronization

/// One connection for a whole program: whoever uses it waits for their turn.
///
/// ```swift
/// let queue = try DatabaseQueue(path: "films.db", options: .init(mode: .create))
/// try queue.transaction { database in
///   try database.execute("DELETE FROM films WHERE year < ?", [1930])
/// }
/// let count = try await queue.run { try $0.firstInteger("SELECT count(*) FROM films") }
/// ```
/// The database is lent to a closure and must not leave it. Turns are taken in the order of the
/// calls. From asynchronous code the calls wait without holding a thread of the cooperative pool.
///
/// `@unchecked` hides two things from the compiler: 1. `database` is touched on the serial `lane`
/// alone; 2. everything else is immutable or a `Mutex`.
public final class DatabaseQueue: @unchecked Sendable {
  /// The path given at opening.
  public let path: String
  /// The choices made at opening.
  public let options: Database.Options

  private let prepare: @Sendable (Database) throws -> Void
  private let lane: DispatchQueue
  private let turn = Mutex(Turn())

  /// The connection, for code on `lane` only; `nil` while closed.
  private var database: Database?

  /// Who is using the connection.
  private struct Turn {
    var thread: ThreadID?
    var interruptHandle: InterruptHandle?
  }

  /// Opens the database.
  ///
  /// `prepare` is called with each connection that is opened, to give it functions for instance.
  /// - Throws: as `Database.init`, and what `prepare` throws.
  public init(
    path: String,
    options: Database.Options = Database.Options(),
    prepare: @escaping @Sendable (Database) throws -> Void = { _ in }
  ) throws {
    self.path = path
    self.options = options
    self.prepare = prepare
    lane = DispatchQueue(label: "furrow.database-queue")
    try lane.sync { _ = try opened() }
  }

  /// Lends the database to `body`.
  ///
  /// - Throws: what `body` throws; `misuse` if it leaves a transaction open, which is rolled back,
  ///   or if it is called inside another `body` of this queue, which would wait for itself; as the
  ///   initialiser if the queue was closed and cannot be opened again.
  public func run<Result: Sendable>(_ body: (Database) throws -> Result) throws -> Result {
    try refuseReentry()
    return try lane.sync { try take(body) }
  }

  /// Lends the database to `body`, which runs on a thread of its own.
  ///
  /// If the task is cancelled while it waits, `body` does not run; if while it runs, its statement
  /// is interrupted.
  /// - Throws: as the synchronous form; `CancellationError` if cancelled while it waited.
  public func run<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    let job = Job()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        lane.async {
          continuation.resume(
            with: Swift.Result {
              try self.take { database in
                try job.run(database.interruptHandle) { try body(database) }
              }
            }
          )
        }
      }
    } onCancel: {
      job.cancel()
    }
  }

  /// Stops the statement that is running, whoever runs it.
  ///
  /// Its transaction may be rolled back. Does nothing if none runs.
  public func interrupt() {
    turn.withLock { turn in turn.interruptHandle }?.interrupt()
  }

  /// Closes the connection once all who wait have had their turn; the next call opens it again.
  ///
  /// A database in memory is lost with it.
  /// - Throws: `misuse` inside a `body` of this queue.
  public func close() throws(SQLiteError) {
    try refuseReentry()
    lane.sync { database = nil }
  }

  /// Whether this thread is inside a `body` of this queue.
  var isOfCurrentThread: Bool { turn.withLock { $0.thread } == ThreadID.current }

  private func refuseReentry() throws(SQLiteError) {
    guard !isOfCurrentThread else {
      throw SQLiteError(
        code: .misuse,
        message: "the queue is used inside a block of the same queue, which would wait for itself;"
          + " use the block's database",
        path: path
      )
    }
  }

  /// Uses the connection; only for code on `lane`.
  private func take<Result>(_ body: (Database) throws -> Result) throws -> Result {
    let database = try opened()
    turn.withLock {
      $0.thread = ThreadID.current
      $0.interruptHandle = database.interruptHandle
    }
    defer {
      turn.withLock { $0 = Turn() }
    }
    return try database.lend(body)
  }

  private func opened() throws -> Database {
    if let database { return database }
    let database = try Database(path: path, options: options)
    try prepare(database)
    self.database = database
    return database
  }
}

extension Database {
  /// Runs `body` with this database, and takes back a transaction that it leaves open.
  func lend<Result>(_ body: (Database) throws -> Result) throws -> Result {
    let result: Result
    do {
      result = try body(self)
    } catch {
      rollBack()
      throw error
    }
    guard !isInTransaction else {
      rollBack()
      throw SQLiteError(
        code: .misuse,
        message: "the block left a transaction open; it was rolled back",
        path: filePath
      )
    }
    return result
  }
}
