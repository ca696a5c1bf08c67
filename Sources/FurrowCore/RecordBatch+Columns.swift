extension RecordBatch {
  /// Leaves the columns of `kept`, counted from 0, in that order, and of ragged records nothing.
  package mutating func keepColumns(_ kept: [Int]) {
    var newFields: [Field] = []
    var newValues: [UInt64] = []
    newFields.reserveCapacity(count * kept.count)
    let hasValues = values.count >= fields.count && !values.isEmpty
    for record in 0..<count {
      for column in kept {
        let place = record * columnCount + column
        newFields.append(fields[place])
        if hasValues { newValues.append(values[place]) }
      }
    }
    fields = newFields
    values = newValues
    columnCount = kept.count
    ragged.removeAll()
    reserveValues()
  }

  /// Makes room for `extra` columns behind the others; they hold NULL.
  package mutating func widen(by extra: Int) {
    var newFields: [Field] = []
    var newValues: [UInt64] = []
    newFields.reserveCapacity(count * (columnCount + extra))
    newValues.reserveCapacity(count * (columnCount + extra))
    let hasValues = values.count >= count * columnCount
    for record in 0..<count {
      let range = record * columnCount..<(record + 1) * columnCount
      newFields.append(contentsOf: fields[range])
      newFields.append(
        contentsOf: repeatElement(Field(start: 0, length: 0, kind: .null), count: extra)
      )
      if hasValues { newValues.append(contentsOf: values[range]) }
      newValues.append(
        contentsOf: repeatElement(0, count: hasValues ? extra : range.count + extra)
      )
    }
    fields = newFields
    values = newValues
    columnCount += extra
    ragged.removeAll()
  }

  /// Appends bytes behind those that were read, and returns where they start.
  package mutating func append(_ more: [UInt8]) -> Int {
    let start = bytes.count
    bytes.append(contentsOf: more)
    return start
  }

  /// Puts a field in the place of the one at `index`, with its value.
  package mutating func replace(_ index: Int, by field: Field, _ value: UInt64) {
    fields[index] = field
    values[index] = value
  }
}
