internal import Dispatch
internal import Synchronization

/// Several connections to one database file: one that writes, and as many as needed that read.
///
/// The file gets a write-ahead log, so that readers and the writer do not wait for each other
/// (<https://www.sqlite.org/wal.html>). A reading sees the database as it was at its first
/// query, whatever is written meanwhile. From asynchronous code the calls wait without holding a thread
/// of the cooperative pool.
/// ```swift
/// let pool = try DatabasePool(path: "films.db", options: .init(mode: .create))
/// try await pool.write { try $0.execute("DELETE FROM films WHERE year < ?", [1930]) }
/// let count = try await pool.read { try $0.firstInteger("SELECT count(*) FROM films") }
/// ```
public final class DatabasePool: Sendable {
  /// The path given at opening.
  public let path: String
  /// The choices made at opening; readers have them with the mode `readOnly`.
  public let options: Database.Options
  /// How many readers there are at most.
  public let maximumReaders: Int

  private let prepare: @Sendable (Database) throws -> Void
  private let writer: DatabaseQueue
  private let readers: ReaderStock
  private let lanes = DispatchQueue(label: "furrow.database-pool", attributes: .concurrent)

  /// Opens the writing connection; readers are opened when they are needed.
  ///
  /// `prepare` is called with each connection that is opened, to give it functions for instance.
  /// - Throws: as `Database.init`; `misuse` for a database that is no file, which
  ///   a second connection would not see, and if the journal cannot be a write-ahead log.
  public init(
    path: String,
    options: Database.Options = Database.Options(),
    maximumReaders: Int = 8,
    prepare: @escaping @Sendable (Database) throws -> Void = { _ in }
  ) throws {
    guard !path.isEmpty, path != ":memory:" else {
      throw SQLiteError(
        code: .misuse,
        message: "a pool needs a file: each connection to memory has a database of its own"
      )
    }
    var options = options
    if options.mode != .readOnly { options.journal = .wal }
    self.path = path
    self.options = options
    self.maximumReaders = max(1, maximumReaders)
    self.prepare = prepare
    writer = try DatabaseQueue(path: path, options: options, prepare: prepare)
    readers = ReaderStock(maximum: maximumReaders)
  }

  /// Lends a reading connection to `body`, in a transaction that sees one state of the database.
  ///
  /// Waits while as many as there may be are reading.
  /// - Throws: what `body` throws; `readOnly` if it writes; `misuse` inside another `body` of this
  ///   pool, since both could wait for each other.
  public func read<Result: Sendable>(_ body: (Database) throws -> Result) throws -> Result {
    try refuseReentry()
    let arrival = DispatchSemaphore(value: 0)
    let received = Mutex<ReaderStock.Loan>(nil)
    readers.borrow { loan in
      received.withLock { $0 = loan }
      arrival.signal()
    }
    arrival.wait()
    return try use(received.withLock { $0 }, body)
  }

  /// Lends a reading connection to `body`, which runs on a thread of its own.
  ///
  /// Cancelling the task works as for `DatabaseQueue.run`.
  /// - Throws: as the synchronous form; `CancellationError` if cancelled while it waited.
  public func read<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    let job = Job()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        readers.borrow { loan in
          self.lanes.async {
            continuation.resume(
              with: Swift.Result {
                try self.use(loan) { database in
                  try job.run(database.interruptHandle) { try body(database) }
                }
              }
            )
          }
        }
      }
    } onCancel: {
      job.cancel()
    }
  }

  /// Lends the writing connection to `body` in a transaction: committed if it returns, rolled
  /// back if it throws.
  ///
  /// - Throws: as `DatabaseQueue.transaction`; `readOnly` if the pool was opened so.
  public func write<Result: Sendable>(_ body: (Database) throws -> Result) throws -> Result {
    try writer.transaction(options.mode == .readOnly ? .deferred : .immediate, body)
  }

  /// Lends the writing connection to `body` in a transaction, on a thread of its own.
  ///
  /// - Throws: as the synchronous form; `CancellationError` if cancelled while it waited.
  public func write<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    try await writer.transaction(options.mode == .readOnly ? .deferred : .immediate, body)
  }

  /// Lends the writing connection to `body` outside a transaction, for VACUUM for instance.
  ///
  /// - Throws: as `DatabaseQueue.run`.
  public func writeWithoutTransaction<Result: Sendable>(
    _ body: (Database) throws -> Result
  ) throws -> Result {
    try writer.run(body)
  }

  /// Closes the readers that nobody uses; new ones are opened when they are needed.
  public func closeIdleReaders() { readers.closeIdle() }

  /// Readers that are open.
  public var openReaderCount: Int { readers.counts.open }

  /// Open readers that nobody uses.
  public var idleReaderCount: Int { readers.counts.idle }

  private func refuseReentry() throws(SQLiteError) {
    guard !readers.isReading, !writer.isOfCurrentThread else {
      throw SQLiteError(
        code: .misuse,
        message: "the pool is read inside a block of the same pool, and both could wait for each"
          + " other; use the block's database",
        path: path
      )
    }
  }

  /// Reads with a borrowed connection, or opens it first, and gives it back.
  private func use<Result>(
    _ loan: ReaderStock.Loan,
    _ body: (Database) throws -> Result
  ) throws -> Result {
    var reader = loan
    defer { readers.giveBack(reader) }
    let connection = try reader ?? open()
    reader = connection
    let database = connection.database
    return try readers.marked {
      try database.lend { database in
        try database.transaction(.deferred) { try body(database) }
      }
    }
  }

  private func open() throws -> ReaderStock.Reader {
    var options = options
    options.mode = .readOnly
    options.journal = nil
    let database = try Database(path: path, options: options)
    try prepare(database)
    return ReaderStock.Reader(database)
  }
}
