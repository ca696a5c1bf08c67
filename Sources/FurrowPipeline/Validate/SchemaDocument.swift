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

  /// Reads the schema at `path` for the source at `sourcePath`, or of the `resource` with this name.
  ///
  /// - Throws: ``PipelineError`` when the file cannot be read or is no schema; with its place.
  public init(
    _ path: String,
    for sourcePath: String,
    resource: String? = nil
  ) throws(PipelineError) {
    self.path = path
    let document = try DocumentFile(path)
    guard document.root["resources"] != nil else {
      schema = try document.read { root throws(DocumentError) in
        let schema = try Schema(root)
        try root.provePatterns()
        return schema
      }
      resources = []
      return
    }
    resources = try Self.resources(of: document)
    if let named = resources.first(where: { $0.name.isSpelled(resource ?? "") && resource != nil })
    {
      schema = named.schema
    } else {
      schema = try Self.resource(of: sourcePath, in: resources, path).schema
    }
  }

  /// The sources that belong to each resource of the package at `path`, by their places; all of them where
  /// the file is a schema by itself.
  static func groups(
    _ path: String,
    of sources: [String]
  ) throws(PipelineError) -> [(resource: String, sources: [Int])] {
    let document = try DocumentFile(path)
    guard document.root["resources"] != nil else { return [("", Array(sources.indices))] }
    let resources = try resources(of: document)
    var groups: [(resource: String, sources: [Int])] = []
    for (index, source) in sources.enumerated() {
      let name = try resource(of: source, in: resources, path).name
      if let known = groups.firstIndex(where: { $0.resource.isSpelled(name) }) {
        groups[known].sources.append(index)
      } else {
        groups.append((name, [index]))
      }
    }
    return groups
  }

  private static func resources(of document: DocumentFile) throws(PipelineError) -> [Resource] {
    let folder = DataPackage.folder(of: document.path)
    let package = try document.read { root throws(DocumentError) in
      let package = try DataPackage(root, folder: folder)
      if package.resources.allSatisfy({ $0.schema == nil }) {
        throw root.expected("a resource with a schema of its own")
      }
      for resource in try root["resources"]?.items() ?? [] {
        try resource["schema"]?.provePatterns()
      }
      return package
    }
    return package.resources.compactMap { resource in
      resource.schema.map { Resource(name: resource.name, sources: resource.sources, schema: $0) }
    }
  }

  /// The resource that the source at `sourcePath` belongs to: the only one, or the one of its path, or of
  /// its name.
  private static func resource(
    of sourcePath: String,
    in list: [Resource],
    _ path: String
  ) throws(PipelineError) -> Resource {
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
          + "\(Spelling.hint(for: sourcePath, among: list.flatMap { $0.sources.map(\.path) }))"
      )
    }
    return found
  }
}

extension JSONCursor {
  /// Proves that the patterns of a schema's fields can be used, as long as their places are known.
  fileprivate func provePatterns() throws(DocumentError) {
    for field in try self["fields"]?.items() ?? [] {
      guard let pattern = field["constraints"]?["pattern"] else { continue }
      _ = try Pattern(pattern.string(), at: pattern.path)
    }
  }
}
