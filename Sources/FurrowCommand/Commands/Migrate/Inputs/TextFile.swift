import Furrow

/// Reads a whole file of text.
enum TextFile {
  /// The text of the file at `path`.
  static func read(_ path: String) throws -> String {
    let source = try FileSource(path: path)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      var span = buffer.mutableSpan
      let count = try source.read(into: &span, range: 0..<(1 << 16))
      if count == 0 { break }
      bytes += buffer.prefix(count)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Where the dump of a folder of migrations stands: beside the folder.
  static func schemaPath(of folder: String) -> String {
    let path = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    guard let slash = path.lastIndex(of: "/") else { return "schema.sql" }
    return path[...slash] + "schema.sql"
  }
}
