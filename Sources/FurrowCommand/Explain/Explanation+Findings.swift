import Furrow

extension Explanation {
  /// The rules of `furrow migrate lint` and `check`, as their findings name them; those that end a
  /// migration, too, are explained there.
  static let findings = lintRules + checkRules

  private static let lintRules: [Explanation] = [
    Explanation(
      .dropTable,
      "a table and its rows are gone",
      because: "The file drops a table that was there before, and no copy of its rows is made.",
      mend: "Copy what is still wanted first."
    ),
    Explanation(
      .dropColumn,
      "a column and its values are gone",
      because: "The table has the column before the file, and not behind it.",
      mend: "Copy the values first, or drop it only when no program reads it any more."
    ),
    Explanation(
      .dropIndex,
      "an index is dropped",
      because: "Queries that use it become slow, and a UNIQUE one no longer keeps rows apart.",
      mend: "Make another one that serves the same queries, if there are any."
    ),
    Explanation(
      .dropTrigger,
      "a trigger is dropped",
      because: "What it did to other rows is done no more.",
      mend: "See that nobody counts on it."
    ),
    Explanation(
      .dropView,
      "a view is gone",
      because: "Programs that read it fail.",
      mend: "Make it anew behind the change, if it is still read."
    ),
    Explanation(
      .lostIndex,
      "a rebuild of a table forgot an index",
      because: "DROP TABLE takes the table's indexes with it, and the new table has no such one.",
      mend: "Make the index anew in the same file."
    ),
    Explanation(
      .lostTrigger,
      "a rebuild of a table forgot a trigger",
      because: "DROP TABLE takes the table's triggers with it, and the new table has no such one.",
      mend: "Make the trigger anew in the same file."
    ),
    Explanation(
      .lostConstraint,
      "a rebuild of a table forgot a key or a check",
      because: "The old table had a UNIQUE, a CHECK or a foreign key that the new one lacks.",
      mend: "Write it into the new CREATE TABLE."
    ),
    Explanation(
      .lostDefault,
      "a column has lost its default",
      because: "INSERTs that leave the column out store NULL now, or fail.",
      mend: "Write the DEFAULT into the new definition."
    ),
    Explanation(
      .narrowedType,
      "the new type of a column may change values",
      because: "A column that becomes INTEGER or REAL turns texts such as 007 into numbers.",
      mend: "Keep the old type, or prove with a query that every value comes through."
    ),
    Explanation(
      .deleteWithoutWhere,
      "all rows of a table are deleted",
      because: "DELETE has no WHERE, and the table was there before.",
      mend: "Add the WHERE that was forgotten."
    ),
    Explanation(
      .updateWithoutWhere,
      "all rows of a table are changed",
      because: "UPDATE has no WHERE, and the table was there before.",
      mend: "Add a WHERE, unless every row is meant."
    ),
    Explanation(
      .notNullWithoutDefault,
      "a NOT NULL column is added without a default",
      because:
        "SQLite takes that for an empty table only, so it works at your desk and fails later.",
      mend: "Give it a DEFAULT; or add it without NOT NULL, fill it, and rebuild the table."
    ),
    Explanation(
      .nonConstantDefault,
      "a column is added whose default is no constant",
      because:
        "CURRENT_TIMESTAMP or an expression as DEFAULT can be added to an empty table only.",
      mend: "Add the column with a constant, or rebuild the table."
    ),
    Explanation(
      .dropParent,
      "DROP TABLE changes the rows of other tables",
      because:
        "With foreign-keys=on the rows are deleted first, and ON DELETE CASCADE or SET NULL goes on"
        + " to the children.",
      mend: "Take foreign-keys=on away."
    ),
    Explanation(
      .newUnique,
      "rows may be equal in a new UNIQUE",
      because: "The file fails on a database that has two equal rows.",
      mend: "Merge or delete them in the same file, before the key is made."
    ),
    Explanation(
      .newNotNull,
      "rows may have NULL in a column that is NOT NULL now",
      because: "The file fails on a database that has such a row.",
      mend: "Fill the column first: UPDATE ... WHERE x IS NULL."
    ),
    Explanation(
      .newCheck,
      "rows may not pass a new CHECK",
      because: "The file fails on a database that has such a row.",
      mend: "Correct them first, in the same file."
    ),
    Explanation(
      .newStrict,
      "rows may not fit a STRICT table",
      because: "A STRICT table refuses values that are not of a column's type.",
      mend: "Correct them first: SELECT * FROM t WHERE typeof(x) NOT IN ('integer', 'null')."
    ),
    Explanation(
      .ifNotExists,
      "IF NOT EXISTS in a migration",
      because: "It hides that there is a table of that name in another shape.",
      mend: "Leave it out: a migration knows what is there."
    ),
    Explanation(
      .dropIfExists,
      "there is nothing to drop at this point",
      because: "IF EXISTS hides a misspelt name, or a file that is in the wrong place.",
      mend: "Correct the name, or delete the statement."
    ),
    Explanation(
      .insertSelectStar,
      "columns are copied by their order",
      because: "INSERT ... SELECT * puts values into other columns once the order differs.",
      mend: "Name the columns on both sides."
    ),
    Explanation(
      .deferForeignKeys,
      "defer_foreign_keys does not do what it seems to",
      because: "It does not keep ON DELETE CASCADE from deleting rows.",
      mend: "Take it out: foreign keys are off in a migration, and looked at in its end."
    ),
    Explanation(
      .pragmaInTransaction,
      "a pragma has no effect inside a transaction",
      because: "SQLite ignores journal_mode and its like there without a word.",
      mend: "Put it into a file of its own with transaction:false."
    ),
    Explanation(
      .renameFirst,
      "the old table is renamed before the new one is made",
      because: "Foreign keys, views and triggers follow it to its new name.",
      mend: "Make the new table under another name, copy, drop the old one, and rename last."
    ),
    Explanation(
      .doubleQuotedString,
      "a name in double quotes fits nothing",
      because:
        "SQLite takes it for a string then, and programs that switch that off fail: \"x\" is a name,"
        + " 'x' is a string.",
      mend: "Correct the name, or write 'x'."
    ),
    Explanation(
      .downDiffers,
      "the way back does not lead back",
      because: "The schema behind up and down is not the one before.",
      mend: "Complete the down section; the finding shows the difference."
    ),
    Explanation(
      .upDiffers,
      "the second up makes another schema than the first",
      because: "The down section left something behind, or took too much.",
      mend: "Complete the down section; the finding shows the difference."
    ),
  ].map(\.allowable)

