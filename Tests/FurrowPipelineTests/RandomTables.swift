import FurrowFormats
import FurrowSQLite
import TestSupport

/// A database of random tables, with odd names, and columns of values of any storage classes.
struct RandomTables {
  private var random: SplitMix64
  private let format: OutputFormat

  init(seed: UInt64, format: OutputFormat) {
    random = SplitMix64(seed: seed)
    self.format = format
  }

  private static let names = [
    "plain", "with space", "comma,name", "quote\"name", "übung", "select", "a.b", "tab\tname", "-x",
    "x=1", "%", "日本", "", " ", "line\nend", "\u{1}\u{7F}", "\u{FEFF}mark", "#", "rowid", "oid",
    // The same to a reader, and two names to SQLite.
    "\u{E9}", "e\u{301}", "\u{C9}",
  ]
  private static let texts = [
    "", "plain", "a,b", "\"quoted\"", "line\nend", "cr\rlf\r\n", "tab\tin", "nul\0in", "\\N", "\\",
    " blanks ", "é日本😀", "'", "--", "=1+1", "\u{FEFF}mark", "NULL", "null", "#", "{\"a\":1}",
    "007", "12", "-1.5", "1e5", "INF", "data:,x", "data:;base64,AAEC", "data:text/plain,x",
  ]

  /// Fills the database at `path`.
  mutating func write(to path: String) throws {
    let database = try Database(path: path, options: Database.Options(mode: .create))
    try database.transaction(wrapping: { $0 as any Error }) {
      for number in 0..<2 { try makeTable("t\(number) \(pick(Self.names))", in: database) }
    }
  }

  private mutating func makeTable(_ name: String, in database: Database) throws {
    let known = self.kinds
    let kinds: [[Character]] = (0..<Int.random(in: 1...6, using: &random)).map { _ in pick(known) }
    var names: [String] = []
    for index in kinds.indices {
      let name = pick(Self.names)
      let isBlankLine = format == .tsv && kinds.count == 1 && name.isEmpty
      let isTaken = isBlankLine || names.contains { $0.utf8.elementsEqual(name.utf8) }
      names.append(isTaken ? "\(index)\(name)" : name)
    }
    let columns = names.map { quoted($0) }
    let key = Bool.random(using: &random) ? "id INTEGER PRIMARY KEY, " : ""
    let list = columns.joined(separator: ", ")
    try database.execute("CREATE TABLE \(identifier: name) (\(raw: key)\(raw: list))")
    for _ in 0..<Int.random(in: 0...40, using: &random) {
      let values = kinds.map { value(of: $0) }
      // A text with bytes that are not UTF-8 cannot be bound as a text.
      let isOdd = format == .sql && Int.random(in: 0..<8, using: &random) == 0
      let mark = isOdd ? "CAST(? AS TEXT)" : "?"
      let marks = kinds.map { _ in mark }.joined(separator: ", ")
      try database.execute(
        "INSERT INTO \(identifier: name) (\(raw: list)) VALUES (\(raw: marks))",
        isOdd ? values.map { _ in Value.blob(bytes()) } : values
      )
    }
  }

  /// The storage classes that a column may have together.
  private var kinds: [[Character]] {
    [
      ["i"], ["r"], ["t"], ["b"], ["i", "r"], ["i", "w"], ["i", "r", "w"], ["i", "r", "t"],
      ["i", "b"],
      ["i", "r", "b"], ["t", "b"], ["i", "r", "t", "b"],
    ]
  }

  private mutating func value(of kinds: [Character]) -> Value {
    guard Int.random(in: 0..<6, using: &random) > 0 else { return .null }
    switch pick(kinds) {
    case "i":
      return .integer(
        pick([0, 1, -1, .max, .min, 1 << 53, Int64.random(in: .min ... .max, using: &random)])
      )
    case "r":
      let number = Double(bitPattern: random.next())
      let usual = [
        0.1, -0.0, 1e308, Double.leastNonzeroMagnitude, 1.0, 1e22, -2.5e-10, 123456789.125,
      ]
      let infinities = format == .json || format == .ndjson ? [] : [Double.infinity, -.infinity]
      return .real(pick(usual + infinities + (number.isFinite ? [number] : [])))
    case "w": return .text(pick(["word", "", "no number", "12 apples", "é"]))
    case "b": return .blob(bytes())
    default: return .text(pick(Self.texts))
    }
  }

  private mutating func bytes() -> [UInt8] {
    (0..<Int.random(in: 0...9, using: &random)).map { _ in UInt8(truncatingIfNeeded: random.next())
    }
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &random)]
  }
}
