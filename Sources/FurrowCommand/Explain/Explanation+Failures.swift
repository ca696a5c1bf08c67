extension Explanation {
  /// The kinds of faults that stop a run; they are what the table in docs/errors.md has.
  static let failures: [Explanation] = [
    Explanation(
      failure: "usage",
      "the command line is wrong, whatever the files hold (exit 64)",
      because: "An option that is unknown, stands twice, lacks its value or contradicts another.",
      mend: "The message names what was expected, and the nearest option; --help has all of them.",
      ("import people.csv --into people.db --colums", "furrow import: unknown option --colums")
    ),
    Explanation(
      failure: "reading",
      "a source cannot be read (exit 1)",
      because: "No such file, a folder, no permission, no bytes, no header, a damaged .gz or .zst.",
      mend: "The message has the path and the cause. Nothing was loaded.",
      ("import peple.csv --into people.db", "furrow: peple.csv: no such file")
    ),
    Explanation(
      failure: "names",
      "a table or column that was named is not there (exit 1)",
      because: "A slip in --table, --select, --columns, --key or an expression, or another database"
        + " than you think.",
      mend: "The message has the nearest name that is there.",
      (
        "export people.db --table peple",
        #"furrow: people.db: no such table: "peple" (did you mean "people"?)"#
      )
    ),
    Explanation(
      failure: "rejections",
      "records are wrong, and the run may not go on without them (exit 1)",
      because: "Without --on-error reject the first faults stop an import; with it, more than"
        + " --max-rejects do. The database is as it was.",
      mend: "Mend the records, or leave them out and keep them: --on-error reject --rejects DIR.",
      nil
    ),
    Explanation(
      failure: "database",
      "the database refuses something that is no record's fault (exit 1)",
      because: "It is locked, is no SQLite database, the disk is full, or a statement is wrong.",
      mend: "The message is SQLite's, with the place in the SQL. A lock is waited for as long as"
        + " --busy-timeout says.",
      ("query people.db 'SELECT nme FROM people'", "furrow: no such column: nme")
    ),
    Explanation(
      failure: "migration",
      "a migration cannot be applied (exit 1, 3, 4, 5 or 6)",
      because: "Wrong SQL in a file, a version twice, an applied file that was changed, a database"
        + " that is ahead of the files.",
      mend: "The message has the file and line, and whether the database is as it was. furrow"
        + " migrate status shows what is applied; furrow migrate check runs the files on a copy. Each kind"
        + " of fault, as --json names it, has an explanation of its own: furrow explain lists them.",
      nil
    ),
    Explanation(
      failure: "writing",
      "a file cannot be written (exit 1)",
      because: "A full disk, no permission, no such folder, or a value that the format cannot hold,"
        + " such as a tab in TSV.",
      mend: "The message has the path and the cause. A file that was there before is still there,"
        + " whole.",
      (
        "export people.db --table people -o no/where.csv",
        "furrow: no/where.csv: cannot be written: no such folder"
      )
    ),
    Explanation(
      failure: "interrupted",
      "somebody stopped the run (exit 130)",
      because: "Ctrl-C, SIGTERM, or a terminal that was closed.",
      mend: "Nothing: the transaction is rolled back. An import with --commit-every goes on behind"
        + " its last commit with --resume.",
      nil
    ),
    Explanation(
      failure: "internal",
      "the ledger does not balance (exit 70)",
      because: "A fault of furrow: a record was counted twice or not at all. Nothing was loaded.",
      mend: "Please report it, with the command and the input if you can share it.",
      nil
    ),
  ]

  /// The exit codes, each of `ExitCode` once.
  static let exitCodes: [Explanation] = [
    Explanation(
      .complete,
      because: "Every record was loaded or written, or is a duplicate or filtered as asked.",
      mend: "Nothing."
    ),
    Explanation(
      .failed,
      because:
        "The run stopped: a source, a name, a record or the database was wrong. Also where an"
        + " assertion of a pipeline does not hold, or migrate check finds faults.",
      mend: "Read the message; the database is as it was unless it says otherwise."
    ),
    Explanation(
      .rejected,
      because: "With --on-error reject sound records were loaded and others left out; validate,"
        + " dedupe --check and audit say so when they find something.",
      mend: "Mend the records in the folder of --rejects and import those files. In a script, tell"
        + " it from failure: furrow import ... || [ $? = 2 ]."
    ),
    Explanation(
      .migrationFailed,
      because: "A statement of a migration failed and its transaction was rolled back.",
      mend: "Mend the file and run furrow migrate up again."
    ),
    Explanation(
      .manualStepNeeded,
      because: "A file that asks to run outside a transaction stopped between two statements.",
      mend:
        "Look at the database, finish or undo the statements by hand, then furrow migrate repair."
    ),
    Explanation(
      .lockTimeout,
      because: "Another program holds the database's lock, or is migrating it.",
      mend: "Let it finish, or wait longer with --busy-timeout."
    ),
    Explanation(
      .databaseAhead,
      because: "A newer version of your program has migrated this database.",
      mend: "Use the newer folder of migrations, or furrow migrate down with it."
    ),
    Explanation(
      .wrongUsage,
      because: "Seen without looking at any file or database; nothing was read or written.",
      mend: "Correct the command line: furrow COMMAND --help."
    ),
    Explanation(
      .internalFault,
      because: "The ledger does not balance. Nothing is kept of such a run.",
      mend: "Please report it, with the command and the input if you can share it."
    ),
    Explanation(
      .interrupted,
      because: "Ctrl-C, SIGTERM, or a terminal that was closed.",
      mend: "Run it again; with --commit-every and --resume it goes on where it was."
    ),
  ]
}
