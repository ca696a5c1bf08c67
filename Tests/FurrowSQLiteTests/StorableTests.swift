import FurrowSQLite
import TestSupport
import Testing

@Suite struct `Values without SQL` {
  enum Genre: String, Codable, SQLiteValueConvertible { case crime, drama }

  struct Film: Storable, Equatable {
    var id: Int64?
    var title: String
    var year: Int
    var rating: Double?
    var genre: Genre
    var isSeen: Bool
    var cover: [UInt8]

    enum CodingKeys: String, CodingKey {
      case id = "filmID"
      case title, year, rating, genre, isSeen, cover
    }

    static let table = Table("film", key: id)
    static let id = Column(CodingKeys.id, \Film.id)
    static let title = Column(CodingKeys.title, \Film.title)
    static let year = Column(CodingKeys.year, \Film.year)
    static let rating = Column(CodingKeys.rating, \Film.rating)
    static let genre = Column(CodingKeys.genre, \Film.genre)
  }

  let database: Database

  init() throws {
    database = try .inMemory()
    try database.execute(
      """
      CREATE TABLE film(filmID INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, title TEXT NOT NULL,
        year INTEGER NOT NULL, rating REAL DEFAULT 5, genre VARCHAR(9), isSeen BOOL, cover BLOB,
        upper AS (upper(title)))
      """
    )
  }

  func film(_ title: String, _ year: Int, rating: Double? = nil, _ genre: Genre = .drama) -> Film {
    Film(id: nil, title: title, year: year, rating: rating, genre: genre, isSeen: false, cover: [])
  }

  @Test func `a value comes back as it was stored, with its new key`() throws {
    let odd = film("it's \"odd\"; DROP TABLE film;--\0", .max, rating: 0.1)
    let stored = try database.insert(odd)
    #expect(stored.id == 1)
    #expect(try database.fetch(Film.self) == [stored])
    #expect(try database.fetch(Film.self, key: 1) == stored)
    #expect(try database.fetch(Film.self, key: 2) == nil)
    #expect(try database.fetch(Film.self, key: nil) == nil)
  }

  @Test func `nil is stored as NULL, whatever the column's default`() throws {
    try database.insert(film("a", 1))
    #expect(try database.firstValue("SELECT rating FROM film") == .some(.null))
  }

  @Test func `rows are found by columns, in an order, some at a time`() throws {
    for (title, year) in [("a", 1950), ("b", 1970), ("c", 1960), ("d", 1970)] {
      try database.insert(
        film(title, year, rating: year == 1960 ? 7 : nil, year > 1965 ? .crime : .drama)
      )
    }
    func titles(
      _ filter: Filter<Film> = .all,
      _ order: [Ordering<Film>] = [Film.year.ascending, Film.title.descending],
      limit: Int? = nil,
      offset: Int = 0
    ) throws -> String {
      try database.fetch(Film.self, where: filter, orderedBy: order, limit: limit, offset: offset)
        .map(\.title).joined()
    }
    #expect(try titles() == "acdb")
    #expect(try titles(limit: 2, offset: 1) == "cd")
    #expect(try titles(limit: 0) == "")
    #expect(try titles(offset: 3) == "b")
    #expect(try titles(Film.title.equals("b")) == "b")
    #expect(try titles(Film.year.isGreater(than: 1960)) == "db")
    #expect(try titles(Film.year.isAtLeast(1960).and(Film.year.isLess(than: 1970))) == "c")
    #expect(try titles(Film.year.isAtMost(1950).or(Film.genre.equals(.crime))) == "adb")
    #expect(try titles(Film.rating.equals(nil)) == "adb")
    #expect(try titles(Film.rating.isNot(7)) == "adb")
    #expect(try titles(Film.title.equals("' OR 1=1 --")) == "")
    #expect(try database.count(Film.self, where: Film.year.equals(1970)) == 2)
  }

  @Test func `saving inserts or overwrites, updating wants a row`() throws {
    var first = try database.save(film("a", 1))
    first.title = "b"
    #expect(try database.save(first) == first)
    first.year = 2
    try database.update(first)
    var other = film("c", 3)
    other.id = 50
    #expect(throws: SQLiteError.self) { try database.update(other) }
    try database.save(other)
    other.title = "d"
    try database.upsert(other)
    other.id = 51
    try database.upsert(other)
    #expect(try database.fetch(Film.self).map(\.title) == ["b", "d", "d"])
    #expect(try database.upsert(film("e", 4)).id == 52)
    #expect(throws: SQLiteError.self) { try database.insert(other) }
  }

