internal import FurrowCore

/// Finds what a URI within a text says to its server only: who asks, and with which key.
///
/// <https://www.rfc-editor.org/rfc/rfc3986#section-3>
package enum URISecrets {
  /// What SQLite reads in the query of a URI, which is no secret: <https://www.sqlite.org/uri.html>.
  private static let plainParameters: Set<String> = [
    "cache", "immutable", "mode", "modeof", "nolock", "psow", "vfs",
  ]

  /// What is shown in the place of a value.
  private static let mark = "***"

  /// What is not shown of a text, and what is shown in its place.
  private typealias Part = (range: Range<Int>, name: String)

  /// The secrets of all URIs in `text`: an argument or a value, which may be one URI to its end with
  /// white space in it, or a sentence with some.
  package static func secrets(in text: String) -> [Secrets.Secret] {
    guard text.utf8.contains(ASCII.colon) else { return [] }
    let bytes = Array(text.utf8)
    return (parts(of: bytes, isWhole: true) + parts(of: bytes)).map { part in
      Secrets.Secret(String(decoding: bytes[part.range], as: UTF8.self), shownAs: part.name)
    }
  }

  /// The sentence `text` with a mark in the place of the secrets of its URIs.
  package static func masked(_ text: String) -> String {
    guard text.utf8.contains(ASCII.colon) else { return text }
    let bytes = Array(text.utf8)
    var masked: [UInt8] = []
    var end = 0
    let parts = parts(of: bytes).sorted { $0.range.lowerBound < $1.range.lowerBound }
    for part in parts {
      if part.range.lowerBound >= end {
        masked += bytes[end..<part.range.lowerBound]
        masked += part.name.utf8
      }
      end = max(end, part.range.upperBound)
    }
    return String(decoding: masked + bytes[end...], as: UTF8.self)
  }

  /// All that is not shown of `text`; a URI in it goes to its end if `isWhole`.
  ///
  /// A URI within another ends with it, so that no byte is looked at for each of them.
  private static func parts(of text: [UInt8], isWhole: Bool = false) -> [Part] {
    var parts: [Part] = []
    var uri = 0..<0
    var lastAt: Int?
    var hidden = 0
    for colon in text.indices where text[colon] == ASCII.colon && isStart(colon, of: text) {
      let start = colon + 1
      if start >= uri.upperBound {
        uri = start..<(isWhole ? text.count : end(of: start, in: text))
        lastAt = text[uri].lastIndex(of: UInt8(ascii: "@"))
        parts += parameters(of: text[uri])
      }
      guard start >= hidden, let at = userEnd(of: text[start..<uri.upperBound], lastAt) else {
        continue
      }
      parts.append((start..<(at + 1), "//\(mark)@"))
      hidden = at + 1
    }
    return parts
  }

  /// Whether a scheme ends before `colon`, and a URI goes on behind it: `//host/...`, or the path of
  /// `file:path`.
  private static func isStart(_ colon: Int, of text: [UInt8]) -> Bool {
    let scheme = text[max(0, colon - 4)..<colon]
    if scheme.lazy.map({ $0 | 0x20 }).elementsEqual("file".utf8) { return true }
    return scheme.last.map(isLetterOrDigit) ?? false
      && text[(colon + 1)...].starts(with: "//".utf8)
  }

  /// Where a URI in a sentence, a list or SQL comes to its end: at the quote that it began with, else
  /// at white space or any quote.
  private static func end(of start: Int, in text: [UInt8]) -> Int {
    let before = text[..<(start - 1)].last { !isLetterOrDigit($0) && !"+-.".utf8.contains($0) }
    if let before, "'\"`".utf8.contains(before), let end = text[start...].firstIndex(of: before) {
      return end
    }
    let uri = text[start...].prefix { $0 > ASCII.space && !"'\"`<>".utf8.contains($0) }
    // What a sentence goes on with.
    return (uri.lastIndex { !":,.;)".utf8.contains($0) } ?? start - 1) + 1
  }

  /// The at sign behind the name and the password in front of a host.
  ///
  /// A password may hold what should have been escaped, a slash or an at sign; a path that holds one
  /// has no password before it, and perhaps a port.
  private static func userEnd(of uri: ArraySlice<UInt8>, _ lastAt: Int?) -> Int? {
    guard uri.starts(with: "//".utf8) else { return nil }
    let authority = uri.dropFirst(2).prefix { !"/?#".utf8.contains($0) }
    var end = authority.lastIndex(of: UInt8(ascii: "@"))
    if end == nil, let colon = authority.firstIndex(of: ASCII.colon),
      !authority[(colon + 1)...].allSatisfy({ (ASCII.zero...ASCII.nine).contains($0) })
    {
      end = lastAt
    }
    return end.flatMap { $0 > authority.startIndex ? $0 : nil }
  }

  /// The values of parameters, in the query and behind it, with their names.
  private static func parameters(of uri: ArraySlice<UInt8>) -> [Part] {
    guard var start = uri.firstIndex(where: { "?#".utf8.contains($0) }) else { return [] }
    var parts: [Part] = []
    while start < uri.endIndex {
      let pair = uri[(start + 1)...].prefix { !"?&;#".utf8.contains($0) }
      if let equals = pair.firstIndex(of: UInt8(ascii: "=")), equals + 1 < pair.endIndex {
        let name = String(decoding: pair[..<equals], as: UTF8.self)
        let separator = Character(Unicode.Scalar(uri[start]))
        if !plainParameters.contains(name) {
          parts.append((start..<pair.endIndex, "\(separator)\(name)=\(mark)"))
        }
      }
      start = pair.endIndex
    }
    return parts
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    let letter = byte | 0x20
    return (ASCII.zero...ASCII.nine).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter)
  }
}
