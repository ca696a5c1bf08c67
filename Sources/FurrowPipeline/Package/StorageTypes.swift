internal import FurrowCore
internal import FurrowFormats

/// Makes fields values of the storage classes that they had in the database which they come from.
struct StorageTypes: Stage {
  /// What the texts of a column are.
  private enum Rule {
    case integer
    case real
    /// Digits alone are a whole number, any other form is not.
    case number
    /// A number where it is one, else text.
    case numberOrText
    case blob(BlobText)
    /// Whatever the mark says, or the form of a number.
    case marked
  }

  let name = "check"
  private var rules: [(column: Int, rule: Rule)] = []

  /// Makes a stage for the columns of a reader; `storage` has the classes of each field of the schema.
  init(_ resource: DataPackage.Resource, columns: [String]) {
    for (field, classes) in zip(resource.schema?.fields ?? [], resource.own.storage) {
      guard let classes, let column = columns.index(ofColumn: field.name) else { continue }
      if let rule = Self.rule(Set(classes), resource) { rules.append((column, rule)) }
    }
    for (field, isMarked) in zip(resource.schema?.fields ?? [], resource.own.marked) where isMarked
    {
      guard let column = columns.index(ofColumn: field.name) else { continue }
      rules.removeAll { $0.column == column }
      rules.append((column, .marked))
    }
  }

  /// Makes a stage that only reads the marks of these columns.
  init(marked: Set<Int>) {
    rules = marked.sorted().map { ($0, .marked) }
  }

  func process(_ batch: inout RecordBatch) throws(PipelineError) {
    batch.reserveValues()
    for (column, rule) in rules {
      for index in batch.live.indices {
        let record = Int(batch.live[index])
        guard batch[record, column].kind == .text, !type(record, column, rule, &batch) else {
          continue
        }
        let field = batch[record, column]
        let value = batch.text(field)
        batch.reject(
          record,
          column: column,
          offset: Int(field.start),
          .typeError,
          rule: "type",
          value: value,
          message: "expected a value of the storage class that the package says, found"
            + " \(Excerpt(value))"
        )
      }
    }
  }

  private static func rule(_ classes: Set<String>, _ resource: DataPackage.Resource) -> Rule? {
    let numbers = classes.intersection(["integer", "real"])
    let isJSON = !resource.format.isDelimited
    if classes == ["blob"] || isJSON && classes == numbers.union(["blob"]) {
      return .blob(resource.own.blob)
    }
    guard !classes.contains("blob"), !numbers.isEmpty else { return nil }
    if classes.contains("text") { return isJSON ? nil : .numberOrText }
    if numbers.count == 2 { return .number }
    return numbers == ["integer"] ? .integer : .real
  }

  private func type(
    _ record: Int,
    _ column: Int,
    _ rule: Rule,
    _ batch: inout RecordBatch
  ) -> Bool {
    switch rule {
    case .integer: return batch.type(record, column, as: .integer)
    case .real: return batch.type(record, column, as: .real)
    case .blob(let form): return batch.type(record, column, as: .blob(form))
    case .marked: return ValueMarks.read(record, column, of: &batch)
    case .number, .numberOrText:
      if let value = NumberText.integer(batch.span(of: batch[record, column])) {
        let index = record * batch.columnCount + column
        batch.set(.integer, UInt64(bitPattern: value), at: index)
        return true
      }
      let isReal = batch.type(record, column, as: .real)
      if case .numberOrText = rule { return true }
      return isReal
    }
  }
}
