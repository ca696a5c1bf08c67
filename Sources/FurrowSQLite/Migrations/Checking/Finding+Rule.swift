extension Finding {
  /// What `lint` and `check` look for.
  public enum Rule: String, Sendable, CaseIterable {
    /// A table and its rows are gone.
    case dropTable = "drop-table"
    /// A column and its values are gone.
    case dropColumn = "drop-column"
    /// An index is dropped.
    case dropIndex = "drop-index"
    /// A trigger is dropped.
    case dropTrigger = "drop-trigger"
    /// A view is gone.
    case dropView = "drop-view"
    /// A rebuild of a table forgot an index.
    case lostIndex = "lost-index"
    /// A rebuild of a table forgot a trigger.
    case lostTrigger = "lost-trigger"
    /// A rebuild of a table forgot a key or a check.
    case lostConstraint = "lost-constraint"
    /// A column has lost its default.
    case lostDefault = "lost-default"
    /// The new type of a column may change values.
    case narrowedType = "narrowed-type"
    /// All rows of a table are deleted.
    case deleteWithoutWhere = "delete-without-where"
    /// All rows of a table are changed.
    case updateWithoutWhere = "update-without-where"
    /// A NOT NULL column is added without a default.
    case notNullWithoutDefault = "not-null-without-default"
    /// A column is added whose default is no constant.
    case nonConstantDefault = "non-constant-default"
    /// DROP TABLE changes the rows of other tables.
    case dropParent = "drop-parent"
    /// Rows may be equal in a new UNIQUE.
    case newUnique = "new-unique"
    /// Rows may have NULL in a column that is NOT NULL now.
    case newNotNull = "new-not-null"
    /// Rows may not pass a new CHECK.
    case newCheck = "new-check"
    /// Rows may not fit a STRICT table.
    case newStrict = "new-strict"
    /// IF NOT EXISTS in a migration.
    case ifNotExists = "if-not-exists"
    /// There is nothing to drop at this point.
    case dropIfExists = "drop-if-exists"
    /// Columns are copied by their order.
    case insertSelectStar = "insert-select-star"
    /// Defer_foreign_keys does not do what it seems to.
    case deferForeignKeys = "defer-foreign-keys"
    /// A pragma has no effect inside a transaction.
    case pragmaInTransaction = "pragma-in-transaction"
    /// The old table is renamed before the new one is made.
    case renameFirst = "rename-first"
    /// A name in double quotes fits nothing.
    case doubleQuotedString = "double-quoted-string"
    /// The way back does not lead back.
    case downDiffers = "down-differs"
    /// The second up makes another schema than the first.
    case upDiffers = "up-differs"
    /// A file looks like a migration, and its name is none.
    case misnamed
    /// A version lies more than a day ahead.
    case futureVersion = "future-version"
    /// Names of files are not in the order of their versions.
    case mixedWidths = "mixed-widths"
    /// A second build gives another schema than the first.
    case notRepeatable = "not-repeatable"
    /// The finished database is not sound.
    case integrity
    /// The schema file is not what the migrations make.
    case schemaFile = "schema-file"
    /// A file of the base is gone.
    case removed
    /// Remarks or blanks of an old file were changed.
    case cosmetic
    /// Rows are not the same behind up and down.
    case rowsLost = "rows-lost"
    /// Rows break a foreign key.
    case foreignKey = "foreign-key"
    /// A view, a trigger or a foreign key points to nothing.
    case brokenSchema = "broken-schema"
    /// A new file comes before one of the base.
    case outOfOrder = "out-of-order"
    /// A file of the base was changed.
    case modified
    /// A feature that the oldest SQLite lacks.
    case minimumSQLite = "min-sqlite"
  }
}
