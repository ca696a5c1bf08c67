internal import FurrowCore
internal import FurrowFormats

/// A schema made ready for a run: the checks of each source, and the keys over all of them.
struct SchemaRun {
  private let schema: Schema
  private let columns: [SchemaColumns]
  private let keys: SchemaKeys?

  /// Matches `document` with the headers of `sources`, and reads what foreign keys refer to.
  ///
  /// `keyBytes` is the memory that keys may take.
  init(
    _ document: SchemaDocument,
    _ sources: [TextSource],
    headers: [SourceHeader],
    keyBytes: Int,
    database: ReferencedDatabase?,
    isDeduplicated: Bool = false
  ) throws(PipelineError) {
    schema = document.schema
    var matches: [SchemaMatch] = []
    var columns: [SchemaColumns] = []
    for (source, header) in zip(sources, headers) {
      let match = try SchemaMatch(schema, of: source, header)
      matches.append(match)
      do throws(PipelineError) {
        columns.append(try SchemaColumns(schema, match, isText: source.format.isDelimited))
      } catch .document(var error) {
        error.file = document.path
        throw .document(error)
      }
    }
    self.columns = columns
    let wanted = SchemaKeys.keys(of: schema)
    guard !wanted.isEmpty || !schema.foreignKeys.isEmpty else {
      keys = nil
      return
    }
    let share = keyBytes / (wanted.count + schema.foreignKeys.count)
    var encodings: [[KeyEncoding]] = []
    for (match, header) in zip(matches, headers) {
      var own: [KeyEncoding] = []
      for key in wanted {
        guard let encoding = SchemaKeys.encoding(of: key.fields, in: document.schema, match) else {
          throw .plan(
            "\(header.path):\(header.line): expected all columns of the \(key.rule)"
              + " \(key.fields.joined(separator: ", ")), found others"
          )
        }
        own.append(encoding)
      }
      encodings.append(own)
    }
    var keyed = Self.keyed(sources, columns, encodings)
    if isDeduplicated {
      // Who reads ahead would have to leave out duplicates as the run does.
      for index in keyed.indices {
        keyed[index].prepare = { _ throws(PipelineError) in
          throw .plan("the keys of the schema and those of --by do not fit into --memory together")
        }
      }
    }
    let run = KeyRun(
      keyed,
      judges: (encodings.first ?? []).map {
        KeyJudge(ClaimForm($0), limit: share, cancellation: sources.first?.cancellation)
      }
    )
    let builder = ReferenceBuilder(
      document: document,
      limit: share,
      database: database,
      cancellation: sources.first?.cancellation
    )
    let own = Self.keyed(sources, columns, encodings.map { _ in [] })
    var references: [ReferenceCheck] = []
    for key in schema.foreignKeys {
      references.append(try builder.check(of: key, matches: matches, own: own))
    }
    keys = SchemaKeys(
      keys: wanted,
      run: run,
      references: references
    )
  }

  /// Whether the run may read its sources more than once.
  static func rereads(_ schema: Schema) -> Bool {
    !SchemaKeys.keys(of: schema).isEmpty || !schema.foreignKeys.isEmpty
  }

  /// The check of types for the source at `index`; `keepsForKeys` says that the records it rejects
  /// are looked at by the check of keys all the same.
  func typeStage(for index: Int, keepsForKeys: Bool) -> SchemaCheck {
    SchemaCheck(columns[index], keepsForKeys: keepsForKeys && keys != nil)
  }

  /// The check of keys, behind that of types.
  func keyStage(for index: Int) -> KeyCheck? {
    keys.map { KeyCheck(keys: $0, source: index) }
  }

  private static func keyed(
    _ sources: [TextSource],
    _ columns: [SchemaColumns],
    _ encodings: [[KeyEncoding]]
  ) -> [KeyRun.Source] {
    zip(sources, zip(columns, encodings)).map { source, rest in
      let (columns, encodings) = rest
      return KeyRun.Source(
        path: source.path,
        open: { () throws(PipelineError) in try source.open() },
        prepare: { batch throws(PipelineError) in
          try source.cancellation?.check()
          batch.keepForKeys(columns.check(&batch))
        },
        forms: encodings.map { ClaimForm($0) }
      )
    }
  }
}

/// Reads the keys that foreign keys refer to.
private struct ReferenceBuilder {
  let document: SchemaDocument
  let limit: Int
  let database: ReferencedDatabase?
  let cancellation: Cancellation?

