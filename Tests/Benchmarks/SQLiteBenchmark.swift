import CLoops
import Foundation
import FurrowSQLite

/// How fast rows go into SQLite and come back, beside the same loops in C.
struct SQLiteBenchmark {
  let rows: Int
  let runs = 5

  /// A row as a value.
  struct Film: Decodable {
    var id: Int
    var title: String
    var year: Int
    var rating: Double
    var note: String
  }

  func run() throws -> [String] {
    var times: [String: Double] = [:]
    for run in 0..<runs {
      for (name, seconds) in try measured(withJSON: run == 0) {
        times[name] = min(times[name] ?? .infinity, seconds)
      }
    }
    func line(_ name: String, _ first: String, _ second: String, _ words: String) -> String {
      let (a, b) = (times[first] ?? 0, times[second] ?? 0)
      return "\(name): \(shown(a)) s, \(second) \(shown(b)) s, \(words) \(shown(a > 0 ? b / a : 0))"
    }
    return [
      "\(rows) rows of 5 columns, the best of \(runs) runs",
      line("insert", "insert", "C insert", "speed of C x"),
      line("read, text borrowed", "borrow", "C borrow", "speed of C x"),
      line("read, text owned", "own", "C own", "speed of C x"),
      line("decode", "decode", "dictionaries by hand", "faster x"),
      line("decode", "decode", "dictionaries and JSONDecoder", "faster x"),
    ]
  }

  private func measured(withJSON: Bool) throws -> [(String, Double)] {
    let start = ContinuousClock.now
    let database = try filled()
    var result = [("insert", seconds(since: start))]
    var sums: Set<Int> = []
    for (name, owns) in [("borrow", false), ("own", true)] {
      let start = ContinuousClock.now
      sums.insert(try read(database, owns: owns))
      result.append((name, seconds(since: start)))
    }
    let works = [
      ("decode", decoded), ("dictionaries by hand", byHand),
      ("dictionaries and JSONDecoder", byJSON),
    ]
    // The last one takes half a minute, and once is enough for it.
    for (name, work) in withJSON ? works : works.dropLast() {
      let start = ContinuousClock.now
      guard try work(database).count == rows else { throw Wrong() }
      result.append((name, seconds(since: start)))
    }
    var handle: UnsafeMutableRawPointer?
    // Sound, all of it: the handle is made, used and closed here.
    result.append(("C insert", unsafe loop_insert(&handle, rows)))
    for (name, copies) in [("C borrow", 0), ("C own", 1)] as [(String, Int32)] {
      var sum = 0
      result.append((name, unsafe loop_read(handle, copies, &sum)))
      sums.insert(sum)
    }
    unsafe loop_close(handle)
    guard sums.count == 1, result.allSatisfy({ $0.1 > 0 }) else { throw Wrong() }
    return result
  }

  private func filled() throws -> Database {
    let titles = (0..<1000).map { "Film number \($0)" }
    let note = "a note of some more letters"
    let database = try Database.inMemory()
    try database.execute(
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, title TEXT, year INTEGER, rating REAL, note TEXT)
      """
    )
    try database.transaction { () throws(SQLiteError) in
      var insert = try database.prepare("INSERT INTO t VALUES (?, ?, ?, ?, ?)")
      for row in 0..<rows {
        try insert.bind(row, at: 1)
        try insert.bind(titles[row % 1000], at: 2)
        try insert.bind(1900 + row % 120, at: 3)
        try insert.bind(Double(row % 100) / 10, at: 4)
        try insert.bind(note, at: 5)
        try insert.run()
        insert.reset()
      }
    }
    return database
  }

  private func read(_ database: Database, owns: Bool) throws -> Int {
    var select = try database.prepare("SELECT id, title, year, rating, note FROM t")
    var sum = 0
    var ratings = 0.0
    while try select.step() {
      sum += Int(select.integer(at: 0) + select.integer(at: 2))
      ratings += select.real(at: 3)
      for column in [1, 4] {
        if owns {
          sum += Int(select.text(at: column)?.utf8.last ?? 0)
        } else {
          sum += select.withBytes(at: column) { Int($0[$0.count - 1]) }
        }
      }
    }
    return sum + Int(ratings)
  }

  private func decoded(_ database: Database) throws -> [Film] {
    try database.query("SELECT * FROM t", as: Film.self)
  }

  /// What one writes without `Decodable`: a dictionary of values for each row, then the value.
  private func byHand(_ database: Database) throws -> [Film] {
    try dictionaries(database) { values in
      guard let id = values["id"]?.integer, let title = values["title"]?.text,
        let year = values["year"]?.integer, case .real(let rating)? = values["rating"],
        let note = values["note"]?.text
      else { throw Wrong() }
      return Film(id: Int(id), title: title, year: Int(year), rating: rating, note: note)
    }
  }

  /// The shortest way to `Decodable` from a dictionary for each row.
  private func byJSON(_ database: Database) throws -> [Film] {
    let decoder = JSONDecoder()
    return try dictionaries(database) { values in
      let object = values.mapValues { value -> Any in
        switch value {
        case .integer(let number): number
        case .real(let number): number
        case .text(let text): text
        case .null, .blob: NSNull()
        }
      }
      let data = try JSONSerialization.data(withJSONObject: object)
      return try decoder.decode(Film.self, from: data)
    }
  }

  private func dictionaries(
    _ database: Database,
    _ film: ([String: Value]) throws -> Film
  ) throws -> [Film] {
    var select = try database.prepare("SELECT * FROM t")
    var films: [Film] = []
    while try select.step() {
      var values: [String: Value] = [:]
      for index in 0..<select.columnCount {
        values[select.columnName(at: index)] = select.value(at: index)
      }
      films.append(try film(values))
    }
    return films
  }

  private func seconds(since start: ContinuousClock.Instant) -> Double {
    let time = start.duration(to: .now).components
    return Double(time.seconds) + Double(time.attoseconds) / 1e18
  }

  private func shown(_ number: Double) -> String {
    let hundredths = Int((number * 100).rounded())
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  }

  /// Two loops over the same rows gave different sums.
  struct Wrong: Error {}
}
