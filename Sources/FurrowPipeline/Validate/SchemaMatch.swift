internal import FurrowCore
internal import FurrowFormats

/// The fields of a schema beside the columns of a file: what is where, by the schema's own rule.
struct SchemaMatch {
  /// The column of each field, counted from 0; `nil` when the file lacks it.
  let columns: [Int?]

  /// Finds the fields of `schema` in the file at `path`.
  ///
  /// - Throws: ``PipelineError`` when a column is missing, too many or in the wrong place.
  init(
    _ schema: Schema,
    path: String,
    columns names: [String],
    line: Int,
    hasHeader: Bool,
    isOrdered: Bool
  ) throws(PipelineError) {
    let fields = schema.fields
    var rule = schema.fieldsMatch
    if rule == .exact, !isOrdered { rule = .equal }
    guard rule != .exact else {
      // Without a header there are no names to compare.
      let pairs = hasHeader ? zip(names, fields).enumerated().map { $0 } : []
      if let wrong = pairs.first(where: { !$0.element.0.isSpelled($0.element.1.name) }) {
        throw Self.wrong(
          names,
          at: wrong.offset,
          expected: wrong.element.1.name,
          of: schema,
          "\(path):\(line)"
        )
      }
      guard names.count == fields.count else {
        throw .plan("\(path):\(line): \(Self.counts(names, fields))")
      }
      columns = fields.indices.map { $0 }
      return
    }
    let found = fields.map { field in names.index(spelled: field.name) }
    let place = "\(path):\(line)"
    if rule == .equal || rule == .subset, let missing = found.firstIndex(of: nil) {
      let name = fields[missing].name
      throw .plan(
        "\(place): field \"\(name)\": expected a column of this name, as fieldsMatch is"
          + " \(rule.rawValue), found none\(Spelling.hint(for: name, among: names))"
      )
    }
    if rule == .equal || rule == .superset,
      let extra = names.indices.first(where: { schema.field(named: names[$0]) == nil })
    {
      throw .plan(
        "\(place): field \"\(names[extra])\": column \(extra + 1) is not in the schema, whose"
          + " fieldsMatch is \(rule.rawValue)\(Spelling.hint(for: names[extra], among: fields.map(\.name)))"
      )
    }
    if found.allSatisfy({ $0 == nil }) {
      throw .plan("\(place): none of the schema's fields is there")
    }
    columns = found
  }

  private static func wrong(
    _ names: [String],
    at index: Int,
    expected: String,
    of schema: Schema,
    _ place: String
  ) -> PipelineError {
    let isElsewhere = names.index(spelled: expected) != nil
    let hint =
      isElsewhere
      ? "; the order counts, as fieldsMatch is exact: \"equal\" in the schema finds fields by name"
      : ""
    return .plan(
      "\(place): field \"\(names[index])\": column \(index + 1) was expected to be \"\(expected)\", as"
        + " in the schema\(hint)"
    )
  }

  private static func counts(_ names: [String], _ fields: [SchemaField]) -> String {
    let extra = names.dropFirst(fields.count).first.map { ", such as \"\($0)\"" }
    let missing = fields.dropFirst(names.count).first.map { "; \"\($0.name)\" is missing" }
    return "expected \(Amount.of(fields.count, "column")), as in the schema, found \(names.count)"
      + (extra ?? missing ?? "")
  }
}
