internal import FurrowCore
internal import FurrowFormats

/// What is counted of one column while the records go by.
struct ColumnTally {
  private static let shownValues = 10
  private static let shownPatterns = 8
  private static let histogramBins = 20
  /// Bytes of the first and the last text that are kept.
  private static let excerptBytes = 60

  private var inference: ColumnInference
  private var nulls = 0
  private var values = 0
  private var empties = 0
  private var blobs = 0
  private var distinct = HyperLogLog()
  private var frequent: FrequentItems
  private var patterns: FrequentItems
  private var numbers = NumberTally()
  /// Whether every value so far is a finite number.
  private var isNumeric = true
  private var lengths = LengthTally()
  private var pattern: [UInt8] = []
  private var number: [UInt8] = []

  /// Makes the tally of the column `name` in `memoryBytes`.
  init(_ name: String, memoryBytes: Int) {
    inference = ColumnInference(name)
    frequent = FrequentItems(limit: memoryBytes * 3 / 4)
    patterns = FrequentItems(limit: memoryBytes / 4)
  }

  /// Looks at the live records of `batch`, in the place `column`, and mixes each value's hash into
  /// its record's of `hashes`.
  mutating func look(
    at batch: borrowing RecordBatch,
    _ column: Int,
    of path: String,
    _ hashes: inout [UInt64]
  ) {
    inference.look(at: batch, column, of: path)
    for index in batch.live.indices {
      let record = Int(batch.live[index])
      let field = batch[record, column]
      let hash: UInt64
      switch field.kind {
      case .null:
        nulls += 1
        hash = 0
      case .text: hash = look(at: batch.span(of: field))
      case .blob:
        blobs += 1
        isNumeric = false
        hash = count(batch.span(of: field))
      case .integer, .real:
        hash = look(atNumber: batch.values[record * batch.columnCount + column], field.kind)
      }
      hashes[index] = ByteHash.combined(hashes[index], hash)
    }
  }

  private mutating func look(at text: Span<UInt8>) -> UInt64 {
    if text.isEmpty { empties += 1 }
    lengths.add(text)
    if isNumeric {
      if let whole = NumberText.integer(text) {
        numbers.add(whole)
      } else if let number = NumberText.real(text), number.isFinite {
        numbers.add(number)
      } else {
        isNumeric = false
      }
    }
    ValuePattern.write(text, to: &pattern)
    let shown = pattern
    patterns.add(shown.span, hash: ByteHash.hash(shown.span))
    return count(text)
  }

  private mutating func look(atNumber bits: UInt64, _ kind: Field.Kind) -> UInt64 {
    var digits: [UInt8] = []
    swap(&digits, &number)
    digits.removeAll(keepingCapacity: true)
    if kind == .integer {
      let whole = Int64(bitPattern: bits)
      NumberDigits.append(whole, to: &digits)
      if isNumeric { numbers.add(whole) }
    } else {
      let value = Double(bitPattern: bits)
      NumberDigits.append(value, to: &digits)
      if isNumeric, value.isFinite { numbers.add(value) } else { isNumeric = false }
    }
    let hash = count(digits.span)
    swap(&digits, &number)
    return hash
  }

  private mutating func count(_ bytes: Span<UInt8>) -> UInt64 {
    values += 1
    let hash = ByteHash.hash(bytes)
    distinct.add(hash)
    frequent.add(bytes, hash: hash)
    return hash
  }
}

extension ColumnTally {
  /// What was found out.
  var profile: ColumnProfile {
    ColumnProfile(
      name: inference.name,
      type: inference.typeName,
      exclusions: inference.exclusions,
      values: values,
      nulls: nulls,
      empties: empties,
      blobs: blobs,
      distinct: frequent.isExact
        ? ColumnProfile.Count(value: frequent.count, isExact: true)
        : ColumnProfile.Count(value: min(values, distinct.count), isExact: false),
      frequent: frequent.top(Self.shownValues).map(ColumnProfile.Frequency.init),
      isFrequentExact: frequent.isExact,
      numbers: isNumeric && numbers.count > 0 ? numberProfile : nil,
      texts: lengths.count > 0 ? textProfile : nil
    )
  }

  private var numberProfile: ColumnProfile.Numbers {
    let sample = numbers.sketch.sample
    return ColumnProfile.Numbers(
      minimum: numbers.minimum,
      maximum: numbers.maximum,
      wholeRange: numbers.wholeRange,
      mean: numbers.mean,
      deviation: numbers.deviation,
      quantiles: [0.05, 0.25, 0.5, 0.75, 0.95].compactMap { rank in
        QuantileSketch.quantile(rank, of: sample).map { (rank, $0) }
      },
      histogram: numbers.histogram(of: sample, bins: Self.histogramBins),
      isExact: numbers.sketch.isExact
    )
  }

  private var textProfile: ColumnProfile.Texts {
    ColumnProfile.Texts(
      shortest: lengths.shortest,
      longest: lengths.longest,
      mean: lengths.mean,
      first: lengths.first.text,
      last: lengths.last.text,
      patterns: patterns.top(Self.shownPatterns).map(ColumnProfile.Frequency.init),
      isExact: patterns.isExact
    )
  }
}

extension ColumnProfile.Frequency {
  fileprivate init(_ item: FrequentItems.Item) {
    self.init(
      text: String(decoding: item.bytes, as: UTF8.self),
      isCut: item.isCut,
      count: item.count
    )
  }
}
