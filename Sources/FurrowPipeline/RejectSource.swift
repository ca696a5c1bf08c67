internal import FurrowFormats

/// What a reject log has to know of a source.
struct RejectSource {
  /// The source's name in messages.
  var path: String
  /// The names of its columns.
  var columns: [String]
  /// The header record with its line end; empty when there is none.
  var header: [UInt8]
  /// Its format.
  var format = FileFormat.csv

  /// The file's name without folder and without that of a compression, cut in two at its last dot.
  var name: (stem: String, fileExtension: String) {
    Self.name(of: path, format)
  }

  /// What the names of the reject files of each of `paths` start with: a number is added where two
  /// files have one name.
  static func stems(of paths: [String]) -> [String] {
    var stems: [String] = []
    for path in paths {
      let name = name(of: path, .csv).stem
      var stem = name
      var number = 1
      while stems.contains(stem) {
        number += 1
        stem = "\(name)-\(number)"
      }
      stems.append(stem)
    }
    return stems
  }

  private static func name(
    of path: String,
    _ format: FileFormat
  ) -> (stem: String, fileExtension: String) {
    let base =
      path == "-"
      ? "stdin.\(format.rawValue)"
      : Compression.stripped(path.split(separator: "/").last ?? "source")
    guard let dot = base.lastIndex(of: "."), dot != base.startIndex else {
      return (base, format == .json ? "ndjson" : format.rawValue)
    }
    // Elements of an array are kept one a line.
    let ending = format == .json ? "ndjson" : String(base[base.index(after: dot)...])
    return (String(base[..<dot]), ending)
  }
}
