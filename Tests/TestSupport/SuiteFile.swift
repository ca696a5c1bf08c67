package import FurrowFormats

/// Files of public suites that are not part of this package.
package enum SuiteFile {
  /// The bytes of the file at `path`.
  package static func bytes(of path: String) throws(ReadFailure) -> [UInt8] {
    try SmallFile.read(path)
  }
}
