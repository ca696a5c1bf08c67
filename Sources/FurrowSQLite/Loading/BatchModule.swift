internal import CSQLite
internal import FurrowCore

/// The methods of the virtual table over a batch. <https://www.sqlite.org/c3ref/module.html>
///
/// SQLite calls them with the pointers it was given: each `assumingMemoryBound` below takes back
/// the very type that `connect` or `open` allocated.
@unsafe
enum BatchModule {
  /// SQLite's part of the table must come first.
  @unsafe private struct Table {
    var base: sqlite3_vtab
    var window: UnsafeMutablePointer<BatchWindow>
  }

  /// SQLite's part of the cursor must come first.
  @unsafe private struct Cursor {
    var base: sqlite3_vtab_cursor
    var window: UnsafeMutablePointer<BatchWindow>
    var position: Int
  }

  /// The module; it lives as long as the program.
  nonisolated(unsafe) static let shared: UnsafePointer<sqlite3_module> = {
    let module = UnsafeMutablePointer<sqlite3_module>.allocate(capacity: 1)
    var methods = sqlite3_module()
    unsafe methods.xCreate = connect
    unsafe methods.xConnect = connect
    unsafe methods.xBestIndex = { _, info in
      unsafe info?.pointee.estimatedCost = 1_000_000
      return SQLITE_OK
    }
    unsafe methods.xDisconnect = disconnect
    unsafe methods.xDestroy = disconnect
    unsafe methods.xOpen = open
    unsafe methods.xClose = { cursor in
      unsafe UnsafeMutableRawPointer(cursor)?.assumingMemoryBound(to: Cursor.self).deallocate()
      return SQLITE_OK
    }
    unsafe methods.xFilter = { cursor, _, _, _, _ in
      let cursor = unsafe BatchModule.cursor(cursor)
      unsafe cursor.pointee.position = cursor.pointee.window.pointee.start
      unsafe cursor.pointee.window.pointee.current = cursor.pointee.position
      return SQLITE_OK
    }
    unsafe methods.xNext = { cursor in
      let cursor = unsafe BatchModule.cursor(cursor)
      unsafe cursor.pointee.position += 1
      unsafe cursor.pointee.window.pointee.current = cursor.pointee.position
      return SQLITE_OK
    }
    unsafe methods.xEof = { cursor in
      let cursor = unsafe BatchModule.cursor(cursor)
      return unsafe cursor.pointee.position < cursor.pointee.window.pointee.end ? 0 : 1
    }
    unsafe methods.xColumn = column
    unsafe methods.xRowid = { cursor, result in
      let cursor = unsafe BatchModule.cursor(cursor)
      let window = unsafe cursor.pointee.window
      guard let live = unsafe window.pointee.live, let extents = unsafe window.pointee.extents
      else { return SQLITE_INTERNAL }
      let record = unsafe Int(live[cursor.pointee.position])
      unsafe result?.pointee = Int64(
        window.pointee.firstRecord + Int(extents[record].recordDelta)
      )
      return SQLITE_OK
    }
    unsafe module.initialize(to: methods)
    return unsafe UnsafePointer(module)
  }()

  private static func cursor(
    _ pointer: UnsafeMutablePointer<sqlite3_vtab_cursor>?
  )
    -> UnsafeMutablePointer<Cursor>
  {
    // SQLite hands over only what `open` made, never NULL.
    unsafe UnsafeMutableRawPointer(pointer.unsafelyUnwrapped).assumingMemoryBound(to: Cursor.self)
  }

  /// Counts a record whose key is in the target already, and gives 1.
  static let countConflict:
    @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void = {
      context,
      _,
      _ in
      // What the function was made with: the window.
      if let data = unsafe sqlite3_user_data(context) {
        unsafe data.assumingMemoryBound(to: BatchWindow.self).pointee.conflicts += 1
      }
      unsafe sqlite3_result_int(context, 1)
    }

