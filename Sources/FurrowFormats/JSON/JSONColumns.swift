internal import FurrowCore

/// What a JSON record is.
public enum JSONShape: Sendable, Equatable {
  /// Values with keys.
  case objects
  /// Values by their place.
  case arrays
}

/// The columns of a JSON text: the keys of its objects, or the places of its arrays.
public struct JSONColumns: Sendable {
  /// Their names, each made to stand once.
  public let names: HeaderNames
  /// What a record is; `nil` when nobody has looked.
  let shape: JSONShape?
  /// The keys as they are in the text.
  let keys: [[UInt8]]
  /// Elements of the text before its first record.
  let headerElements: Int

  init(
    keys: [[UInt8]],
    shape: JSONShape?,
    headerElements: Int = 0,
    allowsBlankName: Bool = false
  ) {
    self.keys = keys
    self.shape = shape
    self.headerElements = headerElements
    names = HeaderNames(
      keys.map { String(decoding: $0, as: UTF8.self) },
      allowsBlank: allowsBlankName
    )
  }

  /// Takes columns that are known; a key that is none of them will be its record's fault.
  public init(_ names: [String], allowsBlankName: Bool = false) {
    self.init(
      keys: names.map { Array($0.utf8) },
      shape: nil,
      allowsBlankName: allowsBlankName
    )
  }

  /// Finds the columns of a text: the keys of all its records, in the order they are met.
  ///
  /// The keys of faulty records do not count. Of an array of arrays the first one has the names, or
  /// with `hasHeader` false, only their number.
  /// - Throws: ``ReadFailure`` when the text cannot be read, or no record in it.
  public static func find(
    in source: any ByteSource,
    layout: JSONEncoding.Layout,
    hasHeader: Bool = true,
    allowsBlankName: Bool = false,
    blockBytes: Int = DelimitedReader.blockBytes,
    limits: ReadingLimits = ReadingLimits()
  ) throws(ReadFailure) -> JSONColumns {
    var blocks = JSONBlocks(source, blockBytes: blockBytes, maximumRecordBytes: limits.recordBytes)
    var scanner = JSONScanner(layout, columns: JSONColumns([]), discovers: true)
    var remaining = limits.records
    var fault: ReadFailure?
    var soundRecords = 0
    var bytes: [UInt8] = []
    while !blocks.isFinished(scanner), remaining > 0 {
      var output = JSONOutput(scan: ScanOutput(fields: [], extents: []), values: [])
      let origin = blocks.buffer.next
      // What the first element is, is judged before anything behind it, however much a block holds.
      scanner.limit = scanner.shape == nil ? 1 : remaining
      try blocks.scan(&bytes, with: &scanner, into: &output)
      remaining -= scanner.record
      soundRecords += scanner.record - output.scan.faults.count
      if scanner.shape == .arrays {
        let columns = try header(
          of: bytes,
          path: source.path,
          origin,
          hasHeader: hasHeader,
          scanner
        )
        return JSONColumns(
          keys: columns.keys,
          shape: .arrays,
          headerElements: columns.headerElements,
          allowsBlankName: allowsBlankName
        )
      }
      if fault == nil, let first = output.scan.faults.first {
        let position = SourcePosition(
          line: origin.line + Int(first.extent.lineDelta),
          byte: origin.byte + (first.offset ?? Int(first.extent.start))
        )
        fault = ReadFailure(path: source.path, position: position, message: first.message)
      }
    }
    let keys = scanner.reading.keys.names
    guard soundRecords == 0, var fault else {
      return JSONColumns(keys: keys, shape: scanner.shape, allowsBlankName: allowsBlankName)
    }
    if layout == .lines {
      fault.message += "; no line is an object, and NDJSON has a whole one on each line"
    }
    throw fault
  }

  /// Reads the first array of arrays: the names of the columns, or their number.
  private static func header(
    of bytes: [UInt8],
    path: String,
    _ origin: SourcePosition,
    hasHeader: Bool,
    _ scanner: JSONScanner
  ) throws(ReadFailure) -> JSONColumns {
    let values = JSONArrayValues(bytes.span, from: scanner.firstElement)
    guard hasHeader else {
      let names = values.strings.indices.map { Array("column\($0 + 1)".utf8) }
      return JSONColumns(keys: names, shape: .arrays)
    }
    var names: [[UInt8]] = []
    for (index, string) in values.strings.enumerated() {
      guard let string else {
        throw ReadFailure(
          path: path,
          position: SourcePosition(
            line: origin.line + scanner.firstLine,
            byte: origin.byte + scanner.firstElement
          ),
          message: "expected names in the first array, found something else in column \(index + 1);"
            + " --no-header takes it for data"
        )
      }
      names.append(string)
    }
    return JSONColumns(keys: names, shape: .arrays, headerElements: 1)
  }
}

/// The values of one array: what its strings mean, `nil` for what is none.
private struct JSONArrayValues {
  private(set) var strings: [[UInt8]?] = []

  /// Reads the array at `start`; what is at fault ends it, and is found again by the reader.
  init(_ bytes: Span<UInt8>, from start: Int) {
    var grammar = JSONGrammar(spansLines: true)
    var index = grammar.afterSpace(bytes, start + 1)
    while bytes[index] != ASCII.closeBracket {
      guard let end = grammar.value(bytes, index) else { return }
      if bytes[index] == ASCII.quote {
        var name: [UInt8] = []
        JSONEscapes.append(bytes.extracting((index + 1)..<(end - 1)), to: &name)
        strings.append(name)
      } else {
        strings.append(nil)
      }
      index = grammar.afterSpace(bytes, end)
      guard bytes[index] == ASCII.comma else { return }
      index = grammar.afterSpace(bytes, index + 1)
    }
  }
}
