public import FurrowCore

/// Who wants to know which row each record became.
public protocol InsertObserver: AnyObject {
  /// Tells that the live record at `position` of `batch` became the row with this rowid.
  ///
  /// - Throws: ``SQLiteError``, which ends the load.
  func inserted(_ position: Int, of batch: borrowing RecordBatch, rowID: Int64) throws(SQLiteError)
}
