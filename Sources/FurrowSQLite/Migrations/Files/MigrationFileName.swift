/// What the name of a file, or of a folder that holds one migration, says.
struct MigrationFileName: Hashable {
  /// What the file is for.
  enum Role: Hashable {
    case up
    case down
    /// `U1__x.sql`: a way back for Flyway, a way forward for refinery.
    case undoOrForward
    case repeatable
    /// All up to its version at once, for a database that has nothing yet.
    case baseline
  }

  let version: MigrationVersion
  let name: String
  let role: Role
  /// The convention, as far as the name alone tells it; `nil` leaves it to the markers.
  let format: MigrationFormat?

  /// Takes `001_x.sql`, `001.sql`, `001_x.up.sql`, `V1__x.sql` and the like.
  init?(_ file: String) {
    guard file.lowercased().hasSuffix(".sql") else { return nil }
    let stem = file.dropLast(4)
    if let found = Self.flyway(stem) {
      self = found
      return
    }
    let isDown = stem.hasSuffix(".down")
    let isPair = isDown || stem.hasSuffix(".up")
    let body = stem.dropLast(isDown ? 5 : isPair ? 3 : 0)
    guard let (version, name) = Self.numbered(body) else { return nil }
    self.init(version, name, isDown ? .down : .up, isPair ? .golangMigrate : nil)
  }

  /// Takes the name of a folder that holds `migration.sql` (Prisma) or `up.sql` (Diesel).
  init?(folder: String, holding file: String) {
    // Diesel writes its dates with dashes: 2024-01-31-120000_x.
    let head = folder.prefix { $0 != "_" }
    let digits = String(head.filter { $0 != "-" })
    guard let version = MigrationVersion(digits), digits.utf8.allSatisfy(\.isDigit) else {
      return nil
    }
    self.init(
      version,
      String(folder.dropFirst(head.count + 1)),
      file == "down.sql" ? .down : .up,
      file == "migration.sql" ? .prisma : .diesel
    )
  }

  init(
    _ version: MigrationVersion,
    _ name: String,
    _ role: Role,
    _ format: MigrationFormat?
  ) {
    self.version = version
    self.name = name
    self.role = role
    self.format = format
  }

  /// The version and the name of `001_x`, `001-x` or `001`.
  private static func numbered(_ stem: Substring) -> (MigrationVersion, String)? {
    let digits = stem.prefix { $0.isASCII && $0.isNumber }
    guard let version = MigrationVersion(String(digits)) else { return nil }
    let rest = stem.dropFirst(digits.count)
    guard let first = rest.first else { return (version, "") }
    guard first == "_" || first == "-" else { return nil }
    return (version, String(rest.dropFirst()))
  }

  /// `V1.2__x`, `U1__x`, `B1__x`, `R__x`.
  private static func flyway(_ stem: Substring) -> MigrationFileName? {
    guard let prefix = stem.first, "VUBR".contains(prefix),
      let divider = stem.firstRange(of: "__")
    else { return nil }
    let number = stem[stem.index(after: stem.startIndex)..<divider.lowerBound]
    let name = String(stem[divider.upperBound...])
    if prefix == "R" {
      guard number.isEmpty, !name.isEmpty else { return nil }
      return MigrationFileName(.repeatable(name), name, .repeatable, .flyway)
    }
    guard let version = MigrationVersion(String(number)) else { return nil }
    let role: Role = prefix == "U" ? .undoOrForward : prefix == "B" ? .baseline : .up
    return MigrationFileName(version, name, role, .flyway)
  }

  /// What to say of a `.sql` file that is none of these.
  static func complaint(of file: String) -> String {
    let corrected = file.prefix(1).uppercased() + file.dropFirst()
    if corrected != file, MigrationFileName(corrected) != nil {
      return "not a migration as it is named; did you mean \(corrected)?"
    }
    return "not a migration, its name is not like 001_name.sql or V1__name.sql; it is not run"
  }
}
