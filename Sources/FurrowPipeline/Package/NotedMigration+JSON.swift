internal import FurrowCore
internal import FurrowSQLite

/// How a package writes the migrations behind its schema.
extension NotedMigration {
  var descriptor: JSONValue {
    [
      "version": .string(version.text), "contentHash": .string(contentHash),
      "tokensHash": .string(tokensHash),
    ]
  }

  init(_ item: JSONCursor) throws(DocumentError) {
    guard let version = item["version"] else { throw item.expected("an object with \"version\"") }
    self.init(
      version: try MigrationVersion(version),
      contentHash: try item["contentHash"]?.string() ?? "",
      tokensHash: try item["tokensHash"]?.string() ?? ""
    )
  }
}

extension MigrationVersion {
  init(_ cursor: JSONCursor) throws(DocumentError) {
    guard let version = MigrationVersion(try cursor.string()), !version.isRepeatable else {
      throw cursor.expected("a version such as \"20260131120000\"")
    }
    self = version
  }
}
