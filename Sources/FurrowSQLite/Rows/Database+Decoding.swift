extension Database {
  /// Makes a value of each row of one statement; columns are found by the names of coding keys.
  ///
  /// ```swift
  /// struct Film: Decodable { var title: String; var year: Int }
  /// let films = try database.query("SELECT * FROM movies WHERE year > ?", [1970], as: Film.self)
  /// ```
  /// Names compare without ASCII case; columns that no key asks for are passed over. A type that
  /// is one value, as `String`, takes the only column.
  /// - Throws: what SQLite says; `mismatch` if a column holds something else than its property,
  ///   `range` if a key has no column, and what the type's own `init(from:)` throws.
  @inlinable
  public func query<Element: Decodable>(
    _ sql: SQL,
    _ values: [Value] = [],
    as type: Element.Type
  ) throws -> [Element] {
    let statement = try prepareCached(sql, binding: values)
    return try statement.decodeAll(type)
  }

  /// Makes a value of the first row; `nil` if there is none.
  ///
  /// Further rows are not computed.
  /// - Throws: as `query(_:_:as:)`.
  public func first<Element: Decodable>(
    _ sql: SQL,
    _ values: [Value] = [],
    as type: Element.Type
  ) throws -> Element? {
    let statement = try prepareCached(sql, binding: values)
    let decoder = RowDecoder(statement)
    defer { decoder.finish() }
    guard try decoder.step() else { return nil }
    return try decoder.elementOfOneColumn(type) ?? Element(from: decoder)
  }
}

extension Statement {
  /// Makes a value of each row that is still to come, and ends the statement.
  ///
  /// Inlinable, so that a program's own type is put together without generic code.
  /// - Throws: as ``Database/query(_:_:as:)``.
  @inlinable
  public consuming func decodeAll<Element: Decodable>(
    _ type: Element.Type
  ) throws -> [Element] {
    let decoder = RowDecoder(self)
    defer { decoder.finish() }
    if let elements = try decoder.elementsOfOneColumn(type) { return elements }
    var elements: [Element] = []
    while try decoder.step() { elements.append(try Element(from: decoder)) }
    return elements
  }
}
