public import FurrowCore

/// Who wants to know what became of each record by itself.
public protocol InsertObserver: AnyObject {
  /// Tells that the live record at `position` of `batch` became the row with this rowid.
  ///
  /// - Throws: ``SQLiteError``, which ends the load.
  func inserted(_ position: Int, of batch: borrowing RecordBatch, rowID: Int64) throws(SQLiteError)

  /// Tells that the live record at `position` of `batch` has a unique key that is there already, and
  /// that its values are kept in the row `place` of the plan's ``InsertPlan/setAsideTable``.
  ///
  /// `rejection` is what it is refused for; `nil` when it is left out as a duplicate.
  /// - Throws: ``SQLiteError``, which ends the load.
  func setAside(
    _ position: Int,
    of batch: borrowing RecordBatch,
    place: Int64,
    _ rejection: Rejection?
  ) throws(SQLiteError)
}
