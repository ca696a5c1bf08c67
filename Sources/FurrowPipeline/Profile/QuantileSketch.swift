/// The distribution of numbers in a stated amount of memory: a sample with weights, in order.
///
/// The compactors of Karnin, Lang and Liberty (<https://arxiv.org/abs/1603.05346>), all of one size
/// and without chance: a full one is sorted and hands every other number on with double weight,
/// by turns the first and the second of each pair. Up to ``capacity`` numbers it is exact; for
/// twenty million the rank of a quantile is off by less than one in a hundred.
struct QuantileSketch {
  /// The numbers of one weight; even.
  static let capacity = 1024

  /// The numbers in it, from level to level with double weight.
  private var levels: [[Double]] = [[]]
  private var takesSecond = [false]
  private(set) var count = 0

  /// Whether every number is still there.
  var isExact: Bool { levels.count == 1 }

  /// Adds one number, which is finite.
  mutating func add(_ number: Double) {
    count += 1
    levels[0].append(number)
    if levels[0].count == Self.capacity { compact() }
  }

  private mutating func compact() {
    var level = 0
    while levels[level].count >= Self.capacity {
      if level + 1 == levels.count {
        levels.append([])
        takesSecond.append(false)
      }
      levels[level].sort()
      let start = takesSecond[level] ? 1 : 0
      takesSecond[level].toggle()
      for index in stride(from: start, to: levels[level].count, by: 2) {
        levels[level + 1].append(levels[level][index])
      }
      levels[level].removeAll(keepingCapacity: true)
      level += 1
    }
  }

  /// The numbers in ascending order, each with how many it stands for.
  var sample: [(number: Double, weight: Int)] {
    var sample: [(number: Double, weight: Int)] = []
    for (level, numbers) in levels.enumerated() {
      for number in numbers { sample.append((number, 1 << level)) }
    }
    return sample.sorted { $0.number < $1.number }
  }

  /// The number that the share `rank` of all numbers, 0 to 1, is not above; `nil` without numbers.
  static func quantile(
    _ rank: Double,
    of sample: [(number: Double, weight: Int)]
  ) -> Double? {
    let total = sample.reduce(0) { $0 + $1.weight }
    var seen = 0.0
    for (number, weight) in sample {
      seen += Double(weight)
      if seen >= rank * Double(total) { return number }
    }
    return sample.last?.number
  }
}
