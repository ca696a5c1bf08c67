extension Database {
  /// Inserts `value` as a new row.
  ///
  /// - Returns: The value, with the key that the database made if it had none.
  /// - Throws: what SQLite says, a constraint for instance; `mismatch` if type and table differ.
  @discardableResult
  public func insert<T: Storable>(_ value: T) throws -> T {
    let (shape, columns) = try columns(of: value)
    let names = columns.map { quoted($0.name) }.joined(separator: ", ")
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    try execute(
      "INSERT INTO \(raw: shape.table)(\(raw: names)) VALUES (\(raw: marks))",
      columns.map(\.value)
    )
    return keyed(value)
  }

  /// Overwrites the row that has the key of `value`.
  ///
  /// - Throws: `notFound` if there is none; what SQLite says; `mismatch` if type and table differ.
  public func update<T: Storable>(_ value: T) throws {
    guard try updateIfThere(value) else {
      throw SQLiteError(
        code: .notFound,
        message: "\(T.self): no row has this key"
      )
    }
  }

  /// Overwrites the row that has the key of `value`, or inserts it if there is none.
  ///
  /// - Returns: The value, with the key that the database made if it had none.
  /// - Throws: what SQLite says; `mismatch` if type and table differ.
  @discardableResult
  public func save<T: Storable>(_ value: T) throws -> T {
    if key(of: value) != .null, try updateIfThere(value) { return value }
    return try insert(value)
  }

  /// Inserts `value`, or overwrites the row that has its key, in one statement.
  ///
  /// <https://www.sqlite.org/lang_upsert.html>
  /// - Returns: The value, with the key that the database made if it had none.
  /// - Throws: what SQLite says, also if the key is no unique one; `mismatch` if type and table
  ///   differ.
  @discardableResult
  public func upsert<T: Storable>(_ value: T) throws -> T {
    let (shape, columns) = try columns(of: value)
    let key = T.table.key.name
    let names = columns.map { quoted($0.name) }.joined(separator: ", ")
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    let others = columns.filter { $0.name.lowercased() != key.lowercased() }
    let changes = others.map { "\(quoted($0.name)) = excluded.\(quoted($0.name))" }
    let action = changes.isEmpty ? "NOTHING" : "UPDATE SET \(changes.joined(separator: ", "))"
    try execute(
      SQL(
        raw: "INSERT INTO \(shape.table)(\(names)) VALUES (\(marks))"
          + " ON CONFLICT(\(quoted(key))) DO \(action)"
      ),
      columns.map(\.value)
    )
    return keyed(value)
  }

  /// Deletes the row that has the key of `value`.
  ///
  /// - Returns: Whether there was one.
  /// - Throws: what SQLite says; `mismatch` if type and table differ.
  @discardableResult
  public func delete<T: Storable>(_ value: T) throws -> Bool {
    try delete(T.self, where: Self.hasKey(key(of: value))) > 0
  }

  /// Deletes the row with a key.
  ///
  /// - Returns: Whether there was one.
  /// - Throws: what SQLite says; `mismatch` if type and table differ.
  @discardableResult
  public func delete<T: Storable>(_ type: T.Type, key: T.Key) throws -> Bool {
    try delete(type, where: Self.hasKey(key.sqliteValue)) > 0
  }

  /// Deletes rows; ``Filter/all`` empties the table.
  ///
  /// - Returns: How many there were.
  /// - Throws: what SQLite says; `mismatch` if type and table differ.
  @discardableResult
  public func delete<T: Storable>(_ type: T.Type, where filter: Filter<T>) throws -> Int {
    let shape = try shape(of: type)
    try shape.check(filter.columns, of: type)
    try execute(
      "DELETE FROM \(raw: shape.table) WHERE \(raw: filter.condition.text)",
      filter.condition.values
    )
    return Int(changes)
  }

  private func updateIfThere<T: Storable>(_ value: T) throws -> Bool {
    let (shape, columns) = try columns(of: value)
    let key = T.table.key.name
    let others = columns.filter { $0.name.lowercased() != key.lowercased() }
    // With nothing but a key, the row is found by writing the key over itself.
    let written = others.isEmpty ? columns : others
    let changes = written.map { "\(quoted($0.name)) = ?" }.joined(separator: ", ")
    try execute(
      "UPDATE \(raw: shape.table) SET \(raw: changes) WHERE \(identifier: key) = ?",
      written.map(\.value) + [self.key(of: value)]
    )
    return self.changes > 0
  }

  private func columns<T: Storable>(
    of value: T
  ) throws -> (StoredShape, [(name: String, value: Value)]) {
    let shape = try shape(of: T.self)
    let columns = try RowEncoder.columns(of: value)
    try shape.check(columns, of: T.self)
    return (shape, columns)
  }

  private func key<T: Storable>(of value: T) -> Value {
    value[keyPath: T.table.key.property].sqliteValue
  }

  /// `value` with the key of the row that was just inserted, if it had none.
  private func keyed<T: Storable>(_ value: T) -> T {
    guard key(of: value) == .null, let key = T.Key(sqliteValue: .integer(lastInsertRowID)) else {
      return value
    }
    var result = value
    result[keyPath: T.table.key.property] = key
    return result
  }
}
