internal import CSQLite

/// What a file asks for in comments `-- furrow: ...` at the start of a line.
///
/// They stand in comments, so that other tools still read the file.
public struct MigrationDirectives: Hashable, Sendable {
  /// `foreign-keys=on`: keys are enforced while the file runs, for files that rely on cascades.
  public internal(set) var enforcesForeignKeys = false
  /// `transaction=off`: the file runs outside a transaction.
  public internal(set) var isTransactional = true
  /// `irreversible`: there is no way back, and that is meant.
  public internal(set) var isIrreversible = false
  /// `allow=rule:object`: findings of `lint` that are meant, as `drop-column:users.legacy`.
  public internal(set) var allowed: [String] = []
  /// `requires=1,2`: versions that must be applied before.
  public internal(set) var requires: [MigrationVersion] = []
  /// `min-sqlite=3.35`: the oldest SQLite the file runs on.
  public internal(set) var minimumSQLite: String?
  /// `newlines=keep`: CRLF stays as it is, in strings for instance.
  public internal(set) var keepsNewlines = false
  /// `replaces=1,2`: the migrations that this one was made of by `squash`.
  public internal(set) var replaces: [MigrationVersion] = []

  /// Takes one word; gives the complaint if it is not known.
  mutating func take(_ word: String) -> String? {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let value = parts.count > 1 ? String(parts[1]) : nil
    switch (parts.first ?? "", value) {
    case ("foreign-keys", "on"): enforcesForeignKeys = true
    case ("foreign-keys", "off"): enforcesForeignKeys = false
    case ("transaction", "on"): isTransactional = true
    case ("transaction", "off"): isTransactional = false
    case ("irreversible", nil): isIrreversible = true
    case ("newlines", "keep"): keepsNewlines = true
    case ("allow", let value?) where value.contains(":"): allowed.append(value)
    case ("requires", let value?): return take(versions: value, into: \.requires)
    case ("replaces", let value?): return take(versions: value, into: \.replaces)
    case ("min-sqlite", let value?) where MigrationVersion(value) != nil: minimumSQLite = value
    default:
      return "unknown option \"\(word)\"; known are foreign-keys=on, transaction=off, irreversible,"
        + " allow=RULE:OBJECT, requires=VERSION, replaces=VERSION, min-sqlite=3.N, newlines=keep"
    }
    return nil
  }

  private mutating func take(
    versions: String,
    into list: WritableKeyPath<MigrationDirectives, [MigrationVersion]>
  ) -> String? {
    for text in versions.split(separator: ",", omittingEmptySubsequences: false) {
      guard let version = MigrationVersion(String(text)) else {
        return "expected versions with commas between them, found \"\(versions)\""
      }
      self[keyPath: list].append(version)
    }
    return nil
  }

  /// The SQLite that the program runs on, as `3.40.1`.
  static var libraryVersion: String {
    // Sound: the library gives a literal of its own.
    unsafe String(cString: sqlite3_libversion())
  }

  /// Whether this SQLite is too old for the file.
  var needsNewerSQLite: Bool {
    guard let minimumSQLite, let wanted = MigrationVersion(minimumSQLite),
      let found = MigrationVersion(Self.libraryVersion)
    else { return false }
    return found < wanted
  }
}
