/// The records that travel together: the read buffer itself, and where the fields lie in it.
///
/// A batch is used again and again for the whole run, two or three exist, and exactly one part of
/// the run owns each. Bytes are written by the reader and never move; stages narrow ``live``.
/// Records with the wrong number of fields are rejections only and have no fields here, so
/// ``fields`` is a full table of ``count`` records by ``columnCount``. Where a reader was asked to
/// keep them, they are NULL in the table, and ``ragged`` says where their fields are.
public struct RecordBatch: ~Copyable, Sendable {
  /// The bytes read, then room for what had to be unescaped.
  public package(set) var bytes: [UInt8] = []
  /// The fields, record after record, then those of ``ragged``; only ``fieldCount`` are meant.
  public package(set) var fields: [Field] = []
  /// The typed values beside ``fields``: an `Int64` or a `Double`, by its bits.
  public package(set) var values: [UInt64] = []
  /// Where each record stands.
  public package(set) var extents: [RecordExtent] = []
  /// The records that keep a number of fields of their own, in the order of the source.
  public package(set) var ragged: [RaggedRecord] = []
  /// Records that a reader was asked to keep though their quotes or their delimiter are wrong.
  public package(set) var mendedCount = 0
  /// The number of fields in every other record.
  public package(set) var columnCount = 0
  /// Where the batch starts: its first byte, the line there, and the record that comes first.
  public package(set) var origin = SourcePosition()
  /// Where the source goes on behind the batch.
  public package(set) var end = SourcePosition()
  /// How far the file is used that the batch was read from.
  public package(set) var progress = SourceProgress()
  /// The checksum of the source up to ``end``, if the reader keeps one.
  public package(set) var checksum: UInt32?
  /// Whether the reader has decided which fields are numbers, as the text says it; else all are text.
  public package(set) var isTyped = false
  /// How many bytes of the source the batch stands for.
  public package(set) var bytesRead = 0
  /// All records that were read for this batch, those without fields included.
  public package(set) var recordsRead = 0

  /// The records still in the game, by index, in the order of the source.
  public private(set) var live: [UInt32] = []
  /// The faults found so far.
  public private(set) var rejections: [Rejection] = []
  /// Records rejected so far.
  public private(set) var rejectedCount = 0
  /// Records found to repeat an earlier one.
  public private(set) var duplicateCount = 0
  /// Records left out by request.
  public private(set) var filteredCount = 0

  /// The parts of the pipeline that the batch went through.
  public internal(set) var passages: [Passage] = []

  /// Two words for each record that say what its fields are, where somebody has made them.
  package var digests: [UInt64] = []
  /// Fields, by their index, that a check of types found to be no values: no key is made of them.
  package private(set) var faultyFields: Set<Int> = []
  /// The records that a check of types looked at, where it rejected some of them.
  private var checked: [UInt32] = []

  /// The fate of each record; empty as long as all of them live.
  private var fates: [Fate] = []
  /// Whether ``live`` still lists records that are no longer in the game.
  private var hasSettled = false

  /// Makes an empty batch.
  public init() {}

  /// The number of records that have fields.
  public var count: Int { extents.count }

  /// Empties the batch for the next records; memory is kept.
  package mutating func reset(origin: SourcePosition, columnCount: Int) {
    self.origin = origin
    bytesRead = 0
    isTyped = false
    self.columnCount = columnCount
    recordsRead = 0
    mendedCount = 0
    extents.removeAll(keepingCapacity: true)
    ragged.removeAll(keepingCapacity: true)
    live.removeAll(keepingCapacity: true)
    rejections.removeAll(keepingCapacity: true)
    fates.removeAll(keepingCapacity: true)
    passages.removeAll(keepingCapacity: true)
    checked.removeAll(keepingCapacity: true)
    digests.removeAll(keepingCapacity: true)
    if !faultyFields.isEmpty { faultyFields.removeAll(keepingCapacity: true) }
    (rejectedCount, duplicateCount, filteredCount) = (0, 0, 0)
    hasSettled = false
  }

  /// Makes ``bytes``, and ``fields`` with their values, at least so long.
  ///
  /// What they hold is kept; as everywhere, only those that are meant count.
  package mutating func makeRoom(bytes byteCount: Int = 0, fields fieldCount: Int = 0) {
    if byteCount > bytes.count {
      bytes.append(contentsOf: repeatElement(0, count: byteCount - bytes.count))
    }
    if fieldCount > fields.count {
      let field = Field(start: 0, length: 0)
      fields.append(contentsOf: repeatElement(field, count: fieldCount - fields.count))
    }
    if values.count < fields.count {
      values.append(contentsOf: repeatElement(0, count: fields.count - values.count))
    }
  }

