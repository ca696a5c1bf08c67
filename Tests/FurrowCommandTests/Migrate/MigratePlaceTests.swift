import FurrowCommand
import TestSupport
import Testing

/// Runs as a person without rights, if the tests run as one who has all.
private let plainly =
  "run() { if [ $(id -u) = 0 ]; then setpriv --bounding-set=-dac_override,-dac_read_search \"$@\"; else \"$@\"; fi; }\n"

@Suite struct `A database that cannot be used` {
  /// A folder with two migrations, and databases `ro/a.db` and `a.db` that have the first of them.
  func make() throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory()
    try folder.write("CREATE TABLE a(x);", to: "m/1_a.sql")
    let run = try CommandRun(
      script: """
        mkdir ro dir && "$0" migrate up --db a.db -q && cp a.db ro/a.db && cp a.db ro/wal.db
        sqlite3 ro/wal.db 'PRAGMA journal_mode = WAL' > /dev/null
        echo 'no database at all, and long enough to be none' > text.db
        echo 'CREATE TABLE b(x);' > m/2_b.sql && mkdir locked.db-furrow-lock shut && cp a.db shut/a.db
        chmod 755 . m; chmod 444 ro/* && chmod 555 ro && chmod 644 m/* && chmod 000 shut && ln -s a.db link.db
        """,
      environment: ["FURROW_DIR": "m"],
      directory: folder.path
    )
    #expect(run.status == 0, "\(run.errorText)")
    return folder
  }

  @Test(arguments: [
    ("migrate up --db dir", 1, "dir: cannot open the database: it is a folder"),
    ("migrate status --db dir", 1, "dir: cannot open the database: it is a folder"),
    ("migrate up --db text.db", 1, "text.db: this file is not a SQLite database"),
    (
      "migrate up --db nodir/a.db", 1,
      "cannot make the lock beside the database: no such file or directory"
    ),
    (
      "migrate up --db text.db/a.db", 1, "cannot make the lock beside the database: not a directory"
    ),
    (
      "migrate up --db locked.db", 1,
      "locked.db-furrow-lock: cannot make the lock beside the database: is a directory"
    ),
    (
      "migrate up --db ro/a.db", 1,
      "ro/a.db-furrow-lock: cannot make the lock beside the database: permission denied"
    ),
    ("migrate down --db ro/a.db", 1, "cannot make the lock beside the database: permission denied"),
    ("migrate up --db ro/new.db", 1, "cannot make the lock beside the database: permission denied"),
    (
      "migrate restore ro/a.db --db ro/new.db", 1,
      "cannot make the lock beside the database: permission denied"
    ),
    ("migrate backup --db ro/a.db", 3, "cannot open the database: permission denied"),
    ("migrate status --db ro/a.db", 0, ""),
    ("migrate plan --db ro/a.db", 0, ""),
    ("migrate drift --db ro/a.db", 0, ""),
    ("migrate rehearse --db ro/a.db", 0, ""),
    ("migrate status --db ro/wal.db", 1, "cannot open the database: it has a write-ahead log"),
    ("migrate status --db shut/a.db", 1, "shut/a.db: cannot open the database: permission denied"),
    ("migrate up --db shut/a.db", 1, "cannot make the lock beside the database: permission denied"),
    (
      "migrate up --db a.db --dir shut", 1,
      "shut: cannot read the folder of migrations: permission denied"
    ),
    (
      "migrate up --db a.db --dir text.db", 1,
      "text.db: cannot read the folder of migrations: not a directory"
    ),
    ("migrate new x --dir ro/m", 1, "permission denied"),
    ("query ro/new.db 'SELECT 1'", 1, "no such file or directory"),
  ])
  func `is told with its reason, and left as it is`(
    words: String,
    code: Int32,
    reason: String
  ) throws {
    let folder = try make()
    let before = folder.names
    let run = try CommandRun(
      script: plainly + "run \"$0\" \(words)",
      environment: ["FURROW_DIR": "m", "TMPDIR": "/tmp"],
      directory: folder.path
    )
    #expect(run.status == code, "\(run.errorText)")
    #expect(run.errorText.contains(reason), "\(run.errorText)")
    #expect(folder.names == before)
    _ = try CommandRun(script: "chmod -R u+rwx .", directory: folder.path)
  }

  @Test func `that is a link has the lock of the file it leads to`() throws {
    let folder = try make()
    let run = try CommandRun(
      script: """
        mkdir a.db-furrow-lock; "$0" migrate up --db link.db --dir m; echo $?; rmdir a.db-furrow-lock
        mkdir there; ln -s ../new.db there/link.db; "$0" migrate up --db there/link.db --dir m -q; echo $?; ls there
        chmod -R u+rwx .
        """,
      directory: folder.path
    )
    #expect(run.outputText == "1\n0\nlink.db\n" && folder.has("new.db"), "\(run.errorText)")
  }
}
