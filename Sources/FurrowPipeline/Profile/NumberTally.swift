/// The sum, the spread and the distribution of numbers, in one pass.
struct NumberTally {
  private(set) var count = 0
  private(set) var minimum = Double.infinity
  private(set) var maximum = -Double.infinity
  private(set) var mean = 0.0
  /// The least and the greatest, when all numbers so far are whole ones of 64 bits.
  private(set) var wholeRange: ClosedRange<Int64>?
  private var isWhole = true
  /// The sum of the squares of the distances from the mean; infinite when a double cannot hold it.
  private var squares = 0.0
  private(set) var sketch = QuantileSketch()

  /// Adds a whole number, of which a double may not have all digits.
  mutating func add(_ whole: Int64) {
    if isWhole {
      let range = wholeRange ?? whole...whole
      wholeRange = min(range.lowerBound, whole)...max(range.upperBound, whole)
    }
    count(Double(whole))
  }

  /// Adds one number, which is finite.
  mutating func add(_ number: Double) {
    (isWhole, wholeRange) = (false, nil)
    count(number)
  }

  /// Welford's method.
  private mutating func count(_ number: Double) {
    count += 1
    minimum = min(minimum, number)
    maximum = max(maximum, number)
    let distance = number - mean
    if distance.isFinite {
      mean += distance / Double(count)
      squares += distance * (number - mean)
    } else {
      mean += number / Double(count) - mean / Double(count)
      squares = .infinity
    }
    sketch.add(number)
  }

  /// The standard deviation of all numbers; infinite when it is too large to be computed.
  var deviation: Double { count > 0 ? (squares / Double(count)).squareRoot() : 0 }
}

/// A bar of a histogram: how many numbers lie in a range.
public struct HistogramBin: Sendable, Equatable {
  /// Where the range starts.
  public var from: Double
  /// Where it ends; only the last range holds its end.
  public var to: Double
  /// How many numbers lie in it.
  public var count: Int
}

extension NumberTally {
  /// Ranges of equal width from the least number to the greatest.
  ///
  /// Few whole numbers have a range each. Beyond ``QuantileSketch/capacity`` numbers the counts
  /// are estimates.
  func histogram(of sample: [(number: Double, weight: Int)], bins most: Int) -> [HistogramBin] {
    guard count > 0 else { return [] }
    guard minimum < maximum else {
      return [HistogramBin(from: minimum, to: maximum, count: count)]
    }
    var (start, bins) = (minimum, most)
    // Halves first: the difference of two doubles can be too large for one.
    var width = maximum / Double(most) - minimum / Double(most)
    let isWhole = sample.allSatisfy { $0.number == $0.number.rounded() }
    if isWhole, maximum - minimum < Double(most) {
      (start, bins, width) = (minimum, Int(maximum - minimum) + 1, 1)
    }
    var counts = [Int](repeating: 0, count: bins)
    for (number, weight) in sample {
      let place = (number / width - start / width).rounded(.down)
      counts[place.isFinite ? min(bins - 1, max(0, Int(min(place, 1e6)))) : 0] += weight
    }
    return counts.indices.map { index in
      HistogramBin(
        from: start + width * Double(index),
        to: start + width * Double(index + 1),
        count: counts[index]
      )
    }
  }
}
