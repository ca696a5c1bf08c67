public import FurrowFormats
public import FurrowSQLite

/// A run from text to text as one value: what is read, what is checked, and where it goes.
public struct TextPlan: Sendable {
  /// How records are written.
  public enum Form: Sendable {
    /// Byte for byte, as they stand in the source.
    case raw
    /// Anew, in a format.
    case written(TextForm)
  }

  /// Where the records go that pass.
  public struct Output: Sendable {
    /// The file; `-` is standard output.
    public var path: String
    /// How they are written.
    public var form: Form

    /// Makes an output.
    public init(path: String, form: Form) {
      self.path = path
      self.form = form
    }
  }

  /// The sources, in order; together they are one table.
  public var sources: [TextSource]
  /// The file of a Table Schema, or of a data package.
  public var schema: String?
  /// The file of a data package whose tables are all validated, each by its own schema; the sources
  /// are the package's then.
  public var package: String?
  /// The resource of the data package that the schema is of; `nil` finds it by the first source.
  var resource: String?
  /// The database whose tables foreign keys of the schema may refer to.
  var referencedDatabase: ReferencedDatabase?
  /// What the names of each source's reject files start with; `nil` for the name of the source.
  var rejectStems: [String]?
  /// What makes a record unique, and which of several is kept.
  public var deduplication: Deduplication?
  /// The columns that are written, by name, in this order; `nil` for all.
  public var selection: [String]?
  /// New names for columns.
  public var renamings: [(old: String, new: String)] = []
  /// SQL expressions over a record's columns, for columns of it or for new ones.
  public var expressions: [(column: String, sql: String)] = []
  /// Values for the named parameters of the expressions.
  public var variables: [String: Value] = [:]
  /// What each record has to meet, in SQL.
  public var rules: [RecordRule] = []
  /// An SQL expression over a record's columns; only records where it is true pass.
  public var filter: String?
  /// Where the records go that pass; `nil` for nowhere.
  public var output: Output?
  /// A file for the records that are at fault, as they stand in the source.
  public var invalidPath: String?
  /// Whether names of the header that are blank or repeated are faults; else they are changed with a
  /// warning.
  public var judgesHeaders = false
  /// Whether the run goes on without the records that are at fault.
  public var goesOnWithoutRejects = false
  /// Where rejected records are kept.
  public var rejectsFolder: String?
  /// How many rejected records are too many.
  public var rejectLimit: ImportPlan.RejectLimit?
  /// How many faults are kept for the report.
  public var keptFaults = RejectLog.shownLimit
  /// What is not written down, neither with the rejected records nor with the run.
  package var secrets = Secrets()
  /// The files that are read beside the sources and the schema.
  package var filesRead: [String] = []
  /// Memory for the whole run, in bytes.
  public var memoryBytes = 256 << 20
  /// Threads: 1, or 2 to read beside the other work.
  public var lanes = 2

  /// Who is told how far the run is.
  public var progress: RunProgress?
  /// Whether what a spreadsheet program may have done to the text is noticed, and warned of.
  public var noticesSpreadsheets = false
  /// The wish that the run stops, should somebody make it.
  public var cancellation: Cancellation?

  /// Makes a plan to read `sources`.
  public init(sources: [TextSource]) {
    self.sources = sources
  }

  /// Whether records keep a number of fields of their own.
  var keepsRagged: Bool { sources.contains { $0.dialect.ragged == .keep } }

  /// The files that records are written to.
  public var outputs: [String] {
    [output?.path, invalidPath, deduplication?.conflictsPath].compactMap { $0 }
  }

  /// What the run reads and writes, which nothing else may write over.
  package var files: ProtectedFiles { protectedFiles(outputs: outputs) }

  private func protectedFiles(
    withSources: Bool = true,
    outputs: [String]
  ) -> ProtectedFiles {
    ProtectedFiles(
      database: deduplication?.table?.database,
      sources: withSources ? sources.map(\.path) : [],
      schema: schema ?? package,
      read: filesRead + PackageImporter.parts(of: schema ?? package),
      outputs: outputs
    )
  }

  /// Proves that no output writes over what is read or over another one.
  ///
  /// The records that pass may take the place of the source that they are of.
  func proveOutputs() throws(PipelineError) {
    for (index, path) in outputs.enumerated() {
      let isMain = index == 0 && output != nil
      let others = protectedFiles(withSources: !isMain, outputs: Array(outputs[..<index]))
      try writing { () throws(WriteFailure) in try others.check(path) }
    }
  }

  /// The plan by parts whose sources are one table each, with the places of these: resources of a data
  /// package are tables of their own.
  func parts() throws(PipelineError) -> [(plan: TextPlan, sources: [Int])] {
    guard let schema, sources.count > 1, resource == nil else {
      return [(self, Array(sources.indices))]
    }
    let groups = try SchemaDocument.groups(schema, of: sources.map(\.path))
    guard groups.count > 1 else { return [(self, Array(sources.indices))] }
    if !outputs.isEmpty || deduplication != nil {
      throw .plan(
        "\(schema): the sources are of the resources"
          + " \(groups.map { "\"\($0.resource)\"" }.joined(separator: ", ")), each a table of its own:"
          + " write those of one at a time"
      )
    }
    return groups.map { group in
      var part = self
      part.sources = group.sources.map { sources[$0] }
      return (part, group.sources)
    }
  }

  /// The part of the memory that keys may take: what batches and buffers leave.
  var keyBytes: Int { max(memoryBytes / 2, memoryBytes - (48 << 20)) }
}

/// What makes a record unique, and which of several is kept.
public struct Deduplication: Sendable {
  /// How the values of a column are compared.
  public enum Comparison: String, Sendable, CaseIterable {
    /// As whole numbers.
    case integer
    /// As numbers.
    case number
  }

  /// Which texts of one meaning are the same.
  public enum Normalization: String, Sendable, CaseIterable {
    /// Those of the same code points.
    case none
    /// Those of the same Normalization Form C: canonically equivalent ones.
    case nfc
  }

  /// The columns of the key, by name; empty for all columns of the first source, where NULL equals NULL.
  public var columns: [String]
  /// Which record is kept.
  public var rule = KeepRule.first
  /// Columns that are compared as numbers; others are compared as texts.
  public var comparisons: [(column: String, comparison: Comparison)] = []
  /// Whether the case of letters counts for nothing, by Unicode's full case folding.
  public var ignoresCase = false
  /// Which Unicode forms of a text are the same.
  public var normalization = Normalization.none
  /// Whether white space at the ends counts for nothing.
  public var trims = false
  /// Whether NULL equals NULL; else a record with a NULL in its key is never a duplicate.
  public var nullsAreEqual = false
  /// A table whose rows keep their keys, whatever the rule: a record with one of those is a duplicate.
  public var table: HeldTable?
  /// A file for what is left out though it differs from what is kept.
  public var conflictsPath: String?

  /// Makes a deduplication by `columns`, or by whole records.
  public init(columns: [String] = []) {
    self.columns = columns
  }
}
