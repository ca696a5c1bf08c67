public import FurrowCore
internal import FurrowFormats

/// A schema as it is found in a file: by itself, or as part of a data package.
///
/// <https://datapackage.org/standard/data-package/>
public struct SchemaDocument: Sendable {
  /// Another table of the package.
  struct Resource: Sendable {
    var name: String
    var sources: [TextSource]
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
    let folder = DataPackage.folder(of: path)
    let package = try document.read { root throws(DocumentError) in
      let package = try DataPackage(root, folder: folder)
      if package.resources.allSatisfy({ $0.schema == nil }) {
        throw root.expected("a resource with a schema of its own")
      }
      return package
    }
    let list = package.resources.compactMap { resource in
      resource.schema.map { Resource(name: resource.name, sources: resource.sources, schema: $0) }
    }
    resources = list
    let wanted = sourcePath.split(separator: "/").last
    guard
      let found = list.first(where: { $0.sources.contains { $0.path == sourcePath } })
        ?? list.first(where: {
          $0.sources.contains { $0.path.split(separator: "/").last == wanted }
        })
        ?? (list.count == 1 ? list.first : nil)
    else {
      throw .plan(
        "\(path): none of the resources has the path \(sourcePath)"
          + "\(Nearest(sourcePath, of: list.flatMap { $0.sources.map(\.path) }).hint)"
      )
    }
    schema = found.schema
  }
}
