internal import CSQLite
internal import FurrowCore

/// The batch being loaded, as a virtual table: `temp.furrow_batch`, a column for each of the file's.
///
/// The rowid is the record's number in its source, so that it does not depend on the batch.
/// One `INSERT ... SELECT` runs for a whole batch, and SQLite asks for each field in turn. The
/// fields stay where the reader put them; nothing is bound and nothing is copied on the way.
/// <https://www.sqlite.org/vtab.html>
@safe
final class BatchTable {
  /// The table's name in SQL.
  static let name = "temp.furrow_batch"

  private let database: Database
  private let window: UnsafeMutablePointer<BatchWindow>

  /// Makes the table in `database`, with these columns of the batches to come.
  init(
    _ database: Database,
    columns: [InsertPlan.BatchColumn]
  )
    throws(SQLiteError)
  {
    self.database = database
    let list = columns.map { "\(quoted($0.name)) \($0.declaredType)" }.joined(separator: ", ")
    let declaration = Array("CREATE TABLE batch(\(list))".utf8CString)
    let text = UnsafeMutablePointer<CChar>.allocate(capacity: declaration.count)
    unsafe text.initialize(from: declaration, count: declaration.count)
    unsafe window = .allocate(capacity: 1)
    let places = UnsafeMutablePointer<Int>.allocate(capacity: columns.count)
    unsafe places.initialize(from: columns.map(\.index), count: columns.count)
    unsafe window.initialize(to: BatchWindow(declaration: text, places: places))
    // The module is a constant, and the window outlives the table: `deinit` drops that first.
    let code = unsafe sqlite3_create_module_v2(
      database.handle,
      "furrow_batch",
      BatchModule.shared,
      window,
      nil
    )
    guard code == SQLITE_OK else { throw database.lastError() }
    // The window outlives the function as it outlives the table.
    let counter = unsafe sqlite3_create_function_v2(
      database.handle,
      InsertSQL.conflictCounter,
      0,
      SQLITE_UTF8 | SQLITE_DIRECTONLY,
      window,
      BatchModule.countConflict,
      nil,
      nil,
      nil
    )
    guard counter == SQLITE_OK else { throw database.lastError() }
    try database.execute("CREATE VIRTUAL TABLE \(raw: Self.name) USING furrow_batch")
  }

  deinit {
    // Nothing can be done about a failure here; the connection is about to close.
    try? database.execute("DROP TABLE IF EXISTS \(raw: Self.name)")
    // A rollback may bring the table back; without its module it cannot reach the window.
    _ = unsafe sqlite3_create_module_v2(database.handle, "furrow_batch", nil, nil, nil)
    _ = unsafe sqlite3_create_function_v2(
      database.handle,
      InsertSQL.conflictCounter,
      0,
      SQLITE_UTF8,
      nil,
      nil,
      nil,
      nil,
      nil
    )
    // No statement on the table is left: its inserter owns this object and finalises them first.
    unsafe window.pointee.declaration.deallocate()
    unsafe window.pointee.places.deallocate()
    unsafe window.deallocate()
  }

  /// Shows `batch` through the table while `body` runs.
  func show<Result, Failure: Error>(
    _ batch: borrowing RecordBatch,
    while body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // The five pointers are good until `body` returns, and are taken back then.
    defer { unsafe window.pointee.hide() }
    return unsafe try batch.bytes.withUnsafeBufferPointer { bytes throws(Failure) in
      unsafe try batch.fields.withUnsafeBufferPointer { fields throws(Failure) in
        unsafe try batch.values.withUnsafeBufferPointer { values throws(Failure) in
          unsafe try batch.live.withUnsafeBufferPointer { live throws(Failure) in
            unsafe try batch.extents.withUnsafeBufferPointer { extents throws(Failure) in
              unsafe window.pointee.columnCount = batch.columnCount
              unsafe window.pointee.bytes = bytes.baseAddress
              unsafe window.pointee.fields = fields.baseAddress
              unsafe window.pointee.values = values.baseAddress
              unsafe window.pointee.live = live.baseAddress
              unsafe window.pointee.extents = extents.baseAddress
              unsafe window.pointee.firstRecord = batch.origin.record
              return try body()
            }
          }
        }
      }
    }
  }

  /// The part of the batch's live records that the table has as rows.
  var range: Range<Int> {
    get { unsafe window.pointee.start..<window.pointee.end }
    set {
      unsafe window.pointee.start = newValue.lowerBound
      unsafe window.pointee.end = newValue.upperBound
    }
  }

  /// How often a record's key was there already, since it was last set.
  var conflicts: Int {
    get { unsafe window.pointee.conflicts }
    set { unsafe window.pointee.conflicts = newValue }
  }

  /// Where in the live records the last cursor stands: the row that SQLite works on.
  var current: Int { unsafe window.pointee.current }
}

/// What the C callbacks look at.
@unsafe
struct BatchWindow {
  /// The `CREATE TABLE` that tells SQLite the columns.
  let declaration: UnsafeMutablePointer<CChar>
  /// Where each column of the table stands in a record.
  let places: UnsafePointer<Int>
  /// The fields of a record.
  var columnCount = 0
  var bytes: UnsafePointer<UInt8>?
  var fields: UnsafePointer<Field>?
  var values: UnsafePointer<UInt64>?
  var live: UnsafePointer<UInt32>?
  var extents: UnsafePointer<RecordExtent>?
  /// The number, in its source, of the batch's first record.
  var firstRecord = 0
  var start = 0
  var end = 0
  var current = 0
  var conflicts = 0

  mutating func hide() {
    unsafe bytes = nil
    unsafe fields = nil
    unsafe values = nil
    unsafe live = nil
    unsafe extents = nil
    unsafe end = start
  }
}
