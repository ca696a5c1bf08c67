internal import FurrowCore

/// The version of a migration: digits as written, compared as numbers of any length.
///
/// `1`, `001` and `1.0` are equal; `9` comes before `10`. A migration that runs again whenever it
/// changes has a name, `R__views`, in place of a number and comes behind all numbers.
public struct MigrationVersion: Sendable {
  /// The version as written.
  public let text: String
  /// Digits without leading zeros, part by part, without empty parts at the end.
  private let parts: [[UInt8]]

  /// Whether this stands for a migration that runs again whenever it changes.
  public var isRepeatable: Bool { text.hasPrefix(Self.repeatablePrefix) }

  /// The same text for all spellings of one version.
  var key: String {
    if isRepeatable { return text }
    let numbers = parts.map { $0.isEmpty ? "0" : String(decoding: $0, as: UTF8.self) }
    return numbers.isEmpty ? "0" : numbers.joined(separator: ".")
  }

  private static let repeatablePrefix = "R__"

  /// Takes digits, in parts divided by `.` or `_`, or `R__` and a name; `nil` for anything else.
  public init?(_ text: String) {
    if text.hasPrefix(Self.repeatablePrefix), text.count > Self.repeatablePrefix.count {
      self = .repeatable(String(text.dropFirst(Self.repeatablePrefix.count)))
      return
    }
    let pieces = text.utf8.split(omittingEmptySubsequences: false) {
      $0 == ASCII.period || $0 == 0x5F
    }
    guard pieces.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isDigit) }) else { return nil }
    var parts = pieces.map { Array($0.drop { $0 == ASCII.zero }) }
    while parts.last?.isEmpty == true { parts.removeLast() }
    self.init(text: text, parts: parts)
  }

  private init(text: String, parts: [[UInt8]]) {
    self.text = text
    self.parts = parts
  }

  /// What stands in place of a version for the repeatable migration `name`.
  static func repeatable(_ name: String) -> MigrationVersion {
    // No number has this byte, and it comes behind all digits.
    MigrationVersion(text: repeatablePrefix + name, parts: [[0xFF], Array(name.utf8)])
  }
}

extension MigrationVersion: Hashable, Comparable {
  /// Whether both are the same number.
  public static func == (left: MigrationVersion, right: MigrationVersion) -> Bool {
    left.parts == right.parts
  }

  /// Whether `left` comes first.
  public static func < (left: MigrationVersion, right: MigrationVersion) -> Bool {
    if left.isRepeatable || right.isRepeatable {
      return left.isRepeatable == right.isRepeatable
        ? left.text.utf8.lexicographicallyPrecedes(right.text.utf8) : right.isRepeatable
    }
    return left.parts.lexicographicallyPrecedes(right.parts) { first, second in
      // Without leading zeros the longer number is the greater one.
      first.count != second.count
        ? first.count < second.count : first.lexicographicallyPrecedes(second)
    }
  }

  /// Feeds the number, not the text.
  public func hash(into hasher: inout Hasher) { hasher.combine(parts) }
}

extension MigrationVersion: CustomStringConvertible {
  /// The version as written.
  public var description: String { text }
}

extension UInt8 {
  /// Whether this is an ASCII digit.
  var isDigit: Bool { ASCII.zero <= self && self <= ASCII.nine }
}
