public import FurrowSQLite

/// That a step of a pipeline has loaded its sources.
public struct StepMark: Sendable, Equatable {
  /// The pipeline and the step, by their names.
  public var pipeline: String
  /// The step's name.
  public var step: String
  /// What the rows were made of: the contents of the sources, and the options.
  public var fingerprint: String

  /// Makes a mark.
  public init(pipeline: String, step: String, fingerprint: String) {
    self.pipeline = pipeline
    self.step = step
    self.fingerprint = fingerprint
  }
}

/// The table `furrow_steps`: what each step of a pipeline has loaded last.
///
/// A row is written in the same transaction as the rows that it speaks of, so that whatever ends a
/// run, its step is either done and marked or neither.
public struct StepMarks {
  private let database: Database

  /// Looks at the table in `database`.
  public init(_ database: Database) {
    self.database = database
  }

  /// How many records the step of `mark` has left out when it loaded just that.
  ///
  /// - Returns: `nil` when it has not loaded that, or its table is not there any more.
  /// - Throws: `SQLiteError` when the database cannot be read.
  public func rejected(by mark: StepMark) throws(SQLiteError) -> Int? {
    guard try database.tableExists("furrow_steps") else { return nil }
    let rows = try database.rows(
      """
      SELECT target, rejected, fingerprint FROM furrow_steps WHERE pipeline = ? AND step = ?
      """,
      [.text(mark.pipeline), .text(mark.step)]
    )
    guard let row = rows.first, let known = row[2].text,
      SaltedDigest.isSealed(mark.fingerprint, in: known), let table = row[0].text,
      try database.table(table) != nil
    else { return nil }
    return Int(row[1].integer ?? 0)
  }

  func write(_ mark: StepMark, table: String, rejected: Int) throws(SQLiteError) {
    try database.execute(
      """
      CREATE TABLE IF NOT EXISTS furrow_steps(
        pipeline TEXT NOT NULL, step TEXT NOT NULL, fingerprint TEXT NOT NULL,
        target TEXT NOT NULL, rejected INTEGER NOT NULL, loaded_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
        PRIMARY KEY (pipeline, step)) WITHOUT ROWID
      """
    )
    try database.execute(
      """
      INSERT OR REPLACE INTO furrow_steps(pipeline, step, fingerprint, target, rejected)
      VALUES (?, ?, ?, ?, ?)
      """,
      [
        .text(mark.pipeline), .text(mark.step),
        .text(SaltedDigest.sealed(mark.fingerprint)), .text(table), .integer(Int64(rejected)),
      ]
    )
  }
}
