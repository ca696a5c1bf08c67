extension Database {
  /// What may be done with the file.
  public enum Mode: String, Hashable, Sendable {
    /// Read only; the file must exist.
    case readOnly
    /// Read and write; the file must exist.
    case readWrite
    /// Read and write; a missing file is made.
    case create
  }

  /// How hard SQLite works to outlive a power loss.
  ///
  /// <https://www.sqlite.org/pragma.html#pragma_synchronous>
  public enum Synchronous: String, Hashable, Sendable {
    /// Leaves it to the operating system.
    case off = "OFF"
    /// Consistent, but the last commits may be lost in WAL mode.
    case normal = "NORMAL"
    /// A finished commit is on the disk.
    case full = "FULL"
    /// As full, and the folder is synced too.
    case extra = "EXTRA"
  }

  /// How a transaction can be undone after a crash.
  ///
  /// <https://www.sqlite.org/pragma.html#pragma_journal_mode>
  public enum Journal: String, Hashable, Sendable {
    /// A rollback journal, deleted at each commit: SQLite's own default.
    case delete
    /// A rollback journal, cut to no bytes at each commit.
    case truncate
    /// A rollback journal, kept and overwritten.
    case persist
    /// A rollback journal in memory: a crash may damage the file.
    case memory
    /// A write-ahead log: readers and one writer do not wait for each other. It stays with the file.
    case wal
    /// None: ROLLBACK does not work, and a crash may damage the file.
    case off
  }

  /// The choices for opening a database.
  public struct Options: Hashable, Sendable {
    /// What may be done with the file.
    public var mode: Mode = .readWrite
    /// How long to wait for another program's lock; zero fails at once.
    public var busyTimeout: Duration = .seconds(10)
    /// Whether foreign keys are enforced; SQLite's own default is not.
    public var enforcesForeignKeys = true
    /// Whether a double-quoted name that fits nothing is taken for a string in a query.
    ///
    /// SQLite allows it for old programs; off, a misspelt column is an error:
    /// <https://www.sqlite.org/quirks.html#dblquote>.
    public var acceptsDoubleQuotedStrings = false
    /// The page cache in KiB; `nil` keeps SQLite's default of about 2 MB.
    public var cacheKibibytes: Int?
    /// The care for power loss; `nil` keeps SQLite's default, which is full.
    public var synchronous: Synchronous?
    /// The journal; `nil` keeps what the file has, which is `delete` for a new one.
    public var journal: Journal?
    /// The name of the virtual file system; `nil` is the default one.
    public var fileSystem: String?
    /// Whether a path that starts with `file:` is a URI: <https://www.sqlite.org/uri.html>.
    public var acceptsURI = false
    /// Whether statements are kept from opening or making any other database file.
    package var isConfined = false
    /// How many compiled statements wait for their SQL to come again; 0 keeps none.
    public var statementCacheCapacity = 32

    /// Makes the default choices for `mode`.
    public init(mode: Mode = .readWrite) {
      self.mode = mode
    }
  }
}
