import FurrowCore
import FurrowFormats
import FurrowPipeline
import TestSupport
import Testing

/// Random files held against a random schema, and against a model of forty lines that does the same
/// the obvious way.
@Suite struct `A file beside its schema` {
  struct Fault: Hashable, Comparable, CustomStringConvertible {
    var record: Int
    var column: Int
    var code: String
    var rule: String
    var description: String { "\(record):\(column) \(code) \(rule)" }
    static func < (left: Fault, right: Fault) -> Bool {
      (left.record, left.column, left.rule) < (right.record, right.column, right.rule)
    }
  }

  /// The columns: a whole number, a text, a day and a word.
  struct Rules {
    var minimum: Int
    var maximum: Int
    var minimumLength: Int
    var maximumLength: Int
    var words: [String]
    var required: [Bool]
    var unique: [Bool]
    var primary: [Int]
    var missing: [String]
    /// The keys of another file that the first column refers to; `nil` when it does not.
    var parents: Set<Int>?

    init(seed: UInt64) {
      var random = SplitMix64(seed: seed)
      minimum = Int.random(in: -20...5, using: &random)
      maximum = Int.random(in: 5...60, using: &random)
      minimumLength = Int.random(in: 0...2, using: &random)
      maximumLength = Int.random(in: 2...5, using: &random)
      words = ["red", "green", "a longer word"]
      required = (0..<4).map { _ in Bool.random(using: &random) }
      unique = (0..<4).map { _ in Int.random(in: 0..<3, using: &random) == 0 }
      primary = [[], [0], [0, 1]].randomElement(using: &random) ?? []
      if Bool.random(using: &random) {
        parents = Set((0..<3000).map { _ in Int.random(in: -30...4000, using: &random) })
      }
      missing = [[""], ["", "NA"], ["-"], []].randomElement(using: &random) ?? [""]
    }

    var json: String {
      let bounds = [
        "\"minimum\": \(minimum), \"maximum\": \(maximum)",
        "\"minLength\": \(minimumLength), \"maxLength\": \(maximumLength), \"pattern\": \"[a-zé]*\"",
        "\"exclusiveMaximum\": \"2024-06-01\"",
        "\"enum\": \(JSONValue.array(words.map(JSONValue.string)))",
      ]
      let types = ["integer", "string", "date", "string"]
      let fields = (0..<4).map { column in
        "{\"name\": \"c\(column)\", \"type\": \"\(types[column])\", \"constraints\": {\(bounds[column]),"
          + " \"required\": \(required[column]), \"unique\": \(unique[column])}}"
      }
      let key = primary.isEmpty ? "" : ", \"primaryKey\": \(primary.map { "c\($0)" })"
      let reference = """
        , "foreignKeys": [{"fields": ["c0"], "reference": {"resource": "parents", "fields": ["id"]}}]
        """
      let schema =
        "{\"fields\": [\(fields.joined(separator: ", "))],"
        + " \"missingValues\": \(JSONValue.array(missing.map(JSONValue.string)))\(key)"
        + "\(parents == nil ? "" : reference)}"
      return """
        {"resources": [{"name": "rows", "path": "in.csv", "schema": \(schema)},
          {"name": "parents", "path": "parents.csv",
            "schema": {"fields": [{"name": "id", "type": "integer"}]}}]}
        """
    }

    /// All faults of `rows`; a value that is `nil` was bare and empty.
    func faults(_ rows: [[String]]) -> [Fault] {
      var faults: [Fault] = []
      var seen: [String: Set<String>] = [:]
      for (index, row) in rows.enumerated() {
        func add(_ column: Int, _ code: String, _ rule: String) {
          faults.append(Fault(record: index + 1, column: column + 1, code: code, rule: rule))
        }
        var keys: [String?] = []
        for (column, text) in row.enumerated() {
          guard !missing.contains(text) else {
            keys.append(nil)
            if primary.contains(column) {
              add(column, "primary-key-error", "required")
            } else if required[column] {
              add(column, "constraint-error", "required")
            }
            continue
          }
          var key: String? = text
          switch column {
          case 0:
            if let value = Int(text), text.utf8.allSatisfy({ $0 < 0x80 }) {
              key = "\(value)"
              if value < minimum { add(column, "constraint-error", "minimum") }
              if value > maximum { add(column, "constraint-error", "maximum") }
            } else if text == Self.huge {
              add(column, "constraint-error", "maximum")
            } else {
              key = nil
              add(column, "type-error", "type")
            }
          case 1:
            let count = text.unicodeScalars.count
            if count < minimumLength { add(column, "constraint-error", "minLength") }
            if count > maximumLength { add(column, "constraint-error", "maxLength") }
            if !text.allSatisfy({ "abcdefghijklmnopqrstuvwxyzé".contains($0) }) {
              add(column, "constraint-error", "pattern")
            }
          case 2:
            if Self.isDay(text) {
              if text >= "2024-06-01" { add(column, "constraint-error", "exclusiveMaximum") }
            } else {
              key = nil
              add(column, "type-error", "type")
            }
          default:
            if !words.contains(text) { add(column, "constraint-error", "enum") }
          }
          keys.append(key)
        }
        if let parents, let key = keys[0], Int(key).map({ !parents.contains($0) }) ?? true {
          add(0, "foreign-key-error", "foreignKeys")
        }
        if !primary.isEmpty {
          let parts = primary.map { keys[$0] }
          if !parts.contains(nil) {
            let key = parts.map { "\(Array(($0 ?? "").utf8))" }.joined(separator: "|")
            if !seen["primary", default: []].insert(key).inserted {
              add(primary.count == 1 ? primary[0] : -1, "primary-key-error", "primaryKey")
            }
          }
        }
        for column in 0..<4 where unique[column] && primary != [column] {
          guard let key = keys[column] else { continue }
          if !seen["\(column)", default: []].insert("\(Array(key.utf8))").inserted {
            add(column, "unique-error", "unique")
          }
        }
      }
      return faults.sorted()
    }

