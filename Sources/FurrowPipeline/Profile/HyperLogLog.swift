/// An estimate of how many different hashes were seen, in 16 KiB.
///
/// HyperLogLog (Flajolet and others, 2007) with the estimator of Ertl
/// (<https://arxiv.org/abs/1702.01284>, algorithm 6); the standard error is 0.8 %.
struct HyperLogLog {
  private static let precision: UInt64 = 14
  private static let registerCount = 1 << 14
  /// The greatest rank: the bits that are left of a hash, and one.
  private static let maximumRank = 64 - 14 + 1

  private var registers = [UInt8](repeating: 0, count: registerCount)

  /// Notes one hash; those of equal values are equal.
  mutating func add(_ hash: UInt64) {
    let index = Int(hash >> (64 - Self.precision))
    // The bit below the rest ends the count of zeros.
    let rest = hash << Self.precision | 1 << (Self.precision - 1)
    let rank = UInt8(rest.leadingZeroBitCount + 1)
    if registers[index] < rank { registers[index] = rank }
  }

  /// The estimate.
  var count: Int {
    var histogram = [Int](repeating: 0, count: Self.maximumRank + 1)
    for rank in registers { histogram[Int(rank)] += 1 }
    let size = Double(Self.registerCount)
    var sum = size * Self.tau(1 - Double(histogram[Self.maximumRank]) / size)
    for rank in (1..<Self.maximumRank).reversed() { sum = 0.5 * (sum + Double(histogram[rank])) }
    sum += size * Self.sigma(Double(histogram[0]) / size)
    guard sum.isFinite, sum > 0 else { return 0 }
    // 0.7213475204444817 is 1 / (2 ln 2).
    return Int((0.721_347_520_444_481_7 * size * size / sum).rounded())
  }

  private static func sigma(_ share: Double) -> Double {
    guard share < 1 else { return .infinity }
    var (power, factor, sum) = (share, 1.0, share)
    while true {
      power *= power
      let next = sum + power * factor
      factor += factor
      if next == sum { return sum }
      sum = next
    }
  }

  private static func tau(_ share: Double) -> Double {
    guard share > 0, share < 1 else { return 0 }
    var (root, factor, sum) = (share, 1.0, 1 - share)
    while true {
      root = root.squareRoot()
      factor *= 0.5
      let next = sum - (1 - root) * (1 - root) * factor
      if next == sum { return sum / 3 }
      sum = next
    }
  }
}
