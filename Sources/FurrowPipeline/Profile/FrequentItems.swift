/// The most frequent of many byte strings, in a stated amount of memory.
///
/// As long as all of them have room the counts are exact. Then, each time the room is used up, the
/// median of the counts is taken off all of them and what comes to nothing is forgotten (Anderson
/// and others, <https://arxiv.org/abs/1705.07001>): a count is too low by at most ``uncertainty``.
struct FrequentItems {
  /// One of the strings.
  struct Item: Equatable {
    /// Its bytes; of a long one the start, see ``isCut``.
    var bytes: [UInt8]
    /// How often it was seen, at least.
    var count: Int
    /// Whether only the start of it is here.
    var isCut: Bool
  }

  /// The bytes of a string that are kept; a longer one is told from others by its hash, too.
  private static let keptBytes = 120

  private var table: KeyTable
  /// What a count may be too low by.
  private(set) var uncertainty = 0
  /// The key of a long string: its start and its hash.
  private var key: [UInt8] = []

  init(limit: Int) {
    table = KeyTable(limit: limit, wordsPerKey: 1)
  }

  /// Whether every string that was added is counted, and exactly.
  var isExact: Bool { uncertainty == 0 }

  /// How many strings are kept.
  var count: Int { table.count }

  /// Counts a string once more.
  mutating func add(_ bytes: Span<UInt8>, hash: UInt64) {
    guard bytes.count > Self.keptBytes else { return count(bytes, hash, 1) }
    var key: [UInt8] = []
    swap(&key, &self.key)
    key.removeAll(keepingCapacity: true)
    for index in 0..<Self.keptBytes { key.append(bytes[index]) }
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      key.append(UInt8(truncatingIfNeeded: hash >> shift))
    }
    count(key.span, hash, 1)
    swap(&key, &self.key)
  }

  private mutating func count(_ key: Span<UInt8>, _ hash: UInt64, _ times: UInt64) {
    let holder = KeyTable.Holder(ordinal: 0, line: 0)
    for _ in 0..<2 {
      switch table.place(key, hash: hash, holder: holder) {
      case .added(let reference), .found(let reference):
        table[word: 0, of: reference] += times
        return
      case .full: purge()
      }
    }
  }

  /// Takes the median of the counts off all of them, which frees half the room at least.
  private mutating func purge() {
    let kept = table.references.map { (reference: $0, count: table[word: 0, of: $0]) }
    guard !kept.isEmpty else { return }
    let median = kept.map(\.count).sorted()[kept.count / 2]
    let full = table
    table.removeAll()
    uncertainty += Int(median)
    for (reference, times) in kept where times > median {
      let key = Array(full.bytes(at: reference))
      count(key.span, Self.hash(of: key), times - median)
    }
  }

  /// The hash that the string behind `key` was added with.
  private static func hash(of key: [UInt8]) -> UInt64 {
    guard key.count > keptBytes else { return ByteHash.hash(key.span) }
    return key[keptBytes...].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The `most` most frequent strings, the first of them first; of equal ones the lesser.
  func top(_ most: Int) -> [Item] {
    let items = table.references.map { reference in
      let bytes = Array(table.bytes(at: reference))
      let isCut = bytes.count > Self.keptBytes
      return Item(
        bytes: isCut ? Array(bytes[..<Self.keptBytes]) : bytes,
        count: Int(table[word: 0, of: reference]),
        isCut: isCut
      )
    }
    let sorted = items.sorted {
      $0.count != $1.count ? $0.count > $1.count : $0.bytes.lexicographicallyPrecedes($1.bytes)
    }
    return Array(sorted.prefix(most))
  }
}