    /// A whole number that no `Int` holds.
    static let huge = "99999999999999999999"

    static func isDay(_ text: String) -> Bool {
      let parts = text.split(separator: "-", omittingEmptySubsequences: false)
      guard text.utf8.count == 10, parts.count == 3, parts.map(\.count) == [4, 2, 2],
        let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
        (1...12).contains(month)
      else { return false }
      let lengths = [31, year % 4 == 0 ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      return (1...lengths[month - 1]).contains(day)
    }
  }

  static func rows(seed: UInt64, count: Int) -> [[String]] {
    var random = SplitMix64(seed: seed &+ 1000)
    let pools: [[String]] = [
      ["x", "1.0", "+7", "007", Rules.huge, "-3", ""],
      ["", "é", "ab", "abcdefg", "A", "NA", "-", "éé\u{301}"],
      ["2024-02-29", "2023-02-29", "2024-06-01", "2024-1-1", "", "2000-12-31"],
      ["red", "green", "Red", "a longer word", "a longer wort", ""],
    ]
    return (0..<count).map { number in
      pools.indices.map { column in
        switch Int.random(in: 0..<6, using: &random) {
        case 0: pools[column].randomElement(using: &random) ?? ""
        case 1: ["", "NA", "-"].randomElement(using: &random) ?? ""
        default:
          switch column {
          case 0: "\(Int.random(in: -30...4000, using: &random))"
          case 1: String((0..<3).map { _ in "abcdefgh".randomElement(using: &random) ?? "a" })
          case 2: "20\(10 + number % 15)-0\(1 + number % 9)-1\(number % 10)"
          default: ["red", "green"].randomElement(using: &random) ?? ""
          }
        }
      }
    }
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>, [24 << 10, 256 << 20])
  func `has the faults that the model finds`(seed: UInt64, memory: Int) throws {
    let rules = Rules(seed: seed)
    let rows = Self.rows(seed: seed, count: 500)
    let folder = try TemporaryDirectory()
    let text = "c0,c1,c2,c3\n" + rows.map { $0.joined(separator: ",") + "\n" }.joined()
    let path = try folder.write(Array(text.utf8), to: "in.csv")
    let schema = try folder.write(Array(rules.json.utf8), to: "datapackage.json")
    let parents = "id\n" + (rules.parents ?? []).map { "\($0)\n" }.joined()
    _ = try folder.write(Array(parents.utf8), to: "parents.csv")
    for lanes in [1, 2] {
      var source = TextSource(path: path, dialect: .csv, format: .csv)
      source.blockBytes = 2000
      var plan = TextPlan(sources: [source])
      plan.schema = schema
      plan.goesOnWithoutRejects = true
      plan.keptFaults = .max
      plan.memoryBytes = memory
      plan.lanes = lanes
      let report = TextRunner(plan).run()
      #expect(report.failure == nil, "seed \(seed): \(rules.json)")
      let found = report.faults.map { fault in
        Fault(
          record: fault.position.record,
          column: fault.column ?? 0,
          code: fault.code.rawValue,
          rule: fault.rule ?? ""
        )
      }.sorted()
      let expected = rules.faults(rows)
      let difference = Set(found).symmetricDifference(expected).sorted().prefix(5)
      #expect(found == expected, "seed \(seed), only on one side: \(difference); \(rules.json)")
      #expect(report.ledger.rejected == Set(expected.map(\.record)).count)
    }
  }
}
