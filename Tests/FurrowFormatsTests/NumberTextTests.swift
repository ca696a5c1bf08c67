import FurrowCore
import FurrowFormats
import TestSupport
import Testing

@Suite struct NumberTextTests {
  @Test(arguments: 0..<8)
  func `writes a REAL with the digits of its description`(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    var reals: [Double] = [0, -0.0, 1e15, 1e15 - 1, 999_999_999_999_999.9, 1e-4, 1e-5, 0.1 + 0.2]
    for power in -10...16 {
      for _ in 0..<200 {
        let digits = Double(
          Int64.random(in: -1_000_000_000_000...1_000_000_000_000, using: &random)
        )
        var scale = 1.0
        for _ in 0..<abs(power) { scale *= 10 }
        let value = power < 0 ? digits / scale : digits * scale
        reals += [value, value.nextUp, value.nextDown]
      }
    }
    for _ in 0..<5_000 {
      let value = Double(bitPattern: random.next())
      if value.isFinite { reals.append(value) }
    }
    let found = try lines(reals.map { [.real($0)] })
    for (found, real) in zip(found, reals) {
      #expect(found == real.description)
      #expect(Double(found)?.bitPattern == real.bitPattern)
    }
  }

  @Test func `writes all digits of an INTEGER`() throws {
    let integers: [Int64] = [0, 1, -1, 9, 10, 99, 100, .max, .min, 1 << 53]
    #expect(try lines(integers.map { [.integer($0)] }) == integers.map { "\($0)" })
  }

  private func lines(_ rows: [[StoredValue]]) throws -> [String] {
    let sink = MemorySink()
    let writer = try DelimitedWriter(sink, columns: ["n"])
    try writer.write(RecordBatch(rows: rows, columnCount: 1))
    try writer.finish()
    return sink.text.split(separator: "\n").dropFirst().map(String.init)
  }
}
