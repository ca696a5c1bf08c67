import FurrowPipeline
import TestSupport
import Testing

@testable import FurrowFormats

/// A profile beside an obvious model of the same figures.
@Suite struct `A profile` {
  /// What a column of texts is by the plainest code.
  struct Model {
    var nulls = 0
    var empties = 0
    var counts: [String: Int] = [:]
    var numbers: [Double]? = []

    mutating func add(_ value: String?) {
      guard let value else {
        nulls += 1
        return
      }
      if value.isEmpty { empties += 1 }
      counts[value, default: 0] += 1
      if let number = Double(value), number.isFinite {
        numbers?.append(number)
      } else {
        numbers = nil
      }
    }

    var values: Int { counts.values.reduce(0, +) }
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>, [1, 2])
  func `is that of a model which holds everything`(seed: UInt64, lanes: Int) throws {
    var random = SplitMix64(seed: seed)
    let words = ["", "a", "Ab1", "ä", "a,b", String(repeating: "long ", count: 60)]
    var models = [Model](repeating: Model(), count: 3)
    var records: [[String?]] = []
    for _ in 0..<Int.random(in: 1...400, using: &random) {
      records.append([
        Int.random(in: 0..<5, using: &random) == 0 ? nil : words.randomElement(using: &random),
        String(Int.random(in: -50...50, using: &random)),
        String(Double(Int.random(in: 0...9000, using: &random)) / 8),
      ])
    }
    for record in records { for column in 0..<3 { models[column].add(record[column]) } }
    let text =
      "w,i,r\n"
      + records.map { record in
        record.map { $0.map { "\"\($0)\"" } ?? "" }.joined(separator: ",") + "\n"
      }.joined()
    let folder = try TemporaryDirectory()
    try folder.write(text, to: "t.csv")
    var source = TextSource(path: folder.file("t.csv"), dialect: .csv, format: .csv)
    source.blockBytes = [64, 1000, 1 << 20].randomElement(using: &random) ?? 64
    var plan = ProfilePlan(.text(source))
    plan.lanes = lanes
    let profile = try Profiler(plan).run()
    #expect(profile.read == records.count)
    #expect(profile.duplicates.value == records.count - Set(records).count)
    #expect(profile.columns.map(\.type) == ["string", "integer", "number"] || records.count < 20)
    for (column, model) in zip(profile.columns, models) {
      #expect(column.nulls == model.nulls)
      #expect(column.values == model.values)
      #expect(column.empties == model.empties)
      #expect(column.distinct == ColumnProfile.Count(value: model.counts.count, isExact: true))
      for frequency in column.frequent {
        let value = frequency.isCut ? words[5] : frequency.text
        #expect(frequency.count == model.counts[value], "\(value)")
      }
      #expect(column.frequent.first?.count == model.counts.values.max())
      guard let numbers = model.numbers, !numbers.isEmpty else {
        #expect(column.numbers == nil)
        continue
      }
      let sorted = numbers.sorted()
      let found = try #require(column.numbers)
      #expect(found.minimum == sorted[0] && found.maximum == sorted[sorted.count - 1])
      #expect(abs(found.mean - numbers.reduce(0, +) / Double(numbers.count)) < 1e-9)
      #expect(found.quantiles.first { $0.rank == 0.5 }?.number == sorted[(sorted.count - 1) / 2])
      #expect(found.histogram.reduce(0) { $0 + $1.count } == numbers.count)
    }
  }

  @Test func `counts records that cannot be read, by their fault`() throws {
    let place = try Workplace(["t.csv": "a,b\n1,2\n3\n4,5,6\n7,\"8\"x\n9,10\n"])
    let run = try place.run("furrow profile t.csv --json")
    #expect(run.status == 2)
    let counts =
      "\"rejected\": {\n        \"missing-cell\": 1,\n        \"extra-cell\": 1,\n        \"quote-error\": 1\n      }"
    #expect(run.outputText.contains(counts), "\(run.outputText)")
    #expect(run.outputText.contains("\"records\": 2"))
  }

