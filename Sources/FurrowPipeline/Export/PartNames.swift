internal import FurrowCore
internal import FurrowFormats

/// The names of the files that an output is divided into: `movies.csv` gives `movies.00001.csv`, and
/// `movies.year=1999.csv`.
///
/// Nothing of a value can leave its place in the name: what is no ASCII letter, digit, `-` or `_` is
/// percent-encoded. A table that is imported from a part has the name before the first dot.
struct PartNames {
  /// A value of the column whose values have a file each.
  enum Key: Equatable {
    case null
    case number(String)
    case text([UInt8])
    case blob([UInt8])
  }

  private let folder: String
  private let stem: String
  private let suffix: String
  private let column: String?
  /// The names that are given, in small letters: some file systems take `A` and `a` for the same.
  private var taken: Set<String> = []

  /// Makes names of the parts of `path`; `column` is the one whose values have a file each.
  init(path: String, column: String?) {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    folder = String(path.dropLast(path.hasSuffix(name) ? name.count : 0))
    var end = name.index(name.startIndex, offsetBy: Compression.stripped(name).count)
    if let dot = name[..<end].lastIndex(of: "."), dot > name.startIndex { end = dot }
    stem = String(name[..<end])
    suffix = String(name[end...])
    self.column = column
  }

  /// The path of the part for `key`, which is the only one.
  mutating func path(of key: Key?) -> String {
    guard let column, let key else { return "\(folder)\(stem)\(suffix)" }
    let label = Self.safe(Array(column.utf8), most: 60)
    let word =
      switch key {
      case .null: "\(label)~null"
      case .number(let text): "\(label)=\(Self.safe(Array(text.utf8), most: 100))"
      case .text(let bytes): "\(label)=\(Self.safe(bytes, most: 100))"
      case .blob(let bytes): "\(label)~x\(Self.hexadecimal(bytes, most: 50))"
      }
    var name = word
    var number = 2
    while !taken.insert(name.lowercased()).inserted {
      name = "\(word)~\(number)"
      number += 1
    }
    return "\(folder)\(stem).\(name)\(suffix)"
  }

  /// `path` with the number of the part, from 1, before the suffix.
  func numbered(_ path: String, _ number: Int) -> String {
    let digits = String(number)
    let padding = String(repeating: "0", count: max(0, 5 - digits.utf8.count))
    return "\(path.dropLast(suffix.count)).\(padding)\(digits)\(suffix)"
  }

  /// `bytes` as a part of a file's name; a long one is cut, and told by its digest.
  static func safe(_ bytes: [UInt8], most: Int) -> String {
    var text = ""
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        ASCII.zero...ASCII.nine, ASCII.minus, UInt8(ascii: "_"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default: text += "%" + hexadecimal([byte], most: 1)
      }
      if text.utf8.count > most {
        var digest = SHA256Digest()
        digest.take(bytes.span)
        return "\(text.prefix(most))~\(digest.hexadecimal.prefix(16))"
      }
    }
    return text
  }

  private static func hexadecimal(_ bytes: [UInt8], most: Int) -> String {
    let digits = Array("0123456789ABCDEF")
    let text = String(bytes.prefix(most).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    guard bytes.count > most else { return text }
    var digest = SHA256Digest()
    digest.take(bytes.span)
    return "\(text)~\(digest.hexadecimal.prefix(16))"
  }
}

extension RecordBatch {
  /// The value of the field in `column` of `record` as the key of a part.
  func partKey(_ record: Int, _ column: Int) -> PartNames.Key {
    let index = record * columnCount + column
    let field = fields[index]
    switch field.kind {
    case .null: return .null
    case .integer: return .number(String(Int64(bitPattern: values[index])))
    case .real: return .number(Double(bitPattern: values[index]).description)
    case .text: return .text(Array(bytes[Int(field.start)..<field.end]))
    case .blob: return .blob(Array(bytes[Int(field.start)..<field.end]))
    }
  }
}
