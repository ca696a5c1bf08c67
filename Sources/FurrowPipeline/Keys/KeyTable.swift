internal import CScan
#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Keys that were seen, each with the record that it belongs to, in memory of a stated size.
///
/// An open table of hashes points into blocks of keys; a hash that is there already is confirmed on
/// the bytes, so that no two keys are ever taken for one.
struct KeyTable: Sendable {
  /// What is known of a key.
  struct Holder: Equatable, Sendable {
    /// The record, counted over all sources.
    var ordinal: Int
    /// The line it starts on, in its source.
    var line: Int
  }

  /// Where a key stands, or that it cannot be put anywhere.
  enum Placing: Equatable {
    /// It was not there, and is now.
    case added(KeyReference)
    /// It was there.
    case found(KeyReference)
    /// It was not there, and there is no room for it.
    case full
  }

  /// Bytes that the table may take.
  let limit: Int
  private(set) var count = 0

  /// The upper half of a slot is that of the hash, the lower one a reference; 0 is free.
  private var slots: [UInt64]
  private var blocks: [[UInt8]] = []
  /// The next free byte of the last block.
  private var next = 0
  private var blockBytes = 0
  /// How far the upper half of a hash is shifted to be the index of a slot.
  private var shift: UInt64

  /// Bytes in a block: 1 MiB is the most that a reference reaches.
  private let blockSize: Int
  /// Ordinal, line, length.
  private static let leastHeader = 20
  /// How many words each key has of its own, behind those.
  private let wordCount: Int
  private var headerBytes: Int { Self.leastHeader + 8 * wordCount }

  init(limit: Int, wordsPerKey: Int = 0) {
    self.limit = limit
    blockSize = min(1 << 20, max(4 << 10, limit / 16))
    wordCount = wordsPerKey
    slots = [UInt64](repeating: 0, count: 1 << 10)
    shift = 64 - 10
  }

  /// Bytes that are taken.
  var usedBytes: Int { slots.count * 8 + blockBytes }

  /// Empties the table; what it took is given back.
  mutating func removeAll() {
    self = KeyTable(limit: limit, wordsPerKey: wordCount)
  }

  /// Tells the cache that the slot of `hash` will be looked at.
  func prefetch(_ hash: UInt64) {
    // The address is inside the array, and only hinted at.
    unsafe slots.withUnsafeBufferPointer { slots in
      guard let base = slots.baseAddress else { return }
      unsafe furrow_prefetch(base + Int(hash >> shift))
    }
  }

  /// Tells the cache that the key of `hash` will be looked at, if its slot names one.
  func prefetchEntry(_ hash: UInt64) {
    let slot = slots[Int(hash >> shift)]
    guard slot != 0, slot & 0xFFFF_FFFF_0000_0000 == hash & 0xFFFF_FFFF_0000_0000 else { return }
    let reference = KeyReference(UInt32(truncatingIfNeeded: slot))
    // As above.
    unsafe blocks[reference.block].withUnsafeBufferPointer { block in
      guard let base = block.baseAddress else { return }
      unsafe furrow_prefetch(base + reference.offset)
    }
  }

  /// Finds the key, or adds it with `holder`.
  ///
  /// `key` has at least one readable byte or is empty; it is copied.
  mutating func place(
    _ key: UnsafeBufferPointer<UInt8>,
    hash: UInt64,
    holder: Holder
  ) -> Placing {
    let tag = hash & 0xFFFF_FFFF_0000_0000
    let mask = slots.count - 1
    var index = Int(hash >> shift)
    while slots[index] != 0 {
      if slots[index] & 0xFFFF_FFFF_0000_0000 == tag {
        let reference = KeyReference(UInt32(truncatingIfNeeded: slots[index]))
        if unsafe equals(key, at: reference) { return .found(reference) }
      }
      index = (index + 1) & mask
    }
    guard let reference = unsafe store(key, holder) else { return .full }
    slots[index] = tag | UInt64(reference.raw)
    count += 1
    if count * 4 > slots.count * 3 { grow() }
    return .added(reference)
  }

  /// Finds the key, or adds it with `holder`.
  mutating func place(_ key: Span<UInt8>, hash: UInt64, holder: Holder) -> Placing {
    // The pointer is lent for the call.
    unsafe key.withUnsafeBufferPointer { unsafe place($0, hash: hash, holder: holder) }
  }

