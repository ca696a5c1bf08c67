internal import CCSV
internal import CYAML
internal import CZlib
internal import CZstd

/// The versions of the system libraries that read and write text, as they are loaded.
package enum LibraryVersions {
  /// Names and versions; libcsv tells that of its header only.
  package static var all: [(name: String, version: String)] {
    // Sound: constant, terminated texts that live as long as the program.
    unsafe [
      ("zlib", String(cString: zlibVersion())),
      ("zstd", String(cString: ZSTD_versionString())),
      ("libyaml", String(cString: yaml_get_version_string())),
      ("libcsv", "\(CSV_MAJOR).\(CSV_MINOR).\(CSV_RELEASE)"),
    ]
  }
}
