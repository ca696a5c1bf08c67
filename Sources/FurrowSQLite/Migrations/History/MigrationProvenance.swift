/// Who ran migrations, and with what: a note for people, which nothing depends on.
public struct MigrationProvenance: Hashable, Sendable {
  /// The program and its version, as `furrow 0.1.0`.
  public var tool: String?
  /// The commit of git that the folder of migrations was at.
  public var gitCommit: String?
  /// The account that the program ran under.
  public var appliedBy: String?

  /// Knows nothing.
  public init() {}
}
