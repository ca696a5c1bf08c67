internal import FurrowCore

extension RecordBatch {
  /// Takes the batch's buffer out as `count` bytes, with nothing of the last records meant.
  ///
  /// One that a long record made much larger is let go.
  mutating func takeBytes(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    swap(&bytes, &self.bytes)
    if bytes.capacity > 8 * count { bytes = [] }
    if bytes.count > count {
      bytes.removeLast(bytes.count - count)
    } else {
      bytes.append(contentsOf: repeatElement(0, count: count - bytes.count))
    }
    return bytes
  }

  /// Takes the batch's tables out, with room for `count` fields.
  mutating func takeOutput(fields count: Int) -> ScanOutput {
    var output = ScanOutput(fields: [], extents: [])
    swap(&output.fields, &self.fields)
    swap(&output.extents, &self.extents)
    if output.fields.count < count {
      let none = Field(start: 0, length: 0)
      output.fields.append(contentsOf: repeatElement(none, count: count - output.fields.count))
    }
    return output
  }

  /// Puts the filled buffer and tables back.
  mutating func put(bytes: inout [UInt8], fields: inout [Field], extents: inout [RecordExtent]) {
    swap(&bytes, &self.bytes)
    swap(&fields, &self.fields)
    swap(&extents, &self.extents)
  }
}
