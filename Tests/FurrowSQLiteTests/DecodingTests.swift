import FurrowSQLite
import TestSupport
import Testing

@Suite struct `Decoding rows` {
  enum Genre: String, Codable, CaseIterable { case crime, drama }

  struct Film: Codable, Equatable {
    var title: String
    var year: Int
    var rating: Double?
    var genre: Genre?
    var cover: [UInt8]
    var isSeen: Bool
    var votes: UInt64
    var added: Timestamp
  }

  let database: Database

  init() throws {
    database = try .inMemory()
    try database.execute(
      """
      CREATE TABLE film(title, year, rating, genre, cover, isSeen, votes, added);
      INSERT INTO film VALUES ('A', 1972, 9.2, 'crime', x'00FF', 1, 7, '2025-03-04 05:06:07.089'),
        ('', 1, NULL, NULL, x'', 0, 9223372036854775807, '1969-12-31T23:59:59Z');
      """
    )
  }

  @Test func `columns are found by coding keys, in any order and case`() throws {
    let films = try database.query(
      "SELECT votes, added, TITLE, year, rating, genre, cover, isseen, 1 AS more FROM film",
      as: Film.self
    )
    #expect(
      films == [
        Film(
          title: "A",
          year: 1972,
          rating: 9.2,
          genre: .crime,
          cover: [0, 255],
          isSeen: true,
          votes: 7,
          added: Timestamp(milliseconds: 1_741_064_767_089)
        ),
        Film(
          title: "",
          year: 1,
          rating: nil,
          genre: nil,
          cover: [],
          isSeen: false,
          votes: 9_223_372_036_854_775_807,
          added: Timestamp(milliseconds: -1000)
        ),
      ]
    )
  }

  @Test func `a value of one column is decoded alone`() throws {
    #expect(try database.query("SELECT year FROM film", as: Int.self) == [1972, 1])
    #expect(try database.query("SELECT rating FROM film", as: Double?.self) == [9.2, nil])
    #expect(try database.query("SELECT genre FROM film LIMIT 1", as: Genre.self) == [.crime])
    #expect(try database.first("SELECT title FROM film WHERE 0", as: String.self) == nil)
    #expect(throws: SQLiteError.self) { try database.query("SELECT 1, 2", as: Int.self) }
  }

  struct Misspelt: Decodable, Sendable { var titel: String? }
  struct Nested: Decodable, Sendable {
    struct Inner: Decodable, Sendable { var x: Int }
    var title: Inner
  }
  struct Listed: Decodable, Sendable { var title: [String] }
  struct Wrong: Decodable, Sendable { var title: Int }
  struct Small: Decodable, Sendable { var year: UInt8 }

  static let misfits: [(name: String, type: any (Decodable & Sendable).Type, message: String)] = [
    ("titel", Misspelt.self, "there is no column \"titel\"; the row has \"title\", \"year\""),
    ("nested", Nested.self, "a nested value does not fit a column"),
    ("list", Listed.self, "a nested value does not fit a column"),
    ("type", Wrong.self, "column \"title\": expected Int, found TEXT"),
    ("range", Small.self, "column \"year\": expected UInt8, found INTEGER"),
  ]

  @Test(arguments: misfits.map(\.name))
  func `what does not fit is an error, optional or not`(name: String) throws {
    let misfit = try #require(Self.misfits.first { $0.name == name })
    func decode<T: Decodable>(_ type: T.Type) throws {
      _ = try database.query("SELECT title, year FROM film", as: type)
    }
    #expect {
      try decode(misfit.type)
    } throws: {
      "\($0)".contains(misfit.message)
    }
  }

  /// Hands its decoder out.
  struct Late: Decodable {
    let decoder: any Decoder
    init(from decoder: any Decoder) throws { self.decoder = decoder }
  }

  @Test func `a decoder that is kept too long gives an error, not a crash`() throws {
    let late = try database.query("SELECT title FROM film", as: Late.self)[0]
    #expect(throws: SQLiteError.self) {
      _ = try late.decoder.singleValueContainer().decode(String.self)
    }
  }

  struct Conditional: Decodable {
    var first: String?
    var second: Int
    enum CodingKeys: String, CodingKey { case kind, first = "title", second = "year" }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      if container.contains(.first), try !container.decodeNil(forKey: .first) {
        first = try container.decode(String.self, forKey: .first)
      }
      second = try container.decode(Int.self, forKey: .second)
    }
  }

  @Test func `a type may ask differently for each row`() throws {
    let values = try database.query(
      "SELECT nullif(title, '') AS title, year FROM film",
      as: Conditional.self
    )
    #expect(values.map(\.first) == ["A", nil])
    #expect(values.map(\.second) == [1972, 1])
  }
}

