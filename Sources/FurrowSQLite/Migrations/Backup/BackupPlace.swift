/// Where copies of a database are kept, and how many.
public struct BackupPlace: Hashable, Sendable {
  /// The folder; `nil` is that of the database.
  public var folder: String?
  /// How many are kept; older ones are removed once the new one is there.
  public var count: Int

  /// Makes a place.
  public init(folder: String? = nil, count: Int = 3) {
    self.folder = folder
    self.count = count
  }
}
