/// How many different hashes were seen: exact in the memory it has, then estimated.
struct HashCount {
  private let limit: Int
  /// The hashes, 0 being free; none any more once the estimate goes on alone.
  private var slots: [UInt64]
  private var held = 0
  private var hasZero = false
  private var estimate = HyperLogLog()

  /// Makes a count that holds hashes in `limit` bytes.
  init(limit: Int) {
    self.limit = limit
    slots = [UInt64](repeating: 0, count: 1 << 10)
  }

  /// Whether the count is that of the hashes themselves.
  var isExact: Bool { !slots.isEmpty }

  /// The count.
  var count: Int { isExact ? held + (hasZero ? 1 : 0) : estimate.count }

  /// Notes one hash.
  mutating func add(_ hash: UInt64) {
    estimate.add(hash)
    guard isExact else { return }
    if hash == 0 {
      hasZero = true
      return
    }
    guard place(hash) else { return }
    held += 1
    if held * 4 > slots.count * 3 { grow() }
  }

  /// Puts a hash into its slot; false when it is there.
  private mutating func place(_ hash: UInt64) -> Bool {
    let mask = slots.count - 1
    var index = Int(truncatingIfNeeded: hash >> 20) & mask
    while slots[index] != 0 {
      if slots[index] == hash { return false }
      index = (index + 1) & mask
    }
    slots[index] = hash
    return true
  }

  private mutating func grow() {
    let old = slots
    guard old.count * 2 * 8 <= limit else {
      slots = []
      return
    }
    slots = [UInt64](repeating: 0, count: old.count * 2)
    for hash in old where hash != 0 { _ = place(hash) }
  }
}