  /// Finds the key; `nil` when it is not there.
  func find(_ key: UnsafeBufferPointer<UInt8>, hash: UInt64) -> KeyReference? {
    let tag = hash & 0xFFFF_FFFF_0000_0000
    var index = Int(hash >> shift)
    while slots[index] != 0 {
      if slots[index] & 0xFFFF_FFFF_0000_0000 == tag {
        let reference = KeyReference(UInt32(truncatingIfNeeded: slots[index]))
        if unsafe equals(key, at: reference) { return reference }
      }
      index = (index + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Where the keys are, in no order that means anything.
  var references: [KeyReference] {
    slots.compactMap { $0 == 0 ? nil : KeyReference(UInt32(truncatingIfNeeded: $0)) }
  }

  /// The record that holds the key at `reference`.
  subscript(reference: KeyReference) -> Holder {
    get {
      Holder(
        ordinal: Int(word(reference, at: 0)),
        line: Int(word(reference, at: 8))
      )
    }
    set {
      setWord(reference, at: 0, UInt64(newValue.ordinal))
      setWord(reference, at: 8, UInt64(newValue.line))
    }
  }

  /// A word of the key's own, 0 at first.
  subscript(word index: Int, of reference: KeyReference) -> UInt64 {
    get { word(reference, at: Self.leastHeader + 8 * index) }
    set { setWord(reference, at: Self.leastHeader + 8 * index, newValue) }
  }

  /// Keeps bytes beside the keys, in the place of those at `old`; `nil` when there is no room.
  ///
  /// The bytes at `old` are gone then. Where their room is too small the new one is twice as large at
  /// least, so that all that a key ever leaves behind is less than what it has.
  mutating func keep(
    _ bytes: UnsafeBufferPointer<UInt8>,
    replacing old: KeyReference? = nil
  ) -> KeyReference? {
    // Kept bytes belong to no record: their room stands where others have its number.
    var room = bytes.count
    if let old {
      let former = self[old].ordinal
      guard bytes.count > former else {
        unsafe put(bytes, Holder(ordinal: former, line: 0), at: old)
        return old
      }
      room = max(room, 2 * former)
    }
    return unsafe store(bytes, Holder(ordinal: room, line: 0), room: room)
  }

  /// The bytes that are kept at `reference`.
  func bytes(at reference: KeyReference) -> ArraySlice<UInt8> {
    let start = reference.offset + headerBytes
    let count = Int(word(reference, at: 12) >> 32)
    return blocks[reference.block][start..<start + count]
  }

  private func equals(_ key: UnsafeBufferPointer<UInt8>, at reference: KeyReference) -> Bool {
    // A stored key lies whole in its block, behind its header.
    unsafe blocks[reference.block].withUnsafeBufferPointer { block in
      guard let base = block.baseAddress else { return false }
      let entry = unsafe UnsafeRawPointer(base + reference.offset)
      let count = unsafe entry.loadUnaligned(fromByteOffset: 16, as: UInt32.self)
      guard Int(count) == key.count else { return false }
      guard let bytes = key.baseAddress, key.count > 0 else { return true }
      return unsafe memcmp(entry + headerBytes, bytes, key.count) == 0
    }
  }

  private mutating func store(
    _ key: UnsafeBufferPointer<UInt8>,
    _ holder: Holder,
    room: Int? = nil
  ) -> KeyReference? {
    // Entries start at multiples of four, so that 32 bits reach 16 GiB.
    let size = (headerBytes + (room ?? key.count) + 3) & ~3
    if blocks.isEmpty || next + size > blocks[blocks.count - 1].count {
      let blockSize = max(blockSize, size)
      // The doubled table is counted before it is needed: it takes the room at once.
      let willGrow = (count + 1) * 4 > slots.count * 3
      let expected = usedBytes + blockSize + (willGrow ? slots.count * 16 : 0)
      // A few keys have room always: there are parts of the input that cannot be made smaller.
      guard expected <= limit || count < 16, blocks.count < 1 << 14 else { return nil }
      blocks.append([UInt8](repeating: 0, count: blockSize))
      blockBytes += blockSize
      next = 0
    } else if (count + 1) * 4 > slots.count * 3, usedBytes + slots.count * 16 > limit, count > 16 {
      return nil
    }
    // `size` bytes are free there.
    let reference = KeyReference(block: blocks.count - 1, offset: next)
    unsafe put(key, holder, at: reference)
    next += size
    return reference
  }

  /// Writes an entry, which has room for `bytes`; its own words stay.
  private mutating func put(
    _ bytes: UnsafeBufferPointer<UInt8>,
    _ holder: Holder,
    at reference: KeyReference
  ) {
    let header = headerBytes
    // The caller has made sure of the room.
    unsafe blocks[reference.block].withUnsafeMutableBufferPointer { block in
      guard let base = block.baseAddress else { return }
      let entry = unsafe UnsafeMutableRawPointer(base + reference.offset)
      unsafe entry.storeBytes(of: UInt64(holder.ordinal), as: UInt64.self)
      unsafe entry.storeBytes(of: UInt64(holder.line), toByteOffset: 8, as: UInt64.self)
      unsafe entry.storeBytes(of: UInt32(bytes.count), toByteOffset: 16, as: UInt32.self)
      if let source = bytes.baseAddress, bytes.count > 0 {
        unsafe memcpy(entry + header, source, bytes.count)
      }
    }
  }

  private mutating func grow() {
    var larger = [UInt64](repeating: 0, count: slots.count * 2)
    let mask = larger.count - 1
    shift -= 1
    for slot in slots where slot != 0 {
      // Only the upper half of the hash is kept, which indexes tables of up to 2^32 slots.
      var index = Int((slot & 0xFFFF_FFFF_0000_0000) >> shift)
      while larger[index] != 0 { index = (index + 1) & mask }
      larger[index] = slot
    }
    slots = larger
  }

  private func word(_ reference: KeyReference, at offset: Int) -> UInt64 {
    // An entry's header lies whole in its block.
    unsafe blocks[reference.block].withUnsafeBytes { bytes in
      unsafe bytes.loadUnaligned(fromByteOffset: reference.offset + offset, as: UInt64.self)
    }
  }

  private mutating func setWord(_ reference: KeyReference, at offset: Int, _ word: UInt64) {
    // An entry's header lies whole in its block.
    unsafe blocks[reference.block].withUnsafeMutableBytes { bytes in
      unsafe bytes.storeBytes(of: word, toByteOffset: reference.offset + offset, as: UInt64.self)
    }
  }
}

/// Where a key is kept.
struct KeyReference: Equatable, Sendable {
  /// One more than the block's number and a quarter of the offset in it, so that 0 is none.
  let raw: UInt32

  init(_ raw: UInt32) {
    self.raw = raw
  }

  init(block: Int, offset: Int) {
    raw = UInt32(truncatingIfNeeded: block << 18 | offset >> 2) &+ 1
  }

  var block: Int { Int(raw &- 1) >> 18 }
  var offset: Int { (Int(raw &- 1) & (1 << 18 - 1)) << 2 }
}