@Suite struct `Values of other types` {
  struct Money: SQLiteValueConvertible, Equatable {
    var cents: Int64
    var sqliteValue: Value { .integer(cents) }
    init(cents: Int64) { self.cents = cents }
    init?(sqliteValue: Value) {
      guard case .integer(let cents) = sqliteValue else { return nil }
      self.cents = cents
    }
  }

  enum Size: Int, SQLiteValueConvertible { case small = 1, large }

  @Test func `an app's own type is bound and read`() throws {
    let database = try Database.inMemory()
    let price = Money(cents: 999)
    let rows = try database.query("SELECT \(price) AS price, \(Size.large) AS size")
    #expect(try rows[0].read("price", as: Money.self) == price)
    #expect(try rows[0].read("size", as: Size.self) == .large)
    var statement = try database.prepare("SELECT ?")
    try statement.bind(price, at: 1)
    #expect(try statement.step())
    let read = try statement.read(at: 0, as: Money.self)
    #expect(read == price)
    #expect(throws: SQLiteError.self) {
      try database.query("SELECT 3 AS s")[0].read("s", as: Size.self)
    }
  }

  @Test(
    arguments: [
      ("1970-01-01 00:00:00.000", 0), ("2000-02-29 23:59:59.999", 951_868_799_999),
      ("1969-12-31 23:59:59.999", -1), ("0001-01-01 00:00:00.000", -62_135_596_800_000),
      ("9999-12-31 23:59:59.999", 253_402_300_799_999),
      ("1600-02-29 12:00:00.000", -11_670_955_200_000),
    ] as [(String, Int64)]
  )
  func `a moment and its text are the same thing`(text: String, milliseconds: Int64) throws {
    let moment = Timestamp(milliseconds: milliseconds)
    #expect(moment.description == text)
    #expect(Timestamp(text: text) == moment)
    let database = try Database.inMemory()
    let bySQLite = try database.firstInteger("SELECT unixepoch(?)", [Value(moment)])
    #expect(bySQLite == (milliseconds >= 0 ? milliseconds / 1000 : (milliseconds - 999) / 1000))
    for format in [Timestamp.Format.text, .fractionalSeconds] {
      #expect(Timestamp(moment.value(as: format), as: format) == moment)
    }
  }

  @Test(arguments: [
    "", "2025", "2025-02-29", "2025-13-01", "2025-01-01 24:00", "2025-01-01 1:00",
    "2025-01-01 10:00:60",
    "2025-01-01 10:00:00.", "2025-01-01x", "٢٠٢٥-01-01", "2025-01-01 10:00+01:00",
  ])
  func `what is no moment is refused`(text: String) {
    #expect(Timestamp(text: text) == nil)
  }

  @Test(arguments: [
    "2025-03-04", "2025-03-04 05:06", "2025-03-04T05:06:07Z", "2025-03-04 05:06:07.1239",
  ])
  func `parts may be missing`(text: String) {
    #expect(Timestamp(text: text) != nil)
  }

  @Test func `a date is read in the format that was stated, and NULL is no date`() throws {
    let database = try Database.inMemory()
    let moment = Timestamp(milliseconds: 1_741_064_767_089)
    let values = [
      moment.value(as: .text), moment.value(as: .seconds), moment.value(as: .fractionalSeconds),
      nil, 0,
    ]
    let moments = try database.query("SELECT ?, ?, ?, ?, ?", values) { row in
      [
        try row.timestamp(at: 0, as: .text), try row.timestamp(at: 1, as: .seconds),
        try row.timestamp(at: 2, as: .fractionalSeconds), try row.timestamp(at: 3, as: .text),
        try row.timestamp(at: 4, as: .seconds),
      ]
    }
    let second = Timestamp(milliseconds: 1_741_064_767_000)
    #expect(moments == [[moment, second, moment, nil, Timestamp(milliseconds: 0)]])
    #expect(throws: SQLiteError.self) {
      try database.query("SELECT ?", values.prefix(1).map { $0 }) { row in
        try row.timestamp(at: 0, as: .seconds)
      }
    }
    #expect(Timestamp(.integer(.max), as: .seconds) == nil)
    #expect(Timestamp(seconds: .nan) == nil)
  }

  @Test func `every whole number type keeps its ends`() throws {
    let database = try Database.inMemory()
    func check<T: FixedWidthInteger & SQLiteValueConvertible>(_ type: T.Type) throws {
      let row = try database.query("SELECT ?, ?", [Value(T.min), Value(T.max)])[0]
      #expect(try row.read(at: 0, as: type) == T.min)
      #expect(try row.read(at: 1, as: type) == T.max)
    }
    try check(Int.self)
    try check(Int8.self)
    try check(Int16.self)
    try check(Int32.self)
    try check(Int64.self)
    try check(UInt8.self)
    try check(UInt16.self)
    try check(UInt32.self)
  }
}
