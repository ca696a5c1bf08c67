/// A type whose values are rows of a table, saved and fetched without SQL.
///
/// ```swift
/// struct Film: Storable {
///   var id: Int64?
///   var title: String
///   var year: Int
///
///   static let table = Table("films", key: Column("id", \Film.id))
///   static let year = Column("year", \Film.year)
/// }
///
/// let film = try database.insert(Film(id: nil, title: "Stalker", year: 1979))
/// let old = try database.fetch(Film.self, where: Film.year.isLess(than: 1980))
/// ```
/// The table is the one that migrations made; nothing is created or changed behind it. The
/// coding keys are its columns: each key has its column and each column its key, generated
/// columns aside, with a type that stores what the property is. Where they differ, the first call
/// fails and lists both sides.
public protocol Storable: Codable {
  /// The type of the key: optional if the database makes it.
  associatedtype Key: SQLiteValueConvertible

  /// The table and its key.
  static var table: Table<Self, Key> { get }
}

/// The table of a stored type.
public struct Table<Stored, Key: SQLiteValueConvertible>: Sendable {
  /// The name.
  public let name: String
  /// The schema: `main` or the name of an attached database.
  public let schema: String
  /// The column of the key.
  public let key: Column<Stored, Key>

  /// Names a table and its key, which must be a primary key or unique.
  public init(_ name: String, schema: String = "main", key: Column<Stored, Key>) {
    self.name = name
    self.schema = schema
    self.key = key
  }
}

/// A column of a stored type, named once so that calls cannot misspell it.
public struct Column<Stored, Element: SQLiteValueConvertible>: Sendable {
  /// The name in the table.
  public let name: String
  /// The property that holds its value.
  public let property: any WritableKeyPath<Stored, Element> & Sendable

  /// Names the column of a property.
  public init(_ name: String, _ property: any WritableKeyPath<Stored, Element> & Sendable) {
    self.name = name
    self.property = property
  }

  /// Names the column of a property by its coding key.
  public init(
    _ key: some CodingKey,
    _ property: any WritableKeyPath<Stored, Element> & Sendable
  ) {
    self.init(key.stringValue, property)
  }

  /// Rows in which the column is `element`; `nil` finds NULL.
  public func equals(_ element: Element) -> Filter<Stored> {
    Filter("\(identifier: name) IS \(element.sqliteValue)", columns: [name])
  }

  /// Rows in which the column is something else than `element`, NULL included.
  public func isNot(_ element: Element) -> Filter<Stored> {
    Filter("\(identifier: name) IS NOT \(element.sqliteValue)", columns: [name])
  }

  /// Rows in which the column comes behind `element`.
  public func isGreater(than element: Element) -> Filter<Stored> {
    Filter("\(identifier: name) > \(element.sqliteValue)", columns: [name])
  }

  /// Rows in which the column comes before `element`.
  public func isLess(than element: Element) -> Filter<Stored> {
    Filter("\(identifier: name) < \(element.sqliteValue)", columns: [name])
  }

  /// Rows in which the column is `element` or comes behind it.
  public func isAtLeast(_ element: Element) -> Filter<Stored> {
    Filter("\(identifier: name) >= \(element.sqliteValue)", columns: [name])
  }

  /// Rows in which the column is `element` or comes before it.
  public func isAtMost(_ element: Element) -> Filter<Stored> {
    Filter("\(identifier: name) <= \(element.sqliteValue)", columns: [name])
  }

  /// Rows by this column, the smallest first; NULL comes before everything.
  public var ascending: Ordering<Stored> { Ordering(column: name, isDescending: false) }

  /// Rows by this column, the largest first.
  public var descending: Ordering<Stored> { Ordering(column: name, isDescending: true) }
}

/// Which rows of a stored type are meant.
public struct Filter<Stored>: Hashable, Sendable {
  let condition: SQL
  let columns: [String]

  init(_ condition: SQL, columns: [String]) {
    self.condition = condition
    self.columns = columns
  }

  /// Every row.
  public static var all: Filter { Filter("1", columns: []) }

  /// Rows that are in both.
  public func and(_ other: Filter) -> Filter {
    Filter("(\(condition)) AND (\(other.condition))", columns: columns + other.columns)
  }

  /// Rows that are in one of them or in both.
  public func or(_ other: Filter) -> Filter {
    Filter("(\(condition)) OR (\(other.condition))", columns: columns + other.columns)
  }
}

/// What rows of a stored type are ordered by.
public struct Ordering<Stored>: Hashable, Sendable {
  let column: String
  let isDescending: Bool

  var sql: String { quoted(column) + (isDescending ? " DESC" : "") }
}
