internal import CCSV

/// libcsv's parser, fed piece by piece, and the fields it finds.
///
/// It parses strictly. It counts no white space as padding, and tells a bare empty field from a
/// quoted one. <https://github.com/rgamble/libcsv>
@safe final class LibcsvParser {
  /// One field as libcsv hands it over.
  struct Found {
    /// The bytes it means, in ``text``.
    var range: Range<Int>
    /// Whether it is empty and was not quoted.
    var isBareEmpty: Bool
  }

  /// The fields found since the last ``forget()``.
  private(set) var found: [Found] = []
  /// What they mean, one behind the other.
  private(set) var text: [UInt8] = []
  /// Whether a record ended since then.
  private(set) var hasEnded = false

  /// Callbacks get the address of this object, and the parser has its own buffer.
  private let parser: UnsafeMutablePointer<csv_parser>

  private static let lenient = UInt8(CSV_EMPTY_IS_NULL)
  private static let strict = lenient | UInt8(CSV_STRICT | CSV_STRICT_FINI)

  init(delimiter: UInt8, quote: UInt8) {
    unsafe parser = .allocate(capacity: 1)
    unsafe parser.initialize(to: csv_parser())
    // It fails for a nil parser only.
    _ = unsafe csv_init(parser, Self.strict)
    unsafe csv_set_delim(parser, delimiter)
    unsafe csv_set_quote(parser, quote)
    unsafe csv_set_space_func(parser) { _ in 0 }
    // Its own step is 128 bytes, for which a long field would be copied too often.
    unsafe csv_set_blk_size(parser, 64 << 10)
  }

  deinit {
    // The parser was initialised above, and nobody else has it.
    unsafe csv_free(parser)
    unsafe parser.deallocate()
  }

  /// Forgets what was found, and any record that has begun.
  func forget() {
    // Without callbacks the end of the input only brings the parser back to its first state. A quote
    // that is open is an error then, unless the parser is lenient.
    _ = unsafe csv_set_opts(parser, Self.lenient)
    _ = unsafe csv_fini(parser, nil, nil, nil)
    _ = unsafe csv_set_opts(parser, Self.strict)
    found.removeAll(keepingCapacity: true)
    text.removeAll(keepingCapacity: true)
    hasEnded = false
  }

  /// Feeds `range` of `bytes` and returns the byte that strict parsing stops at, if there is one.
  func feed(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
    let count = feed(bytes.extracting(range))
    return count < range.count ? range.lowerBound + count : nil
  }

  /// Feeds the quote that strict parsing stopped at, as data.
  func feedStrayQuote(_ bytes: Span<UInt8>, at index: Int) {
    _ = unsafe csv_set_opts(parser, Self.lenient)
    _ = feed(bytes.extracting(index..<index + 1))
    _ = unsafe csv_set_opts(parser, Self.strict)
  }

  /// Ends the input; false when a quote is still open.
  func finish() -> Bool {
    // The object outlives the call.
    unsafe csv_fini(parser, Self.takeField, Self.takeEnd, address) == 0
  }

  private func feed(_ bytes: Span<UInt8>) -> Int {
    // libcsv reads the given count, and the span and this object outlive the call.
    unsafe bytes.withUnsafeBytes { bytes in
      unsafe csv_parse(
        parser,
        bytes.baseAddress,
        bytes.count,
        Self.takeField,
        Self.takeEnd,
        address
      )
    }
  }

  private var address: UnsafeMutableRawPointer {
    unsafe Unmanaged.passUnretained(self).toOpaque()
  }

  private static let takeField:
    @convention(c) (UnsafeMutableRawPointer?, Int, UnsafeMutableRawPointer?) -> Void = {
      field,
      count,
      address in
      guard let address = unsafe address else { return }
      // The address is that of the parser that is being fed, and the field has `count` bytes.
      let parser = unsafe Unmanaged<LibcsvParser>.fromOpaque(address).takeUnretainedValue()
      let start = parser.text.count
      let bytes = unsafe UnsafeRawBufferPointer(start: field, count: field == nil ? 0 : count)
      unsafe parser.text.append(contentsOf: bytes)
      let isBareEmpty = unsafe field == nil
      parser.found.append(Found(range: start..<parser.text.count, isBareEmpty: isBareEmpty))
    }

  private static let takeEnd: @convention(c) (Int32, UnsafeMutableRawPointer?) -> Void = {
    _,
    address in
    guard let address = unsafe address else { return }
    // As above.
    let parser = unsafe Unmanaged<LibcsvParser>.fromOpaque(address).takeUnretainedValue()
    parser.hasEnded = true
  }
}
