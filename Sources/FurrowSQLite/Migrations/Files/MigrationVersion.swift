internal import FurrowCore

/// The version of a migration: digits as written, compared as numbers of any length.
///
/// `1`, `001` and `1.0` are equal; `9` comes before `10`.
public struct MigrationVersion: Sendable {
  /// The version as written.
  public let text: String
  /// Digits without leading zeros, part by part, without empty parts at the end.
  private let parts: [[UInt8]]

  /// Takes digits, in parts divided by `.` or `_`; `nil` for anything else.
  public init?(_ text: String) {
    let pieces = text.utf8.split(omittingEmptySubsequences: false) {
      $0 == ASCII.period || $0 == 0x5F
    }
    guard pieces.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isDigit) }) else { return nil }
    var parts = pieces.map { Array($0.drop { $0 == ASCII.zero }) }
    while parts.last?.isEmpty == true { parts.removeLast() }
    self.text = text
    self.parts = parts
  }
}

extension MigrationVersion: Hashable, Comparable {
  /// Whether both are the same number.
  public static func == (left: MigrationVersion, right: MigrationVersion) -> Bool {
    left.parts == right.parts
  }

  /// Whether `left` comes first.
  public static func < (left: MigrationVersion, right: MigrationVersion) -> Bool {
    left.parts.lexicographicallyPrecedes(right.parts) { first, second in
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
