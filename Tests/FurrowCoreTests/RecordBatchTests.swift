import FurrowCore
import TestSupport
import Testing

@Suite struct RecordBatchTests {
  private func threeRows() -> RecordBatch {
    RecordBatch(rows: [[.text("a")], [.text("b")], [.text("c")]], columnCount: 1)
  }

  @Test func `gives each record one fate, the first`() {
    var batch = threeRows()
    batch.reject(1, column: 0, .typeError, message: "first")
    batch.reject(1, .constraintError, message: "second")
    batch.settle(1, as: .duplicate)
    batch.settle(2, as: .duplicate)
    batch.settle(2, as: .filtered)
    batch.settle(0, as: .live)
    batch.narrow()
    #expect(batch.live == [0])
    #expect(batch.rejections.count == 2)
    #expect([batch.rejectedCount, batch.duplicateCount, batch.filteredCount] == [1, 1, 0])
  }

  @Test func `keeps settled records live until it is narrowed`() {
    var batch = threeRows()
    batch.settle(0, as: .filtered)
    #expect(batch.live == [0, 1, 2])
    batch.narrow()
    batch.narrow()
    #expect(batch.live == [1, 2])
  }

  @Test func `puts rejections in the order of the source`() {
    var batch = threeRows()
    batch.reject(2, .typeError, message: "c")
    batch.reject(0, column: 0, .typeError, message: "a")
    batch.reject(0, .typeError, message: "whole")
    batch.sortRejections()
    #expect(batch.rejections.map(\.message) == ["whole", "a", "c"])
  }

  @Test func `tells a record's place, and another byte's`() {
    let batch = threeRows()
    #expect(batch.position(of: batch.extents[2]) == SourcePosition(record: 3, line: 3, byte: 2))
    #expect(batch.position(of: batch.extents[2], offset: 1).byte == 1)
  }

  @Test func `packs a field's length, kind and quotes into 8 bytes`() {
    #expect(MemoryLayout<Field>.size == 8)
    for kind in [Field.Kind.text, .null, .integer, .real, .blob] {
      for isQuoted in [false, true] {
        let field = Field(start: 7, length: Field.maximumLength, kind: kind, isQuoted: isQuoted)
        #expect(field.length == Field.maximumLength)
        #expect(field.kind == kind)
        #expect(field.isQuoted == isQuoted)
        #expect(field.end == 7 + Field.maximumLength)
      }
    }
    #expect(Field(bareFrom: 3, to: 3).isNull)
    #expect(Field(bareFrom: 3, to: 4).kind == .text)
  }
}
