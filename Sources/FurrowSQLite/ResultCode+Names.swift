extension ResultCode {
  /// Success.
  public static let ok = ResultCode(rawValue: 0)
  /// An error with no code of its own, mostly in the SQL.
  public static let error = ResultCode(rawValue: 1)
  /// A fault inside SQLite.
  public static let internalFault = ResultCode(rawValue: 2)
  /// The access mode could not be given.
  public static let permission = ResultCode(rawValue: 3)
  /// Stopped by a rollback or a callback.
  public static let abort = ResultCode(rawValue: 4)
  /// Another connection holds the database.
  public static let busy = ResultCode(rawValue: 5)
  /// The same connection holds the table.
  public static let locked = ResultCode(rawValue: 6)
  /// Memory could not be had.
  public static let outOfMemory = ResultCode(rawValue: 7)
  /// The database cannot be written.
  public static let readOnly = ResultCode(rawValue: 8)
  /// Stopped by ``InterruptHandle/interrupt()``.
  public static let interrupted = ResultCode(rawValue: 9)
  /// The operating system reported a fault.
  public static let ioError = ResultCode(rawValue: 10)
  /// The database file is damaged.
  public static let corrupt = ResultCode(rawValue: 11)
  /// Unknown opcode or VFS.
  public static let notFound = ResultCode(rawValue: 12)
  /// The disk or the database is full.
  public static let full = ResultCode(rawValue: 13)
  /// The file cannot be opened.
  public static let cannotOpen = ResultCode(rawValue: 14)
  /// File locking failed.
  public static let protocolFault = ResultCode(rawValue: 15)
  /// The schema changed under a statement.
  public static let schemaChanged = ResultCode(rawValue: 17)
  /// A text or blob is longer than the limit.
  public static let tooBig = ResultCode(rawValue: 18)
  /// A constraint is broken.
  public static let constraint = ResultCode(rawValue: 19)
  /// A value is not of the required type.
  public static let mismatch = ResultCode(rawValue: 20)
  /// The library is used wrongly.
  public static let misuse = ResultCode(rawValue: 21)
  /// Large files are not supported.
  public static let noLargeFiles = ResultCode(rawValue: 22)
  /// The authorizer said no.
  public static let notAuthorized = ResultCode(rawValue: 23)
  /// A parameter or column number is out of range.
  public static let range = ResultCode(rawValue: 25)
  /// The file is no SQLite database.
  public static let notADatabase = ResultCode(rawValue: 26)
  /// A row is ready.
  public static let row = ResultCode(rawValue: 100)
  /// The statement has ended.
  public static let done = ResultCode(rawValue: 101)
  /// A read transaction is too old to write (WAL).
  public static let busySnapshot = ResultCode(rawValue: 517)
  /// A CHECK is false.
  public static let constraintCheck = ResultCode(rawValue: 275)
  /// A parent row is missing.
  public static let constraintForeignKey = ResultCode(rawValue: 787)
  /// NULL in a NOT NULL column.
  public static let constraintNotNull = ResultCode(rawValue: 1299)
  /// A primary key is repeated.
  public static let constraintPrimaryKey = ResultCode(rawValue: 1555)
  /// A trigger called RAISE.
  public static let constraintTrigger = ResultCode(rawValue: 1811)
  /// A unique key is repeated.
  public static let constraintUnique = ResultCode(rawValue: 2067)
  /// A rowid is repeated.
  public static let constraintRowID = ResultCode(rawValue: 2579)
  /// A value is not of a STRICT column's type.
  public static let constraintDataType = ResultCode(rawValue: 3091)
  /// The transaction was rolled back under a statement.
  public static let abortRollback = ResultCode(rawValue: 516)

  /// Names without their prefix, by number: <https://www.sqlite.org/rescode.html>.
  static let names: [Int32: String] = [
    0: "OK",
    1: "ERROR",
    2: "INTERNAL",
    3: "PERM",
    4: "ABORT",
    5: "BUSY",
    6: "LOCKED",
    7: "NOMEM",
    8: "READONLY",
    9: "INTERRUPT",
    10: "IOERR",
    11: "CORRUPT",
    12: "NOTFOUND",
    13: "FULL",
    14: "CANTOPEN",
    15: "PROTOCOL",
    16: "EMPTY",
    17: "SCHEMA",
    18: "TOOBIG",
    19: "CONSTRAINT",
    20: "MISMATCH",
    21: "MISUSE",
    22: "NOLFS",
    23: "AUTH",
    24: "FORMAT",
    25: "RANGE",
    26: "NOTADB",
    27: "NOTICE",
    28: "WARNING",
    100: "ROW",
    101: "DONE",
    256: "OK_LOAD_PERMANENTLY",
    257: "ERROR_MISSING_COLLSEQ",
    261: "BUSY_RECOVERY",
    262: "LOCKED_SHAREDCACHE",
    264: "READONLY_RECOVERY",
    266: "IOERR_READ",
    267: "CORRUPT_VTAB",
    270: "CANTOPEN_NOTEMPDIR",
    275: "CONSTRAINT_CHECK",
    279: "AUTH_USER",
    283: "NOTICE_RECOVER_WAL",
    284: "WARNING_AUTOINDEX",
    512: "OK_SYMLINK",
    513: "ERROR_RETRY",
    516: "ABORT_ROLLBACK",
    517: "BUSY_SNAPSHOT",
    518: "LOCKED_VTAB",
    520: "READONLY_CANTLOCK",
    522: "IOERR_SHORT_READ",
    523: "CORRUPT_SEQUENCE",
    526: "CANTOPEN_ISDIR",
    531: "CONSTRAINT_COMMITHOOK",
    539: "NOTICE_RECOVER_ROLLBACK",
    769: "ERROR_SNAPSHOT",
    773: "BUSY_TIMEOUT",
    776: "READONLY_ROLLBACK",
    778: "IOERR_WRITE",
    779: "CORRUPT_INDEX",
    782: "CANTOPEN_FULLPATH",
    787: "CONSTRAINT_FOREIGNKEY",
    1032: "READONLY_DBMOVED",
    1034: "IOERR_FSYNC",
    1038: "CANTOPEN_CONVPATH",
    1043: "CONSTRAINT_FUNCTION",
    1288: "READONLY_CANTINIT",
    1290: "IOERR_DIR_FSYNC",
    1294: "CANTOPEN_DIRTYWAL",
    1299: "CONSTRAINT_NOTNULL",
    1544: "READONLY_DIRECTORY",
    1546: "IOERR_TRUNCATE",
    1550: "CANTOPEN_SYMLINK",
    1555: "CONSTRAINT_PRIMARYKEY",
    1802: "IOERR_FSTAT",
    1811: "CONSTRAINT_TRIGGER",
    2058: "IOERR_UNLOCK",
    2067: "CONSTRAINT_UNIQUE",
    2314: "IOERR_RDLOCK",
    2323: "CONSTRAINT_VTAB",
    2570: "IOERR_DELETE",
    2579: "CONSTRAINT_ROWID",
    2826: "IOERR_BLOCKED",
    2835: "CONSTRAINT_PINNED",
    3082: "IOERR_NOMEM",
    3091: "CONSTRAINT_DATATYPE",
    3338: "IOERR_ACCESS",
    3594: "IOERR_CHECKRESERVEDLOCK",
    3850: "IOERR_LOCK",
    4106: "IOERR_CLOSE",
    4362: "IOERR_DIR_CLOSE",
    4618: "IOERR_SHMOPEN",
    4874: "IOERR_SHMSIZE",
    5130: "IOERR_SHMLOCK",
    5386: "IOERR_SHMMAP",
    5642: "IOERR_SEEK",
    5898: "IOERR_DELETE_NOENT",
    6154: "IOERR_MMAP",
    6410: "IOERR_GETTEMPPATH",
    6666: "IOERR_CONVPATH",
    6922: "IOERR_VNODE",
    7178: "IOERR_AUTH",
    7434: "IOERR_BEGIN_ATOMIC",
    7690: "IOERR_COMMIT_ATOMIC",
    7946: "IOERR_ROLLBACK_ATOMIC",
    8202: "IOERR_DATA",
    8458: "IOERR_CORRUPTFS",
  ]
}
