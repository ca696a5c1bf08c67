import Furrow

/// The variables of a file `.env`: a line each, `NAME=VALUE`, with `#` before a remark.
///
/// A value in single quotes is taken as it stands; in double quotes `\n`, `\t`, `\"` and `\\` stand for
/// those characters; without quotes it ends before ` #`.
enum DotEnvironment {
  /// The variables of the file at `path`; none if it is not there.
  ///
  /// No message shows a value.
  static func read(_ path: String) throws(CommandFailure) -> [String: String] {
    guard Folder.hasFile(path) else { return [:] }
    let bytes: [UInt8]
    do throws(ReadFailure) {
      bytes = try SmallFile.read(path)
    } catch {
      throw CommandFailure(.failed, error.description)
    }
    var values: [String: String] = [:]
    let lines = String(decoding: bytes, as: UTF8.self)
      .split(omittingEmptySubsequences: false) { $0.isNewline }
    for (index, line) in lines.enumerated() {
      let text = line.drop { $0 == " " || $0 == "\t" }
      guard !text.isEmpty, text.first != "#" else { continue }
      let pair = text.hasPrefix("export ") ? text.dropFirst(7) : text
      guard let equals = pair.firstIndex(of: "="),
        case let name = pair[..<equals].filter({ $0 != " " }), Variables.isName(name),
        let value = value(pair[pair.index(after: equals)...])
      else { throw CommandFailure(.failed, "\(path):\(index + 1): expected NAME=VALUE") }
      values[name] = value
    }
    return values
  }

  /// The value that `text` is; `nil` when its quote is not closed.
  private static func value(_ text: Substring) -> String? {
    let text = text.drop { $0 == " " || $0 == "\t" }
    guard let quote = text.first, quote == "'" || quote == "\"" else {
      var value = ""
      for character in text {
        if character == "#", value.last == " " || value.last == "\t" { break }
        value.append(character)
      }
      while value.last == " " || value.last == "\t" { value.removeLast() }
      return value
    }
    var value = ""
    var rest = text.dropFirst()
    while let character = rest.popFirst() {
      if character == quote { return value }
      guard character == "\\", quote == "\"", let next = rest.popFirst() else {
        value.append(character)
        continue
      }
      value.append(next == "n" ? "\n" : next == "t" ? "\t" : next)
    }
    return nil
  }
}