  @Test func `deleting tells whether there was something`() throws {
    let first = try database.insert(film("a", 1))
    try database.insert(film("b", 2))
    #expect(try database.delete(first))
    #expect(try !database.delete(first))
    #expect(try !database.delete(film("x", 9)))
    #expect(try database.delete(Film.self, key: 2))
    try database.insert(film("c", 3))
    #expect(try database.delete(Film.self, where: .all) == 1)
  }

  struct Misspelt: Storable {
    var filmID: Int64?
    var titel: String
    var year: String
    static let table = Table("film", key: Column("filmID", \Misspelt.filmID))
  }

  struct Lost: Storable {
    var id: Int
    static let table = Table("nosuch", key: Column("id", \Lost.id))
  }

  struct Strict: Storable {
    enum Kind: String, Codable, SQLiteValueConvertible { case one }
    var id: Int
    var kind: Kind
    var later: Int
    static let table = Table("strict", key: Column("id", \Strict.id))
  }

  @Test func `a mismatch lists both sides, before a row is touched`() throws {
    let text = """
      Misspelt and the table "main"."film" do not fit: no column "titel"; "year" is stored as TEXT, \
      the column is INTEGER; no property for the column "title"; no property for the column "rating"; \
      no property for the column "genre"; no property for the column "isSeen"; no property for the \
      column "cover". Misspelt has (filmID: Int64, titel: String, year: String), the table has \
      (filmID INTEGER, title TEXT, year INTEGER, rating REAL, genre VARCHAR(9), isSeen BOOL, \
      cover BLOB, upper)
      """
    for run in [
      { () throws -> Void in _ = try database.fetch(Misspelt.self) },
      { () throws -> Void in try database.insert(Misspelt(filmID: nil, titel: "a", year: "b")) },
      { () throws -> Void in try database.delete(Misspelt.self, key: 1) },
    ] {
      #expect {
        try run()
      } throws: {
        ($0 as? SQLiteError)?.message == text
      }
    }
    #expect {
      _ = try database.fetch(Lost.self)
    } throws: {
      "\($0)" == "Lost: there is no table \"nosuch\"; migrations make it"
    }
  }

  @Test func `a type that hides its properties is checked as it is used`() throws {
    try database.execute("CREATE TABLE strict(id INTEGER PRIMARY KEY, kind TEXT, late INT)")
    #expect {
      try database.insert(Strict(id: 1, kind: .one, later: 2))
    } throws: {
      "\($0)".contains("no column \"later\"")
    }
    #expect(throws: SQLiteError.self) {
      try database.execute("INSERT INTO strict VALUES (1, 'one', 2)")
      _ = try database.fetch(Strict.self)
    }
  }

  struct Tag: Storable, Equatable {
    var name: String
    var count: UInt64
    static let table = Table("tag", key: Column("name", \Tag.name))
  }

  @Test func `a key may be text, and numbers beyond Int64 are refused`() throws {
    try database.execute(
      "CREATE TABLE tag(name TEXT PRIMARY KEY, count INTEGER) STRICT, WITHOUT ROWID"
    )
    try database.upsert(Tag(name: "", count: 1))
    try database.upsert(Tag(name: "", count: 2))
    #expect(try database.fetch(Tag.self) == [Tag(name: "", count: 2)])
    #expect {
      try database.insert(Tag(name: "x", count: .max))
    } throws: {
      "\($0)".contains("\"count\": the number is beyond the 64 signed bits")
    }
  }

  struct Nested: Storable {
    var id: Int
    var list: [String]
    static let table = Table("nested", key: Column("id", \Nested.id))
  }

  @Test func `a nested value is an error`() throws {
    try database.execute("CREATE TABLE nested(id INTEGER PRIMARY KEY, list TEXT)")
    #expect {
      try database.insert(Nested(id: 1, list: ["a"]))
    } throws: {
      "\($0)".contains("nested value does not fit")
    }
  }
}