  /// Puts every record that has fields into ``live``: the reader has filled the batch.
  package mutating func enliven() {
    live.append(contentsOf: 0..<UInt32(truncatingIfNeeded: extents.count))
  }

  /// Records the fault of a record that has no fields; it counts as rejected.
  package mutating func rejectUnread(_ rejection: Rejection) {
    rejections.append(rejection)
    rejectedCount += 1
  }
}

extension RecordBatch {
  /// Records a fault of `record`; the first one settles its fate.
  ///
  /// The record leaves ``live`` with the next ``narrow()``.
  /// `record` is the index of a record that was live when the stage began; `column` counts from 0,
  /// `nil` is the whole record; `offset` is the offending byte in ``bytes``.
  public mutating func reject(
    _ record: Int,
    column: Int? = nil,
    offset: Int? = nil,
    _ code: Rejection.Code,
    rule: String? = nil,
    value: String? = nil,
    message: String
  ) {
    reject(
      record,
      Rejection(
        code,
        at: extents[record],
        column: column.map { $0 + 1 },
        offset: offset,
        rule: rule,
        value: value,
        message: message
      )
    )
  }

  /// Records `rejection`, a fault of `record`; the first one settles its fate.
  package mutating func reject(_ record: Int, _ rejection: Rejection) {
    rejections.append(rejection)
    settle(record, as: .rejected)
  }

  /// Gives `record` its fate, unless it has one already.
  public mutating func settle(_ record: Int, as fate: Fate) {
    if fates.isEmpty { fates = [Fate](repeating: .live, count: count) }
    guard fates[record] == .live else { return }
    fates[record] = fate
    hasSettled = true
    switch fate {
    case .live: break
    case .rejected: rejectedCount += 1
    case .duplicate: duplicateCount += 1
    case .filtered: filteredCount += 1
    }
  }

  /// The records whose keys are looked at: the live ones, or those of ``keepForKeys(_:)``.
  package var keyed: [UInt32] { checked.isEmpty ? live : checked }

  /// Says that the keys of all records that are live now are to be looked at, although some were
  /// rejected meanwhile; `faulty` are the fields, by their index, that are no values.
  package mutating func keepForKeys(_ faulty: Set<Int>) {
    faultyFields = faulty
    if hasSettled { checked = live }
  }

  /// Takes settled records out of ``live``.
  ///
  /// Each stage calls it once, when it is done.
  public mutating func narrow() {
    guard hasSettled else { return }
    hasSettled = false
    live.removeAll { fates[Int($0)] != .live }
  }

  /// Puts the rejections in the order of the source; records are found faulty by several passes.
  public mutating func sortRejections() {
    guard rejections.count > 1 else { return }
    rejections.sort {
      ($0.extent.recordDelta, $0.column ?? 0) < ($1.extent.recordDelta, $1.column ?? 0)
    }
  }
}

extension RecordBatch {
  /// Returns the field of `record` in `column`, both counted from 0.
  @inlinable public subscript(record: Int, column: Int) -> Field {
    fields[record * columnCount + column]
  }

  /// Returns the bytes of `field`.
  @_lifetime(borrow self)
  public func span(of field: Field) -> Span<UInt8> {
    bytes.span.extracting(Int(field.start)..<field.end)
  }

  /// Returns the bytes of `field` as text; what is not UTF-8 is shown as U+FFFD.
  public func text(_ field: Field) -> String {
    String(decoding: bytes[Int(field.start)..<field.end], as: UTF8.self)
  }

  /// Returns the place of the record at `extent`; `offset`, in the batch's bytes, names another byte.
  public func position(of extent: RecordExtent, offset: Int? = nil) -> SourcePosition {
    SourcePosition(
      record: origin.record + Int(extent.recordDelta),
      line: origin.line + Int(extent.lineDelta),
      byte: origin.byte + (offset ?? Int(extent.start))
    )
  }
}

extension RecordBatch {
  /// Makes a batch of one record with one field, which holds `text`.
  public init(_ text: String) {
    self.init()
    reset(origin: SourcePosition(record: 1), columnCount: 1)
    bytes = Array(text.utf8)
    fields = [Field(start: 0, length: bytes.count)]
    extents = [RecordExtent(start: 0, end: bytes.count, lineDelta: 0, recordDelta: 0)]
    recordsRead = 1
    enliven()
    reserveValues()
  }
}
