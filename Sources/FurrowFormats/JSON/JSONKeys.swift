internal import CScan
internal import FurrowCore

/// The keys of objects and their columns, found by name, or faster: where they stood last time.
struct JSONKeys {
  /// The keys, as bytes, in the order of the columns.
  private(set) var names: [[UInt8]] = []

  /// For each column the key as it is mostly written, `"key":`, padded for reads of 16 bytes.
  private var labels: [UInt8] = []
  private var labelRanges: [Range<Int>] = []
  /// The column that stood at each place of the last object.
  private var order: [Int] = []
  /// Columns by the hash of their keys; -1 is free.
  private var slots: [Int] = []

  init(_ names: [[UInt8]] = []) {
    for name in names { add(name) }
  }

  /// Gives the next column to the key called `name`.
  mutating func add(_ name: [UInt8]) {
    order.append(names.count)
    names.append(name)
    let isPlain = name.allSatisfy {
      $0 >= ASCII.space && $0 != ASCII.quote && $0 != ASCII.backslash
    }
    // A key that is never written as it is has no label, and is not foreseen.
    let label = isPlain ? [ASCII.quote] + name + [ASCII.quote, ASCII.colon] : []
    labelRanges.append(labels.count..<labels.count + label.count)
    labels += label
    labels += repeatElement(0, count: 16 - label.count % 16)
    if 2 * names.count > slots.count { rehash() } else { place(names.count - 1) }
  }

  /// Looks whether the key that is foreseen at `place` of an object stands at `start`.
  ///
  /// Returns its column and the place behind its colon.
  @inline(__always)
  func foreseen(_ place: Int, _ bytes: Span<UInt8>, _ start: Int) -> (column: Int, end: Int)? {
    guard place < order.count else { return nil }
    let column = order[place]
    let label = labelRanges[column]
    guard !label.isEmpty, start + label.count + 16 <= bytes.count else { return nil }
    // Labels are padded to 16 bytes, and so far goes the buffer.
    let isThere = unsafe bytes.withUnsafeBufferPointer { text in
      unsafe labels.withUnsafeBufferPointer { labels in
        guard let text = text.baseAddress, let labels = labels.baseAddress else { return false }
        return unsafe furrow_json_starts(text + start, labels + label.lowerBound, label.count) != 0
      }
    }
    return isThere ? (column, start + label.count) : nil
  }

  /// Finds the column of the key called `name`, and foresees it at `place` of the next object.
  mutating func find(_ name: Span<UInt8>, at place: Int) -> Int? {
    guard !slots.isEmpty else { return nil }
    var slot = hash(name) & (slots.count - 1)
    while slots[slot] >= 0 {
      let column = slots[slot]
      let known = names[column]
      if known.span.equals(name) {
        if place < order.count { order[place] = column }
        return column
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  private mutating func rehash() {
    slots = [Int](repeating: -1, count: max(16, 2 * slots.count))
    for column in names.indices { place(column) }
  }

  private mutating func place(_ column: Int) {
    let name = names[column]
    var slot = hash(name.span) & (slots.count - 1)
    while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = column
  }

  /// FNV-1a. <http://www.isthe.com/chongo/tech/comp/fnv/>
  private func hash(_ name: Span<UInt8>) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in name.indices { hash = (hash ^ UInt64(name[index])) &* 0x100_0000_01B3 }
    return Int(truncatingIfNeeded: hash ^ hash >> 32)
  }
}

extension Span<UInt8> {
  /// Whether the two hold the same bytes.
  func equals(_ other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    for index in indices where self[index] != other[index] { return false }
    return true
  }
}
