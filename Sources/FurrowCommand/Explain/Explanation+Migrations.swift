import Furrow

extension Explanation {
  /// The kinds of faults of migrations, as `furrow migrate` names them in JSON, and `lint` and `check` in
  /// their findings; a lock and an interruption are explained as failures.
  static let migrations: [Explanation] = [
    Explanation(
      .unreadable,
      "the folder of migrations, or a file of it, cannot be read",
      because: "No such folder, no permission, or a folder where a file was expected.",
      mend: "Name the folder with --dir."
    ),
    Explanation(
      .encoding,
      "the bytes of a file are not UTF-8",
      because: "An editor saved it in a code page, or as UTF-16. The message has the byte.",
      mend: "Save it as UTF-8."
    ),
    Explanation(
      .marker,
      "a section marker or the shape of a file is wrong",
      because: "A misspelt -- migrate:up, a section twice, or SQL before the first one.",
      mend: "The message has the line. furrow migrate new NAME writes a file in the right shape."
    ),
    Explanation(
      .version,
      "two files have the same version, or a file has none",
      because: "Two branches added a file with the same number, or a name begins without one.",
      mend: "Rename the one that is not applied yet; furrow migrate status shows which is."
    ),
    Explanation(
      .mixed,
      "files of several tools stand in one folder",
      because: "Each tool orders files by rules of its own, so there is no one order.",
      mend: "Keep the files of one tool; --format says which."
    ),
    Explanation(
      .modified,
      "an applied file has been changed since",
      because: "What the file says now is not what the database has.",
      mend:
        "Take the change back and put it into a new file. If only remarks or blanks changed, furrow"
        + " migrate repair takes the file as it is."
    ),
    Explanation(
      .missing,
      "the database has a migration that the folder lacks",
      because: "Another folder or branch made this database, or a file was deleted.",
      mend: "Bring the file back, or use the folder that it was applied from."
    ),
    Explanation(
      .ahead,
      "the database is newer than the folder (exit 6)",
      because: "A newer version of your program has migrated it.",
      mend: "Use the newer folder, or go back with it: furrow migrate down."
    ),
    Explanation(
      .outOfOrder,
      "a file that is not applied has a lower version than one that is",
      because: "A branch with an older number was merged after a newer one was applied.",
      mend: "Give the file a new version, or allow it by the option that the message names."
    ),
    Explanation(
      .incomplete,
      "a file that runs outside a transaction stopped between two statements (exit 4)",
      because: "A statement failed or the process ended; what was done before it stays.",
      mend:
        "Look at the database, finish or undo the statements by hand, then furrow migrate repair."
    ),
    Explanation(
      .sql,
      "a statement failed, and its transaction was rolled back (exit 3)",
      because:
        "Wrong SQL, or rows that do not fit. The message is SQLite's, with the place in the file.",
      mend: "Mend the file and run again; furrow migrate check tries the files on a copy."
    ),
    Explanation(
      .forbidden,
      "a statement is not allowed in a migration",
      because:
        "It would end the transaction, attach another file or change how the database is opened.",
      mend: "Take it out; transactions are furrow's."
    ),
    Explanation(
      .irreversible,
      "a migration that is to be undone has no way back",
      because: "Its file has no -- migrate:down.",
      mend: "Write one, restore a backup, or go forward with a new file."
    ),
    Explanation(
      .foreignKey,
      "rows break a foreign key that did not before",
      because: "The migration took out rows that others refer to. Nothing of it stays.",
      mend: "The message lists rows: mend them in the same file."
    ),
    Explanation(
      .rowLoss,
      "a table lost rows though no statement deletes any",
      because: "A rebuild of the table did not copy them all. Nothing of it stays.",
      mend: "Look at the INSERT ... SELECT of the rebuild; furrow migrate new --rebuild writes one."
    ),
    Explanation(
      .brokenSchema,
      "a view, a trigger or a foreign key points to what is not there any more",
      because: "A table or column was dropped or renamed. Nothing of it stays.",
      mend: "Drop or change what points there in the same file."
    ),
    Explanation(
      .drift,
      "the schema is not what it was after the last migration",
      because: "Somebody changed the database by hand.",
      mend: "furrow migrate drift shows the difference: put it into a file, or take it back."
    ),
    Explanation(
      .plan,
      "the plan is not the one that was asked for",
      because: "The files or the database changed since the plan was made.",
      mend: "Make the plan again and read it: furrow migrate plan."
    ),
    Explanation(
      .backup,
      "the backup could not be made, so nothing was begun",
      because: "A full disk, no permission, or no such folder.",
      mend: "Make room, or name another folder with --backup-dir."
    ),
    Explanation(
      .state,
      "the database is in another state than the command needs",
      because: "It has no history where one is needed, or has one where none may be.",
      mend: "The message says which command fits: baseline, adopt or up."
    ),
    Explanation(
      .tooOldSQLite,
      "a file asks for a newer SQLite than this program has",
      because: "The file names the least version it needs.",
      mend: "furrow doctor prints the version; use a program with a newer library."
    ),
  ]

  private init(
    _ kind: MigrationError.Kind,
    _ meaning: String,
    because reason: String,
    mend remedy: String
  ) {
    self.init(
      name: kind.rawValue,
      subject: .migration,
      meaning: meaning,
      reason: reason,
      remedy: remedy,
      example: nil
    )
  }
}
