internal import CSQLite

/// How two values stand to each other.
public enum Order: Int32, Hashable, Sendable {
  /// The first comes first.
  case ascending = -1
  /// Neither comes first.
  case same = 0
  /// The second comes first.
  case descending = 1

  /// The order of two values of one type.
  public init<Element: Comparable>(_ first: Element, _ second: Element) {
    self = first < second ? .ascending : second < first ? .descending : .same
  }
}

/// An order of texts.
final class Collation {
  let compare: (String, String) -> Order

  init(_ compare: @escaping (String, String) -> Order) {
    self.compare = compare
  }
}

extension Database {
  /// Makes an order of texts for `COLLATE name`.
  ///
  /// It must always answer the same, and be a real order, or indexes that use it are damaged:
  /// <https://www.sqlite.org/c3ref/create_collation.html>. Text that is not UTF-8 is repaired for
  /// the comparison. The connection keeps `compare` as `createFunction` does.
  /// - Throws: `busy` while a statement runs, if it replaces a collation.
  public func createCollation(
    _ name: String,
    _ compare: @escaping (String, String) -> Order
  ) throws(SQLiteError) {
    let collation = Collation(compare)
    // Sound: SQLite owns one reference and gives it back through the last argument, but not if it
    // fails. Texts come with their counts and are copied at once.
    let code = unsafe sqlite3_create_collation_v2(
      handle,
      name,
      SQLITE_UTF8,
      Unmanaged.passRetained(collation).toOpaque(),
      { owner, firstCount, first, secondCount, second in
        guard let owner = unsafe owner else { return 0 }
        let collation = unsafe Unmanaged<Collation>.fromOpaque(owner).takeUnretainedValue()
        let first = unsafe UnsafeRawBufferPointer(start: first, count: Int(firstCount))
        let second = unsafe UnsafeRawBufferPointer(start: second, count: Int(secondCount))
        return collation.compare(
          unsafe String(decoding: first, as: UTF8.self),
          unsafe String(decoding: second, as: UTF8.self)
        ).rawValue
      },
      { owner in
        if let owner = unsafe owner { unsafe Unmanaged<Collation>.fromOpaque(owner).release() }
      }
    )
    guard code == SQLITE_OK else {
      // Sound: the reference for SQLite is still ours.
      unsafe Unmanaged.passUnretained(collation).release()
      throw functionError(code)
    }
  }

  /// Removes the collation `name`.
  ///
  /// - Throws: `busy` while a statement runs.
  public func removeCollation(_ name: String) throws(SQLiteError) {
    // Sound: the handle is open as long as `self`; the name is a terminated copy.
    let code = unsafe sqlite3_create_collation_v2(handle, name, SQLITE_UTF8, nil, nil, nil)
    guard code == SQLITE_OK else { throw functionError(code) }
  }
}