  @Test func `looks at the tables of a database by storage class`() throws {
    let place = try Workplace(
      sql: """
        CREATE TABLE t(a INTEGER, b, c BLOB); CREATE TABLE "odd ""name"(x);
        INSERT INTO t VALUES (1, 'x', x'00'), (2, NULL, NULL), (9223372036854775807, 1.5, x'')
        """
    )
    let run = try place.run("furrow profile data.db --table t")
    #expect(run.status == 0)
    #expect(
      run.outputText.hasPrefix(
        """
        t: 3 records, 3 columns

        a  integer
          values: 3
          NULL: 0
          distinct: 3 (unique)
        """
      ),
      "\(run.outputText)"
    )
    #expect(run.outputText.contains("  blobs: 2\n"))
    #expect(try place.run("furrow profile data.db").outputText.contains("odd \"name: 0 records"))
    let missing = try place.run("furrow profile data.db --table tt")
    #expect(missing.status == 1)
    #expect(missing.errorText.contains("did you mean \"t\""))
    #expect(try place.run("printf 'a\\n1\\n' >x.csv; furrow profile x.csv --table t").status == 1)
  }

  @Test(arguments: [
    (
      "9223372036854775807\n-9007199254740993\n",
      ["least: -9007199254740993\n", "greatest: 9223372036854775807\n"],
      ["\"minimum\": -9007199254740993,", "\"maximum\": 9223372036854775807,"]
    ),
    (
      "7\n-0.5\n", ["least: -0.5\n", "greatest: 7\n"], ["\"minimum\": -0.5,", "\"maximum\": 7.0,"]
    ),
    (
      "1e308\n-1e308\n1e308\n-1e308\n", ["  mean: 0\n", "standard deviation: too large to tell\n"],
      ["\"deviation\": null"]
    ),
  ])
  func `has figures of numbers that no double holds`(
    values: String,
    lines: [String],
    members: [String]
  ) throws {
    let place = try Workplace(["t.csv": "a\n\(values)"])
    let text = try place.run("furrow profile t.csv").outputText
    for line in lines { #expect(text.contains(line), "\(text)") }
    #expect(!text.contains("nan") && !text.contains("inf\n"))
    let json = try place.run("furrow profile t.csv --json").outputText
    for member in members { #expect(json.contains(member), "\(json)") }
  }

  @Test func `never lets a name or a value become part of the page`() throws {
    let evil = "<script>alert(1)</script>"
    let place = try Workplace(["t.csv": "\"\(evil)\",b\n\(evil)\" onload=,2\n\(evil)\" onload=,3\n"]
    )
    let run = try place.run("furrow profile t.csv -o t.html")
    #expect(run.status == 0, "\(run.errorText)")
    let page = place.text("t.html")
    #expect(!page.contains("<script") && page.contains("&lt;script&gt;alert(1)"))
    #expect(!page.contains("\" onload"))
    #expect(!page.contains("http:") && !page.contains("https:"))
    #expect(page.hasPrefix("<!DOCTYPE html>") && page.hasSuffix("</html>\n"))
  }
}

@testable import FurrowPipeline

@Suite struct `Counting in little memory` {
  @Test(arguments: [0, 1, 100, 5_000, 100_000, 400_000])
  func `estimates different values within three percent`(count: Int) {
    var estimate = HyperLogLog()
    var exact = HashCount(limit: 64 << 10)
    for value in 0..<count {
      let hash = ByteHash.hash(Array("value \(value)".utf8).span)
      for _ in 0..<(value % 3 + 1) {
        estimate.add(hash)
        exact.add(hash)
      }
    }
    let bound = Int(Double(count) * 0.03)
    #expect(abs(estimate.count - count) <= bound)
    #expect(exact.isExact == (count <= 5_000))
    #expect(abs(exact.count - count) <= (exact.isExact ? 0 : bound))
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `never misses a frequent value`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var items = FrequentItems(limit: 64 << 10)
    var counts: [String: Int] = [:]
    for _ in 0..<60_000 {
      // A few are frequent, most stand once; some are long and differ only at their ends.
      let number =
        Int.random(in: 0..<3, using: &random) == 0
        ? Int.random(in: 0..<20, using: &random) : Int.random(in: 0..<1 << 40, using: &random)
      let value = number % 7 == 0 ? String(repeating: "x", count: 150) + "\(number)" : "\(number)"
      counts[value, default: 0] += 1
      let bytes = Array(value.utf8)
      items.add(bytes.span, hash: ByteHash.hash(bytes.span))
    }
    let top = items.top(1000)
    #expect(!items.isExact)
    for item in top where !item.isCut {
      let value = String(decoding: item.bytes, as: UTF8.self)
      let count = counts[value] ?? 0
      #expect(item.count <= count && count <= item.count + items.uncertainty)
    }
    for (value, count) in counts where count > items.uncertainty && value.count < 100 {
      #expect(top.contains { $0.bytes.elementsEqual(value.utf8) })
    }
  }

  @Test func `keeps quantiles within one percent of their ranks`() {
    var sketch = QuantileSketch()
    var random = SplitMix64(seed: 9)
    let numbers = (0..<300_000).map { _ in Double.random(in: 0...1, using: &random) }
    for number in numbers { sketch.add(number) }
    let sample = sketch.sample
    #expect(sample.count < 20_000)
    for rank in [0.01, 0.25, 0.5, 0.75, 0.99] {
      let found = QuantileSketch.quantile(rank, of: sample) ?? -1
      let below = numbers.count { $0 <= found }
      #expect(abs(Double(below) / Double(numbers.count) - rank) < 0.01)
    }
  }

  @Test(arguments: [
    ("Stalker", "Aa+"), ("1995-08-17", "9999-99-99"), ("", ""), ("ab12", "aa99"),
    ("é ñ", "* *"), (String(repeating: "a1", count: 60), String(repeating: "a9", count: 18) + "~"),
  ])
  func `writes what a value looks like`(text: String, pattern: String) {
    var found: [UInt8] = []
    ValuePattern.write(Array(text.utf8).span, to: &found)
    #expect(String(decoding: found, as: UTF8.self) == pattern)
  }
}
