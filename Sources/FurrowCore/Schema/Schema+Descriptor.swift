extension Schema {
  /// Makes the schema that `descriptor` describes.
  ///
  /// - Throws: ``DocumentError`` with the path of what is not as the standard has it.
  package init(_ descriptor: JSONCursor) throws(DocumentError) {
    guard let list = descriptor["fields"] else {
      throw descriptor.expected("an object with \"fields\"")
    }
    let missing = try descriptor["missingValues"]?.missingValues() ?? [""]
    let items = try list.items()
    self.init(fields: [])
    for item in items {
      fields.append(try SchemaField(item, missingValues: missing))
    }
    if let match = descriptor["fieldsMatch"] { fieldsMatch = try match.fieldsMatch() }
    try checkNames(items)
    if let key = descriptor["primaryKey"] { primaryKey = try fieldNames(key) }
    if let keys = descriptor["uniqueKeys"] {
      uniqueKeys = try keys.items().map { key throws(DocumentError) in try fieldNames(key) }
      if uniqueKeys.isEmpty { throw keys.expected("at least one key") }
    }
    if let keys = descriptor["foreignKeys"] {
      foreignKeys = try keys.items().map { key throws(DocumentError) in try foreignKey(key) }
    }
  }

  private func checkNames(_ items: [JSONCursor]) throws(DocumentError) {
    var seen: Set<[UInt8]> = []
    for (item, field) in zip(items, fields) where !seen.insert(Array(field.name.utf8)).inserted {
      throw (item["name"] ?? item).expected("each name once")
    }
  }

  /// Reads the names of fields of this schema.
  private func fieldNames(_ cursor: JSONCursor) throws(DocumentError) -> [String] {
    let names = try cursor.names()
    if names.isEmpty { throw cursor.expected("at least one name") }
    for (index, name) in names.enumerated() {
      let place = cursor.value.items == nil ? cursor : try cursor.items()[index]
      if field(named: name) == nil { throw place.expected("the name of a field") }
      if Array(names[..<index]).index(spelled: name) != nil {
        throw place.expected("each name once")
      }
    }
    return names
  }

  private func foreignKey(_ cursor: JSONCursor) throws(DocumentError) -> ForeignKey {
    guard let own = cursor["fields"], let reference = cursor["reference"],
      let other = reference["fields"]
    else {
      throw cursor.expected(
        "an object with \"fields\" and \"reference\", which has \"fields\", too"
      )
    }
    let names = try fieldNames(own)
    let resource = try reference["resource"]?.string()
    let isOwn = resource == nil || resource == ""
    let referenced = isOwn ? try fieldNames(other) : try other.names()
    guard referenced.count == names.count else {
      throw other.expected("\(names.count) name\(names.count == 1 ? "" : "s"), as in \"fields\"")
    }
    return ForeignKey(
      fields: names,
      resource: isOwn ? nil : resource,
      referencedFields: referenced
    )
  }
}

extension JSONCursor {
  /// The strings that stand for NULL, each bare or with its label.
  fileprivate func missingValues() throws(DocumentError) -> [String] {
    var seen: Set<String> = []
    return try items().map { item throws(DocumentError) in
      var text = item
      if case .object = item.value {
        guard let value = item["value"] else { throw item.expected("an object with \"value\"") }
        if let label = item["label"] { _ = try label.string() }
        text = value
      }
      let value = try text.string()
      if !seen.insert(value).inserted { throw text.expected("each value once") }
      return value
    }
  }

  fileprivate func fieldsMatch() throws(DocumentError) -> Schema.FieldsMatch {
    // An array of one was written by early tools of the second version.
    if case .array = value, let first = try items().first, try items().count == 1 {
      return try first.choice()
    }
    return try choice()
  }
}

extension SchemaField {
  /// Makes the field that `descriptor` describes; `missingValues` are those of the schema.
  init(_ descriptor: JSONCursor, missingValues: [String]) throws(DocumentError) {
    guard let name = descriptor["name"] else {
      throw descriptor.expected("an object with \"name\"")
    }
    let type = try FieldType(descriptor)
    self.init(
      name: try name.string(),
      type: type,
      constraints: try Constraints(descriptor, type: type),
      missingValues: try descriptor["missingValues"]?.missingValues() ?? missingValues
    )
  }
}
