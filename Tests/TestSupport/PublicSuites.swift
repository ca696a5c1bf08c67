import Foundation

/// Test suites of other projects, which are not part of this one.
package enum PublicSuites {
  /// The folder that holds them: the one that `FURROW_SUITES` names, else `shared/suites` beside the
  /// package; `nil` when it is not there.
  package static let folder: String? = {
    let package = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let path =
      ProcessInfo.processInfo.environment["FURROW_SUITES"]
      ?? package.deletingLastPathComponent().path + "/shared/suites"
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }()

  /// The path of `name` in the folder; `nil` when it is not there.
  package static func path(_ name: String) -> String? {
    let path = folder.map { "\($0)/\(name)" }
    return path.flatMap { FileManager.default.fileExists(atPath: $0) ? $0 : nil }
  }
}
