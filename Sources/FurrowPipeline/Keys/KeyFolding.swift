internal import CUTF8Proc
internal import FurrowCore
internal import FurrowFormats

/// What counts for nothing where the texts of keys are compared.
struct KeyFolding: Sendable, Equatable {
  /// Whether letters that differ in case only are the same.
  var ignoresCase = false
  /// Whether white space at the ends counts for nothing.
  var trims = false
  /// Whether texts that are canonically equivalent are the same.
  var normalizes = false

  /// Whether texts are compared by their bytes.
  var isEmpty: Bool { !ignoresCase && !trims && !normalizes }

  /// Appends what is compared of `text`; texts that are the same have the same bytes.
  ///
  /// Bytes that are not UTF-8 are compared as they stand. `work` is memory to use again.
  func append(_ text: Span<UInt8>, to bytes: inout [UInt8], _ work: inout CharacterFolding) {
    let text = trims ? text.extracting(WhiteSpace.trimmedRange(text)) : text
    let start = bytes.count
    bytes.append(copying: text)
    guard ignoresCase || normalizes else { return }
    var isASCII = true
    for index in start..<bytes.count {
      let byte = bytes[index]
      isASCII = isASCII && byte < 0x80
      if ignoresCase, byte &- 0x41 < 26 { bytes[index] = byte | 0x20 }
    }
    guard !isASCII else { return }
    work.read(bytes[start...])
    // Unicode's caseless match: D144, and D145 where it is to be canonical. No composition follows,
    // since texts have the same composed form when they have the same decomposed one.
    // <https://www.unicode.org/versions/latest/core-spec/chapter-3/#G53253>
    if normalizes { work.decompose() }
    if ignoresCase { work.foldCase(decomposing: normalizes) }
    bytes.removeLast(bytes.count - start)
    work.append(to: &bytes)
  }
}

/// Text as code points, which Unicode's rules change in place.
struct CharacterFolding: Sendable {
  /// Code points; a byte that is no part of one stands above them all.
  private var points: [Int32] = []
  private var spare: [Int32] = []

  private static let firstByte: Int32 = 0x110000
  /// Code points below have no decomposition, and no mark is among them.
  private static let firstDecomposed: Int32 = 0xC0
  /// The most code points that one can become is 18, by the library's manual of its decompositions.
  private typealias Parts = InlineArray<32, Int32>

  /// Takes the code points of `text`.
  mutating func read(_ text: ArraySlice<UInt8>) {
    points.removeAll(keepingCapacity: true)
    // The bytes are lent for the call, and the library is told how many are left.
    unsafe text.withUnsafeBufferPointer { text in
      guard let base = text.baseAddress else { return }
      var index = 0
      while index < text.count {
        var point: Int32 = 0
        let length = unsafe utf8proc_iterate(base + index, text.count - index, &point)
        points.append(length > 0 ? point : Self.firstByte + Int32(unsafe text[index]))
        index += max(1, length)
      }
    }
  }

  /// Takes characters apart, and puts the marks behind each into their canonical order.
  mutating func decompose() {
    replaceEach(UTF8PROC_DECOMPOSE)
    orderMarks()
  }

  /// Folds the case of each character; decomposes the outcome if asked for.
  mutating func foldCase(decomposing: Bool) {
    let options = UTF8PROC_CASEFOLD.rawValue | (decomposing ? UTF8PROC_DECOMPOSE.rawValue : 0)
    replaceEach(utf8proc_option_t(options))
    if decomposing { orderMarks() }
  }

  /// Appends the text in UTF-8.
  func append(to bytes: inout [UInt8]) {
    for point in points {
      if let scalar = Unicode.Scalar(UInt32(bitPattern: point)) {
        bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      } else {
        bytes.append(UInt8(truncatingIfNeeded: point))
      }
    }
  }

  private mutating func replaceEach(_ options: utf8proc_option_t) {
    spare.removeAll(keepingCapacity: true)
    let isFolding = options.rawValue & UTF8PROC_CASEFOLD.rawValue != 0
    var parts = Parts(repeating: 0)
    var boundary: Int32 = 0
    for point in points {
      if point >= Self.firstByte || (point < Self.firstDecomposed && !isFolding) {
        spare.append(point)
        continue
      }
      var span = parts.mutableSpan
      // The library writes no more than there is room for, and says how many it would.
      let count = unsafe span.withUnsafeMutableBufferPointer {
        unsafe utf8proc_decompose_char(point, $0.baseAddress, $0.count, options, &boundary)
      }
      if (1...parts.count).contains(count) {
        for index in 0..<count { spare.append(parts[index]) }
      } else {
        spare.append(point)
      }
    }
    swap(&points, &spare)
  }

  /// The Canonical Ordering Algorithm, in time that stays in bounds for marks without end.
  private mutating func orderMarks() {
    var start = 0
    while start < points.count {
      guard Self.rank(points[start]) > 0 else {
        start += 1
        continue
      }
      var end = start + 1
      var isOrdered = true
      while end < points.count, case let rank = Self.rank(points[end]), rank > 0 {
        isOrdered = isOrdered && Self.rank(points[end - 1]) <= rank
        end += 1
      }
      if !isOrdered {
        let ordered = points[start..<end].enumerated().sorted {
          (Self.rank($0.element), $0.offset) < (Self.rank($1.element), $1.offset)
        }
        points.replaceSubrange(start..<end, with: ordered.map(\.element))
      }
      start = end
    }
  }

  /// The canonical combining class, 0 for what is no mark.
  private static func rank(_ point: Int32) -> Int16 {
    // Code points below have class 0.
    guard point >= 0x300, point < firstByte else { return 0 }
    // A constant table of the library; every number gets a place in it.
    return unsafe utf8proc_get_property(point).pointee.combining_class
  }
}
