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

  /// The file's name without its extension, and with a number where the name is taken.
  func stem(besides taken: [String]) -> String {
    var stem = name.stem
    var number = 1
    while taken.contains(stem) {
      number += 1
      stem = "\(name.stem)-\(number)"
    }
    return stem
  }

  /// The file's name without folder and without `.gz`, cut in two at its last dot.
  var name: (stem: String, fileExtension: String) {
    var base =
      path == "-" ? "stdin.\(format.rawValue)" : String(path.split(separator: "/").last ?? "source")
    if base.lowercased().hasSuffix(".gz") { base.removeLast(3) }
    guard let dot = base.lastIndex(of: "."), dot != base.startIndex else {
      return (base, format == .json ? "ndjson" : format.rawValue)
    }
    // Elements of an array are kept one a line.
    let ending = format == .json ? "ndjson" : String(base[base.index(after: dot)...])
    return (String(base[..<dot]), ending)
  }
}
