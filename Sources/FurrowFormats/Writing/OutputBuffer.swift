internal import CScan

/// Text on its way out: memory that only grows, so that a field costs neither an allocation nor a `String`.
@safe struct OutputBuffer: ~Copyable {
  private(set) var count = 0
  private var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int

  /// Bytes a copy may write behind those that are meant.
  private static let slack = 16

  init(capacity: Int) {
    self.capacity = capacity + Self.slack
    unsafe base = .allocate(capacity: self.capacity)
  }

  // The memory is this buffer's own, and nobody else's.
  deinit { unsafe base.deallocate() }

  /// The bytes so far.
  var span: Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get {
      // The first `count` bytes are initialised, and the span keeps the buffer from being changed.
      let span = unsafe Span(_unsafeStart: base, count: count)
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }

  /// Forgets the bytes from `count` on; memory is kept.
  mutating func truncate(to count: Int) {
    precondition(count <= self.count, "a buffer cannot be truncated to more than it holds")
    self.count = count
  }

  /// Returns the byte at `index`.
  func byte(at index: Int) -> UInt8 {
    precondition(index < count, "a byte behind the end of a buffer")
    // It is one of the initialised bytes.
    return unsafe base[index]
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    reserve(1)
    // There is room for it.
    unsafe base[count] = byte
    count += 1
  }

  @inline(__always)
  mutating func append(_ first: UInt8, _ second: UInt8) {
    append(first)
    append(second)
  }

  mutating func append(_ bytes: Span<UInt8>) {
    _ = append(bytes, in: bytes.indices, until: FURROW_STOP_QUOTE, 0, 0, isStopping: false)
  }

  mutating func append(_ text: String) {
    for byte in text.utf8 { append(byte) }
  }

  /// Appends `range` of `bytes` up to the first byte that stops, and returns what was copied.
  @inline(__always)
  mutating func append(
    _ bytes: Span<UInt8>,
    in range: Range<Int>,
    until stop: furrow_stop,
    _ first: UInt8,
    _ second: UInt8,
    isStopping: Bool = true
  ) -> furrow_copied {
    precondition(range.upperBound <= bytes.count, "a copy from behind the end of its bytes")
    reserve(range.count)
    // There is room for the range and the slack, and no more than `bytes` holds is read.
    let copied = unsafe bytes.withUnsafeBufferPointer { bytes in
      guard let from = bytes.baseAddress else { return furrow_copied(plain: 0, high: 0) }
      guard isStopping else {
        unsafe (base + count).update(from: from + range.lowerBound, count: range.count)
        return furrow_copied(plain: range.count, high: 0)
      }
      return unsafe furrow_copy_until(
        base + count,
        from + range.lowerBound,
        range.count,
        bytes.count - range.lowerBound,
        stop,
        first,
        second
      )
    }
    count += copied.plain
    return copied
  }

  /// Makes room for `room` bytes more.
  @inline(__always)
  private mutating func reserve(_ room: Int) {
    if capacity - count < room + Self.slack { grow(by: room) }
  }

  @inline(never)
  private mutating func grow(by room: Int) {
    capacity = max(2 * capacity, count + room + Self.slack)
    // `count` bytes are initialised, and the new memory has more room than that.
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    unsafe larger.update(from: base, count: count)
    unsafe base.deallocate()
    unsafe base = larger
  }
}
