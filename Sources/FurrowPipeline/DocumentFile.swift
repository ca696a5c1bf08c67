internal import FurrowCore
public import FurrowFormats

/// A JSON document in a file, so that each fault in it is told with the file and the line.
struct DocumentFile {
  let path: String
  let root: JSONCursor
  private let bytes: [UInt8]

  /// Reads the document at `path`.
  init(_ path: String) throws(PipelineError) {
    self.path = path
    let bytes = try reading { () throws(ReadFailure) in try SmallFile.read(path) }
    self.bytes = bytes
    do throws(DocumentError) {
      root = JSONCursor(try JSONParser.value(of: bytes))
    } catch {
      throw .document(Self.placed(error, in: path, bytes))
    }
  }

  /// Runs `body` over the document and gives its error a place.
  func read<Result>(
    _ body: (JSONCursor) throws(DocumentError) -> Result
  ) throws(PipelineError) -> Result {
    do throws(DocumentError) {
      return try body(root)
    } catch {
      throw .document(Self.placed(error, in: path, bytes))
    }
  }

  private static func placed(
    _ error: DocumentError,
    in path: String,
    _ bytes: [UInt8]
  ) -> DocumentError {
    var error = error
    error.file = path
    if error.line == nil, let place = JSONParser.place(of: error.path, in: bytes) {
      (error.line, error.column) = (place.line, place.column)
    }
    return error
  }
}

extension Dialect {
  /// Reads a Table Dialect from the file at `path`, for text of `format`.
  ///
  /// <https://datapackage.org/standard/table-dialect/>
  /// - Throws: ``PipelineError`` when the file cannot be read or asks for what cannot be done.
  public init(file path: String, format: FileFormat) throws(PipelineError) {
    let document = try DocumentFile(path)
    self = try document.read { root throws(DocumentError) in try Dialect(root, format: format) }
  }
}