  private static let checkRules: [Explanation] = [
    Explanation(
      .misnamed,
      "a file looks like a migration, and its name is none",
      because: "It would be passed over without a word.",
      mend: "Rename it; furrow migrate new NAME shows the form."
    ),
    Explanation(
      .futureVersion,
      "a version lies more than a day ahead",
      because: "All later versions have to be higher, so the next file would be out of order.",
      mend: "Rename the file before it is applied anywhere."
    ),
    Explanation(
      .mixedWidths,
      "names of files are not in the order of their versions",
      because: "Tools that sort names run 10_b.sql before 9_a.sql.",
      mend: "Give all versions one width, with zeros in front."
    ),
    Explanation(
      .notRepeatable,
      "a second build gives another schema than the first",
      because: "A file looks at the time, at random numbers or at rows that are not always there.",
      mend: "Write out what is meant."
    ),
    Explanation(
      .integrity,
      "the finished database is not sound",
      because:
        "PRAGMA integrity_check says what: rows that break a NOT NULL or a CHECK, for instance.",
      mend: "Correct the rows in the file that makes them."
    ),
    Explanation(
      .schemaFile,
      "the schema file is not what the migrations make",
      because: "A migration was changed or added, and the dump was not written anew.",
      mend: "furrow migrate dump -o schema.sql writes it."
    ),
    Explanation(
      .removed,
      "a file of the base is gone",
      because: "Databases that have applied it lack its file from now on.",
      mend: "Bring it back: files are squashed (furrow migrate squash), not removed."
    ),
    Explanation(
      .cosmetic,
      "remarks or blanks of an old file were changed",
      because: "The file means the same, but its bytes are no longer those that were applied.",
      mend: "Take the change back, or run furrow migrate repair on each database."
    ),
    Explanation(
      .rowsLost,
      "rows are not the same behind up and down",
      because: "The way back loses or changes values.",
      mend: "Keep them in the way up, if the way back is to be used; or say that they go."
    ),
  ]

  private init(
    _ rule: Finding.Rule,
    _ meaning: String,
    because reason: String,
    mend remedy: String
  ) {
    self.init(
      name: rule.rawValue,
      subject: .finding,
      meaning: meaning,
      reason: reason,
      remedy: remedy,
      example: nil
    )
  }

  /// The same for a rule that a file may allow.
  private var allowable: Explanation {
    Explanation(
      name: name,
      subject: subject,
      meaning: meaning,
      reason: reason,
      remedy: "\(remedy) If it is meant, the file says so: -- furrow: allow=\(name):OBJECT",
      example: nil
    )
  }
}
