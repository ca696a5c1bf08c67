internal import FurrowCore

/// One reader of an audit, gone through record by record and fault by fault.
struct AuditSide: ~Copyable {
  /// What comes next: a record of the batch by index, or a fault.
  enum Item {
    case record(Int)
    case fault(Rejection)
  }

  private(set) var batch = RecordBatch()
  private var source: any RecordSource
  private var recordIndex = 0
  private var faultIndex = 0

  init(_ source: any RecordSource) {
    self.source = source
  }

  /// The next item in the order of the source; `nil` at its end.
  mutating func next() throws(PipelineError) -> Item? {
    while recordIndex == batch.live.count, faultIndex == batch.rejections.count {
      guard try source.fill(&batch) else { return nil }
      batch.sortRejections()
      (recordIndex, faultIndex) = (0, 0)
    }
    let record = recordIndex < batch.live.count ? Int(batch.live[recordIndex]) : nil
    if faultIndex < batch.rejections.count {
      let fault = batch.rejections[faultIndex]
      let isFirst = record.map { fault.extent.recordDelta < batch.extents[$0].recordDelta } ?? true
      if isFirst {
        faultIndex += 1
        return .fault(fault)
      }
    }
    recordIndex += 1
    return record.map(Item.record)
  }

  /// Where `item` stands, the offending byte of a fault if there is one.
  func position(of item: Item) -> SourcePosition {
    switch item {
    case .record(let record): batch.position(of: batch.extents[record])
    case .fault(let fault): batch.position(of: fault.extent, offset: fault.offset)
    }
  }

  /// What `item` is, in words.
  func words(_ item: Item?) -> String {
    switch item {
    case nil: "the end"
    case .record(let record): "a record of \(batch.fieldRange(of: record).count) fields"
    case .fault(let fault): "\(fault.code.rawValue): \(fault.message)"
    }
  }

  /// The field at `index` in words: `NULL`, or the text between quotes.
  func words(ofField index: Int) -> String {
    let field = batch.fields[index]
    return field.isNull ? "NULL" : Excerpt(batch.text(field)).description
  }
}