  private static let connect:
    @convention(c) (
      OpaquePointer?, UnsafeMutableRawPointer?, Int32,
      UnsafePointer<UnsafePointer<CChar>?>?,
      UnsafeMutablePointer<UnsafeMutablePointer<sqlite3_vtab>?>?,
      UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    ) -> Int32 = { database, context, _, _, result, _ in
      guard let context = unsafe context, let result = unsafe result else { return SQLITE_INTERNAL }
      let window = unsafe context.assumingMemoryBound(to: BatchWindow.self)
      let code = unsafe sqlite3_declare_vtab(database, window.pointee.declaration)
      guard code == SQLITE_OK else { return code }
      let table = UnsafeMutablePointer<Table>.allocate(capacity: 1)
      unsafe table.initialize(to: Table(base: sqlite3_vtab(), window: window))
      unsafe result.pointee = UnsafeMutableRawPointer(table).assumingMemoryBound(
        to: sqlite3_vtab.self
      )
      return SQLITE_OK
    }

  private static let disconnect: @convention(c) (UnsafeMutablePointer<sqlite3_vtab>?) -> Int32 = {
    unsafe UnsafeMutableRawPointer($0)?.assumingMemoryBound(to: Table.self).deallocate()
    return SQLITE_OK
  }

  private static let open:
    @convention(c) (
      UnsafeMutablePointer<sqlite3_vtab>?,
      UnsafeMutablePointer<UnsafeMutablePointer<sqlite3_vtab_cursor>?>?
    ) -> Int32 = { table, result in
      guard let table = unsafe table, let result = unsafe result else { return SQLITE_INTERNAL }
      let owner = unsafe UnsafeMutableRawPointer(table).assumingMemoryBound(to: Table.self)
      let cursor = UnsafeMutablePointer<Cursor>.allocate(capacity: 1)
      unsafe cursor.initialize(
        to: Cursor(base: sqlite3_vtab_cursor(), window: owner.pointee.window, position: 0)
      )
      unsafe result.pointee = UnsafeMutableRawPointer(cursor).assumingMemoryBound(
        to: sqlite3_vtab_cursor.self
      )
      return SQLITE_OK
    }

  /// Gives SQLite one field: called once for each value of the whole load.
  private static let column:
    @convention(c) (UnsafeMutablePointer<sqlite3_vtab_cursor>?, OpaquePointer?, Int32) -> Int32 = {
      pointer,
      context,
      column in
      let cursor = unsafe BatchModule.cursor(pointer)
      let window = unsafe cursor.pointee.window
      guard let bytes = unsafe window.pointee.bytes, let fields = unsafe window.pointee.fields,
        let live = unsafe window.pointee.live
      else { return SQLITE_INTERNAL }
      let record = unsafe Int(live[cursor.pointee.position])
      let place = unsafe window.pointee.places[Int(column)]
      let index = unsafe record * window.pointee.columnCount + place
      let field = unsafe fields[index]
      // Text and blobs stay in the batch until the statement is done, so SQLite need not copy.
      switch field.kind {
      case .text:
        unsafe sqlite3_result_text(
          context,
          UnsafeRawPointer(bytes + Int(field.start)).assumingMemoryBound(to: CChar.self),
          Int32(field.length),
          furrow_sqlite_static()
        )
      case .null:
        unsafe sqlite3_result_null(context)
      case .integer:
        guard let values = unsafe window.pointee.values else { return SQLITE_INTERNAL }
        unsafe sqlite3_result_int64(context, Int64(bitPattern: values[index]))
      case .real:
        guard let values = unsafe window.pointee.values else { return SQLITE_INTERNAL }
        unsafe sqlite3_result_double(context, Double(bitPattern: values[index]))
      case .blob:
        unsafe sqlite3_result_blob(
          context,
          bytes + Int(field.start),
          Int32(field.length),
          furrow_sqlite_static()
        )
      }
      return SQLITE_OK
    }
}
