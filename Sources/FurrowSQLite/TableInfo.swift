/// What SQLite knows about a table or view.
public struct TableInfo: Hashable, Sendable {
  /// What it is.
  public enum Kind: String, Hashable, Sendable {
    /// A table with rows of its own.
    case table
    /// A view.
    case view
    /// A virtual table.
    case virtual
    /// A table behind a virtual table.
    case shadow
  }

  /// The schema: `main`, `temp` or the name of an attached database.
  public let schema: String
  /// The name as it was declared.
  public let name: String
  /// What it is.
  public let kind: Kind
  /// Whether it is `WITHOUT ROWID`.
  public let isWithoutRowID: Bool
  /// Whether it is `STRICT`.
  public let isStrict: Bool
}

/// What SQLite knows about a column.
public struct ColumnInfo: Hashable, Sendable {
  /// How a column comes by its values.
  public enum Kind: Hashable, Sendable {
    /// Stored.
    case ordinary
    /// Hidden column of a virtual table.
    case hidden
    /// Computed when read.
    case generatedVirtual
    /// Computed when written.
    case generatedStored
  }

  /// The name as it was declared.
  public let name: String
  /// The declared type as written; empty if there is none.
  public let declaredType: String
  /// Whether it is declared `NOT NULL`.
  public let isNotNull: Bool
  /// The default as SQL, if there is one.
  public let defaultSQL: String?
  /// The place in the primary key, from 1; `nil` outside it.
  public let primaryKeyPosition: Int?
  /// How it comes by its values.
  public let kind: Kind

  /// Whether SQLite computes it, so that it cannot be inserted into.
  public var isGenerated: Bool { kind == .generatedVirtual || kind == .generatedStored }
}

/// A foreign key of a table.
public struct ForeignKeyInfo: Hashable, Sendable {
  /// The number SQLite gives it, from 0.
  public let id: Int
  /// The table referred to.
  public let parent: String
  /// The columns that refer.
  public internal(set) var columns: [String]
  /// The columns referred to; empty if the parent's primary key is meant.
  public internal(set) var parentColumns: [String]
  /// The action at a change of the parent's key, as `CASCADE`.
  public let onUpdate: String
  /// The action at the end of the parent, as `SET NULL`.
  public let onDelete: String
}

/// A unique key of a table: a primary key, a UNIQUE constraint or a unique index.
public struct UniqueKeyInfo: Hashable, Sendable {
  /// Where a key comes from.
  public enum Origin: String, Hashable, Sendable {
    /// `PRIMARY KEY`.
    case primaryKey = "pk"
    /// `UNIQUE` in the table.
    case constraint = "u"
    /// `CREATE UNIQUE INDEX`.
    case index = "c"
  }

  /// The name of the index.
  public let name: String
  /// Where it comes from.
  public let origin: Origin
  /// Whether it covers only the rows of a WHERE.
  public let isPartial: Bool
  /// The columns in order; `nil` stands for an expression.
  public let columns: [String?]
}
