public import FurrowCore
internal import FurrowFormats

/// A schema as it is found in a file: by itself, or as part of a data package.
///
/// <https://datapackage.org/standard/data-package/>
public struct SchemaDocument: Sendable {
  /// Another table of the package.
  struct Resource: Sendable {
    var name: String
    var source: TextSource
    var schema: Schema
  }

  /// The schema.
  public let schema: Schema
  /// The tables that it may refer to.
  let resources: [Resource]
  /// The file, as the user named it.
  let path: String

  /// Reads the schema at `path` for the source at `sourcePath`.
  ///
  /// - Throws: ``PipelineError`` when the file cannot be read or is no schema; with its place.
  public init(_ path: String, for sourcePath: String) throws(PipelineError) {
    self.path = path
    let document = try DocumentFile(path)
    guard document.root["resources"] != nil else {
      schema = try document.read { root throws(DocumentError) in try Schema(root) }
      resources = []
      return
    }
    let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/")
    let list = try document.read { root throws(DocumentError) in
      try Self.resources(root, folder: folder)
    }
    resources = list
    let wanted = sourcePath.split(separator: "/").last
    guard
      let found = list.first(where: { $0.source.path == sourcePath })
        ?? list.first(where: { $0.source.path.split(separator: "/").last == wanted })
        ?? (list.count == 1 ? list.first : nil)
    else {
      throw .plan(
        "\(path): none of the resources has the path \(sourcePath)"
          + "\(Nearest(sourcePath, of: list.map(\.source.path)).hint)"
      )
    }
    schema = found.schema
  }

  private static func resources(
    _ root: JSONCursor,
    folder: String
  ) throws(DocumentError) -> [Resource] {
    var result: [Resource] = []
    for item in try root["resources"]?.items() ?? [] {
      guard let descriptor = item["schema"], case .object = descriptor.value else { continue }
      guard let name = item["name"] else { throw item.expected("an object with \"name\"") }
      guard let path = item["path"] else { throw item.expected("an object with \"path\"") }
      let file = try path.names().first ?? ""
      let format = FileFormat(path: file) ?? .csv
      var dialect = format == .tsv ? Dialect.tsv : .csv
      if let given = item["dialect"], case .object = given.value {
        dialect = try Dialect(given, format: format)
      }
      let isAbsolute = file.hasPrefix("/") || folder.isEmpty
      let source = TextSource(
        path: isAbsolute ? file : "\(folder)/\(file)",
        dialect: dialect,
        format: format
      )
      result.append(
        Resource(name: try name.string(), source: source, schema: try Schema(descriptor))
      )
    }
    if result.isEmpty { throw root.expected("a resource with a schema of its own") }
    return result
  }
}
