internal import FurrowCore
internal import FurrowFormats

/// Marks on the values of columns whose storage classes a format cannot tell apart.
///
/// A BLOB is a URL that holds its base64, `data:;base64,AAEC`, and so is a text that is not UTF-8,
/// `data:text/plain;base64,/w==`. A text that would be read as something else, since it begins so or is
/// written like a number, has `data:,` in front. All other values stand as they are.
/// <https://www.rfc-editor.org/rfc/rfc2397>
struct ValueMarks: Stage {
  let name = "mark"
  /// The columns, counted from 0.
  let columns: [Int]

  private static let blob = Array("data:;base64,".utf8)
  private static let text = Array("data:,".utf8)
  private static let odd = Array("data:text/plain;base64,".utf8)

  func process(_ batch: inout RecordBatch) throws(PipelineError) {
    for column in columns {
      for index in batch.live.indices {
        let place = Int(batch.live[index]) * batch.columnCount + column
        let field = batch.fields[place]
        switch field.kind {
        case .null, .integer, .real: continue
        case .text where !Self.isMarked(batch.span(of: field)): continue
        case .text, .blob:
          // Four letters for three bytes, and a mark.
          guard field.length <= Field.maximumLength / 4 * 3 - 32,
            batch.bytes.count + field.length / 3 * 4 + 32 <= UInt32.max
          else {
            throw .plan(
              "a \(field.kind == .blob ? "BLOB" : "text") of \(field.length) bytes is too long to be"
                + " marked, as it has to be in a column that holds both"
            )
          }
          let marked = Self.marked(batch.span(of: field), isBlob: field.kind == .blob)
          let start = batch.append(marked)
          batch.replace(place, by: Field(start: start, length: marked.count, isQuoted: true), 0)
        }
      }
    }
  }

  private static func marked(_ bytes: Span<UInt8>, isBlob: Bool) -> [UInt8] {
    if isBlob { return blob + BlobText.base64.text(of: bytes) }
    if !isUTF8(bytes) { return odd + BlobText.base64.text(of: bytes) }
    var result = text
    for index in bytes.indices { result.append(bytes[index]) }
    return result
  }

  /// Whether a text needs a mark to be read as one.
  private static func isMarked(_ bytes: Span<UInt8>) -> Bool {
    [text, blob, odd].contains { starts(bytes, with: $0) } || !isUTF8(bytes)
      || NumberText.integer(bytes) != nil || NumberText.real(bytes) != nil
  }

  private static func isUTF8(_ bytes: Span<UInt8>) -> Bool {
    (try? UTF8Span(validating: bytes)) != nil
  }

  private static func starts(_ bytes: Span<UInt8>, with mark: [UInt8]) -> Bool {
    bytes.count >= mark.count && mark.indices.allSatisfy { bytes[$0] == mark[$0] }
  }

  /// Makes the text of a marked column the value that it stands for; false when it is none.
  static func read(_ record: Int, _ column: Int, of batch: inout RecordBatch) -> Bool {
    let place = record * batch.columnCount + column
    let field = batch.fields[place]
    guard let mark = [text, blob, odd].first(where: { starts(batch.span(of: field), with: $0) })
    else {
      if let value = NumberText.integer(batch.span(of: field)) {
        batch.set(.integer, UInt64(bitPattern: value), at: place)
      } else {
        // What is no number stays a text.
        _ = batch.type(record, column, as: .real)
      }
      return true
    }
    let start = Int(field.start) + mark.count
    let rest = Field(start: start, length: field.length - mark.count, isQuoted: true)
    batch.replace(place, by: rest, 0)
    if mark == text { return true }
    guard batch.type(record, column, as: .blob(.base64)) else { return false }
    if mark == odd { batch.set(.text, 0, at: place) }
    return true
  }
}