  func check(
    of key: Schema.ForeignKey,
    matches: [SchemaMatch],
    own: [KeyRun.Source]
  ) throws(PipelineError) -> ReferenceCheck {
    let schema = document.schema
    var encodings = matches.map { SchemaKeys.encoding(of: key.fields, in: schema, $0) }
    var targets: [(KeyRun.Source, KeyEncoding)] = []
    if let name = key.resource {
      targets = try resource(name, key)
    } else {
      for (source, match) in zip(own, matches) {
        guard
          let encoding = SchemaKeys.encoding(of: key.referencedFields, in: schema, match)
        else { continue }
        targets.append((source, encoding))
      }
    }
    // Values of different types are compared by their text.
    if targets.contains(where: { $0.1.forms != encodings.first??.forms }) {
      encodings = encodings.map { $0?.asText }
      targets = targets.map { ($0.0, $0.1.asText) }
    }
    return ReferenceCheck(
      fields: key.fields,
      referenced: key.referencedFields,
      target: key.resource ?? "the same table",
      encodings: encodings,
      keys: try ReferenceKeys(
        targets,
        referredToBy: Array(zip(own, encodings)),
        limit: limit,
        cancellation: cancellation
      )
    )
  }

  private func resource(
    _ name: String,
    _ key: Schema.ForeignKey
  ) throws(PipelineError) -> [(KeyRun.Source, KeyEncoding)] {
    guard let resource = document.resources.first(where: { $0.name.isSpelled(name) }) else {
      if let found = try database?.target(name, key, of: document) { return [found] }
      let names = document.resources.map(\.name)
      let missing =
        database == nil
        ? "only a data package can name; give that with --schema"
        : "is no table of the database; import that one first"
      throw .plan(
        names.isEmpty
          ? "\(document.path): the foreign key of \(key.fields.joined(separator: ", ")) refers to the"
            + " resource \"\(name)\", which \(missing)"
          : "\(document.path): no resource with a schema is called \"\(name)\"\(Spelling.hint(for: name, among: names))"
      )
    }
    var targets: [(KeyRun.Source, KeyEncoding)] = []
    for source in resource.sources { targets.append(try target(source, resource, key)) }
    return targets
  }

  private func target(
    _ source: TextSource,
    _ resource: SchemaDocument.Resource,
    _ key: Schema.ForeignKey
  ) throws(PipelineError) -> (KeyRun.Source, KeyEncoding) {
    var source = source
    try source.findColumns()
    let header = SourceHeader(try source.open())
    let match = try SchemaMatch(resource.schema, of: source, header)
    guard
      let encoding = SchemaKeys.encoding(of: key.referencedFields, in: resource.schema, match)
    else {
      throw .plan(
        "\(document.path): the resource \"\(resource.name)\" has no fields"
          + " \(key.referencedFields.joined(separator: ", "))"
      )
    }
    let columns = try SchemaColumns(
      resource.schema,
      match,
      isText: source.format.isDelimited
    )
    let kept = source
    return (
      KeyRun.Source(
        path: kept.path,
        open: { () throws(PipelineError) in try kept.open() },
        prepare: { [cancellation] batch throws(PipelineError) in
          try cancellation?.check()
          batch.keepForKeys(columns.check(&batch))
        },
        forms: []
      ), encoding
    )
  }
}

extension SchemaMatch {
  /// Finds the fields of `schema` in the header of a source.
  init(
    _ schema: Schema,
    of source: TextSource,
    _ header: SourceHeader
  ) throws(PipelineError) {
    try self.init(
      schema,
      path: header.path,
      columns: header.columns,
      line: header.line,
      hasHeader: !source.format.isDelimited || source.dialect.hasHeader
        || !source.dialect.columns.isEmpty,
      isOrdered: source.format.isDelimited
    )
  }
}

extension KeyEncoding {
  fileprivate var forms: [Form] { parts.map(\.form) }

  /// The same fields, compared by their bytes.
  fileprivate var asText: KeyEncoding {
    KeyEncoding(
      parts: parts.map { Part(column: $0.column, form: .text) },
      nullsAreEqual: nullsAreEqual
    )
  }
}

extension FileFormat {
  /// Whether values are nothing but texts between delimiters.
  var isDelimited: Bool { self == .csv || self == .tsv }
}
