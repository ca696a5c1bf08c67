/// What a table holds, as Table Schema says it. <https://datapackage.org/standard/table-schema/>
public struct Schema: Sendable, Equatable {
  /// How the fields of a schema are found in a file.
  public enum FieldsMatch: String, Sendable, CaseIterable {
    /// The same fields in the same order.
    case exact
    /// The same fields in any order.
    case equal
    /// All fields of the schema and perhaps more.
    case subset
    /// No field but those of the schema.
    case superset
    /// At least one field of the schema.
    case partial
  }

  /// A reference from fields of this table to those of another, or of itself.
  public struct ForeignKey: Sendable, Equatable {
    /// The fields of this table.
    public var fields: [String]
    /// The other table, a resource of the same data package; `nil` is this one.
    public var resource: String?
    /// The fields that are referred to.
    public var referencedFields: [String]
  }

  /// The fields, in order.
  public var fields: [SchemaField]
  /// How they are found in a file.
  public var fieldsMatch = FieldsMatch.exact
  /// The fields that name each record; empty for none.
  public var primaryKey: [String] = []
  /// Sets of fields whose values stand once; a NULL in one exempts the record.
  public var uniqueKeys: [[String]] = []
  /// References to other records.
  public var foreignKeys: [ForeignKey] = []

  /// Makes a schema of `fields`.
  public init(fields: [SchemaField]) {
    self.fields = fields
  }

  /// The field called `name`.
  public func field(named name: String) -> SchemaField? {
    fields.first { $0.name.isSpelled(name) }
  }

  /// Whether a field has a blank name, so that a blank header cell is one.
  package var hasBlankName: Bool { fields.contains { $0.name.isEmpty } }
}

/// One column as a schema describes it.
public struct SchemaField: Sendable, Equatable {
  /// The column's name.
  public var name: String
  /// What its values are.
  public var type: FieldType
  /// What else they have to be.
  public var constraints: Constraints
  /// The texts that stand for NULL, quoted or not.
  public var missingValues: [String]

  /// Makes a field.
  public init(
    name: String,
    type: FieldType = .any,
    constraints: Constraints = Constraints(),
    missingValues: [String] = [""]
  ) {
    self.name = name
    self.type = type
    self.constraints = constraints
    self.missingValues = missingValues
  }
}

/// What the values of a field have to be, besides values of its type.
public struct Constraints: Sendable, Equatable {
  /// Whether NULL is at fault.
  public var isRequired = false
  /// Whether each value stands once.
  public var isUnique = false
  /// The least length: Unicode scalars of text, items of an array, keys of an object.
  public var minimumLength: Int?
  /// The greatest length.
  public var maximumLength: Int?
  /// The least value.
  public var minimum: Bound?
  /// The greatest value.
  public var maximum: Bound?
  /// A regular expression that the whole text has to match.
  public var pattern: String?
  /// The only values there may be; empty for any.
  public var choices: [Choice] = []
  /// The name of the property that `choices` come from: `enum`, or `categories`.
  public var choicesRule = "enum"
  /// What a JSON value has to be.
  public var jsonSchema: JSONSchema?

  /// Makes constraints that let everything pass.
  public init() {}

  /// One end of the values there may be.
  public struct Bound: Sendable, Equatable {
    /// The value at the end.
    public var value: LogicalValue
    /// How it is written in the schema.
    public var text: String
    /// Whether the value itself is out.
    public var isExclusive: Bool
  }

  /// One of the values there may be.
  public struct Choice: Sendable, Equatable {
    /// The value.
    public var value: LogicalValue
    /// How it is written in the schema.
    public var text: String
  }
}
