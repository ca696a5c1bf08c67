extension Database {
  /// Fetches rows as values.
  ///
  /// ```swift
  /// let recent = try database.fetch(
  ///   Film.self,
  ///   where: Film.year.isGreater(than: 2000),
  ///   orderedBy: [Film.year.descending],
  ///   limit: 10
  /// )
  /// ```
  /// At most `limit` rows, if it is given; `offset` of the first rows are left out.
  /// - Throws: what SQLite says; `mismatch` if type and table differ, or a row holds something
  ///   else than its property.
  public func fetch<T: Storable>(
    _ type: T.Type,
    where filter: Filter<T> = .all,
    orderedBy order: [Ordering<T>] = [],
    limit: Int? = nil,
    offset: Int = 0
  ) throws -> [T] {
    let shape = try shape(of: type)
    try shape.check(filter.columns + order.map(\.column), of: type)
    var sql =
      "SELECT \(shape.columns.map(quoted).joined(separator: ", ")) FROM \(shape.table)"
      + " WHERE \(filter.condition.text)"
    if !order.isEmpty { sql += " ORDER BY \(order.map(\.sql).joined(separator: ", "))" }
    var values = filter.condition.values
    if limit != nil || offset > 0 {
      sql += " LIMIT ? OFFSET ?"
      // A negative limit is none: <https://www.sqlite.org/lang_select.html#limitoffset>.
      values += [.integer(Int64(limit.map { max(0, $0) } ?? -1)), .integer(Int64(offset))]
    }
    return try query(SQL(raw: sql), values, as: type)
  }

  /// Fetches the row with a key; `nil` if there is none.
  ///
  /// - Throws: as `fetch(_:where:orderedBy:limit:offset:)`.
  public func fetch<T: Storable>(_ type: T.Type, key: T.Key) throws -> T? {
    try fetch(type, where: Self.hasKey(key.sqliteValue), limit: 1).first
  }

  /// How many rows there are.
  ///
  /// - Throws: what SQLite says; `mismatch` if type and table differ.
  public func count<T: Storable>(
    _ type: T.Type,
    where filter: Filter<T> = .all
  ) throws(SQLiteError) -> Int {
    let shape = try shape(of: type)
    try shape.check(filter.columns, of: type)
    let count = try firstInteger(
      "SELECT count(*) FROM \(raw: shape.table) WHERE \(raw: filter.condition.text)",
      filter.condition.values
    )
    return Int(count ?? 0)
  }

  /// The rows with a key; NULL is no key, so it finds none.
  static func hasKey<T: Storable>(_ key: Value) -> Filter<T> {
    let name = T.table.key.name
    return Filter("\(identifier: name) = \(key)", columns: [name])
  }

  /// The type and its table, proved to fit once for this connection.
  func shape<T: Storable>(of type: T.Type) throws(SQLiteError) -> StoredShape {
    if let shape = shapes[ObjectIdentifier(type)] { return shape }
    let shape = try StoredShape(type, in: self)
    shapes[ObjectIdentifier(type)] = shape
    return shape
  }
}
