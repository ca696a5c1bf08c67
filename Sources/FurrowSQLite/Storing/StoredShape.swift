/// A stored type and its table, proved to fit each other.
struct StoredShape {
  /// The table's name in SQL, with its schema.
  let table: String
  /// The columns' names as the table has them.
  let columns: [String]
  /// What each column does to values, by its name in lower case.
  private let kinds: [String: (name: String, affinity: Affinity, declared: String)]

  /// Looks at the table of `type` and at what the type asks for.
  ///
  /// - Throws: `mismatch` that lists both sides.
  init<T: Storable>(_ type: T.Type, in database: Database) throws(SQLiteError) {
    let name = T.table.name
    guard let table = try database.table(name, schema: T.table.schema) else {
      throw SQLiteError(
        code: .mismatch,
        message: "\(type): there is no table \"\(name)\"; migrations make it"
      )
    }
    let columns = try database.columns(of: name, schema: T.table.schema)
      .filter { $0.kind != .hidden }
    self.table = "\(quoted(T.table.schema)).\(quoted(table.name))"
    self.columns = columns.map(\.name)
    kinds = Dictionary(
      columns.map { column in
        let affinity = Affinity(declaredType: column.declaredType, isStrict: table.isStrict)
        return (column.name.lowercased(), (column.name, affinity, column.declaredType))
      },
      uniquingKeysWith: { first, _ in first }
    )
    let (properties, isComplete) = ShapeDecoder.properties(of: type)
    var faults = properties.compactMap { fault($0.name, $0.storage) }
    if isComplete {
      let asked = Set(properties.map { $0.name.lowercased() })
      for column in columns where !column.isGenerated && !asked.contains(column.name.lowercased()) {
        faults.append("no property for the column \"\(column.name)\"")
      }
    }
    if kinds[T.table.key.name.lowercased()] == nil {
      faults.append("no column \"\(T.table.key.name)\" for the key")
    }
    guard !faults.isEmpty else { return }
    let left = properties.map { "\($0.name): \($0.type)" }.joined(separator: ", ")
    throw mismatch(type, faults, properties: isComplete ? left : left + ", ...")
  }

  /// Proves that `values` of `type` fit the columns.
  ///
  /// - Throws: `mismatch` that lists both sides.
  func check<T: Storable>(
    _ values: [(name: String, value: Value)],
    of type: T.Type
  ) throws(SQLiteError) {
    var faults: [String] = []
    for (name, value) in values {
      if let fault = fault(name, value.storageClass) { faults.append(fault) }
    }
    guard !faults.isEmpty else { return }
    let left = values.map { "\($0.name): \($0.value.storageClass.rawValue.uppercased())" }
    throw mismatch(type, faults, properties: left.joined(separator: ", "))
  }

  /// Proves that filters and orders speak of columns that are there.
  func check<T: Storable>(_ names: [String], of type: T.Type) throws(SQLiteError) {
    let faults = names.filter { kinds[$0.lowercased()] == nil }.map { "no column \"\($0)\"" }
    guard !faults.isEmpty else { return }
    throw mismatch(type, faults, properties: names.joined(separator: ", "))
  }

  private func mismatch<T>(_ type: T.Type, _ faults: [String], properties: String) -> SQLiteError {
    let right = columns.map { column in
      let declared = kinds[column.lowercased()]?.declared ?? ""
      return declared.isEmpty ? column : "\(column) \(declared)"
    }.joined(separator: ", ")
    return SQLiteError(
      code: .mismatch,
      message: "\(type) and the table \(table) do not fit: \(faults.joined(separator: "; "))."
        + " \(type) has (\(properties)), the table has (\(right))"
    )
  }

  /// Why a property that is stored as `storage` does not fit a column called `name`.
  private func fault(_ name: String, _ storage: StorageClass?) -> String? {
    guard let kind = kinds[name.lowercased()] else { return "no column \"\(name)\"" }
    guard let storage, storage != .null, !kind.affinity.keeps(storage, kind.declared) else {
      return nil
    }
    return "\"\(name)\" is stored as \(storage.rawValue.uppercased()),"
      + " the column is \(kind.declared)"
  }
}

extension Affinity {
  /// Whether a column of this affinity stores values of a class as they are, or as numbers that
  /// read the same.
  fileprivate func keeps(_ storage: StorageClass, _ declared: String) -> Bool {
    switch (self, storage) {
    case (.blob, _), (_, .null): true
    case (.text, .text): true
    case (.integer, .integer), (.real, .real), (.real, .integer): true
    case (.numeric, .integer), (.numeric, .real): true
    // Text that is a date is no number, so that a column called one keeps it.
    case (.numeric, .text):
      declared.uppercased().contains("DATE") || declared.uppercased().contains("TIME")
    default: false
    }
  }
}
