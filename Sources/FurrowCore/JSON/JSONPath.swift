/// A place in a JSON document, from its root: `$.fields[2].name`.
public struct JSONPath: Sendable, Equatable, CustomStringConvertible {
  /// The path as text.
  public private(set) var description = "$"

  /// The document itself.
  public static let root = JSONPath()

  private init() {}

  /// The value under `key` of the object here.
  public func key(_ key: String) -> JSONPath {
    var path = self
    let isName = key.utf8.allSatisfy { byte in
      byte == UInt8(ascii: "_") || (ASCII.zero...ASCII.nine).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
    path.description +=
      isName && !key.isEmpty ? ".\(key)" : "[\(JSONValue.string(key).description)]"
    return path
  }

  /// The value at `index`, counted from 0, of the array here.
  public func index(_ index: Int) -> JSONPath {
    var path = self
    path.description += "[\(index)]"
    return path
  }
}
