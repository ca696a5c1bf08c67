import FurrowCore
import Testing

@Suite("A value of a declared type") struct ValueTypeTests {
  @Test(
    arguments: [
      ("7", 7), ("007", 7), ("1.0", 1), ("+3", 3), ("-0", 0), ("1e3", 1000), ("12.50e1", 125),
      ("9007199254740993.0", 9_007_199_254_740_993), ("9223372036854775807", .max),
      ("-9223372036854775808.000", .min), ("0.0", 0), ("100e-2", 1), ("00.0000e9", 0),
    ] as [(String, Int64)]
  )
  func `of INTEGER is the whole number that its digits are`(text: String, expected: Int64) {
    #expect(value(of: text, as: .integer) == UInt64(bitPattern: expected))
  }

  @Test(arguments: [
    "", "1.5", "9223372036854775808", "1.00000000000000000001", "0.99999999999999999999", "1e19",
    "0x10", "1_0", " 1", "1 ", "--5", "5-", "1e", "٣", "1e400", "-9223372036854775809", "NaN",
    "inf",
  ])
  func `of INTEGER is nothing else`(text: String) {
    #expect(value(of: text, as: .integer) == nil)
  }

  @Test(arguments: [
    "12345678901234567.89", "0.1234567890123456", "1.5x", "99999999999999999999",
  ])
  func `of DECIMAL has no more digits than a double`(text: String) {
    #expect(value(of: text, as: .numeric) == nil)
  }

  @Test(arguments: [
    ("2024-01-05", true), ("abc", true), ("", true), ("7", true), ("-7", true), ("1.5", true),
    ("0x1", true), ("007", false), ("1.10", false), ("1e5", false), (" 7", false), ("7 ", false),
    ("+7", false), ("1.0", false), ("20240105", true), ("9223372036854775808", false),
    ("-0", false),
  ])
  func `of a numeric affinity without numbers is what SQLite does not rewrite`(
    text: String,
    isKept: Bool
  ) {
    var batch = RecordBatch(text)
    #expect(batch.type(0, 0, as: .keptText) == isKept)
  }

  private func value(of text: String, as type: ValueType) -> UInt64? {
    var batch = RecordBatch(text)
    guard batch.type(0, 0, as: type), batch[0, 0].kind != .text else { return nil }
    return batch.values[0]
  }
}
