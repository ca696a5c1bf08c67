import Furrow

/// The version of the program.
package enum Version {
  /// The number, as semantic versioning has it.
  package static let number = "0.1.0"

  /// What `--version` prints; `-v` adds the version of SQLite.
  static func lines(isVerbose: Bool) -> [String] {
    ["furrow \(number)"] + (isVerbose ? ["SQLite \(Database.libraryVersion)"] : [])
  }
}
