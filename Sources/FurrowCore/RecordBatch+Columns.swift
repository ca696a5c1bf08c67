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
}
