import FurrowFormats
import FurrowSQLite
import TestSupport

/// A database of random tables, with values that the format can tell apart in each column.
struct RandomTables {
  private var random: SplitMix64
  private let format: OutputFormat

  init(seed: UInt64, format: OutputFormat) {
    random = SplitMix64(seed: seed)
    self.format = format
  }

  private static let names = [
    "plain", "with space", "comma,name", "quote\"name", "übung", "select", "a.b", "tab\tname", "-x",
    "x=1", "%", "日本",
  ]
  private static let texts = [
    "", "plain", "a,b", "\"quoted\"", "line\nend", "cr\rlf\r\n", "tab\tin", "nul\0in", "\\N", "\\",
    " blanks ", "é日本😀", "'", "--", "=1+1", "\u{FEFF}mark", "NULL", "null", "#", "{\"a\":1}",
  ]

  /// Fills the database at `path`.
  mutating func write(to path: String) throws {
    let database = try Database(path: path, options: Database.Options(mode: .create))
    try database.transaction(wrapping: { $0 as any Error }) {
      for number in 0..<3 { try makeTable("t\(number) \(pick(Self.names))", in: database) }
    }
  }

  private mutating func makeTable(_ name: String, in database: Database) throws {
    let known = self.kinds
    let kinds: [[Character]] = (0..<Int.random(in: 1...5, using: &random)).map { _ in pick(known) }
    let columns = kinds.indices.map { quoted("\($0)\(pick(Self.names))") }
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
    var kinds: [[Character]] = [
      ["i"], ["r"], ["t"], ["b"], ["i", "r"], ["i", "w"], ["i", "r", "w"],
    ]
    if format != .csv, format != .tsv {
      kinds += [["i", "r", "t"], ["i", "b"], ["i", "r", "b"]]
    }
    if format == .sql { kinds.append(["i", "r", "t", "b"]) }
    return kinds
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
