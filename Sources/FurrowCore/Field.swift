/// One value of a record: a slice of the batch's bytes and what is known of it, in 8 bytes.
@frozen public struct Field: Sendable, Equatable {
  /// What a field holds.
  ///
  /// The first two are found by the reader, the others by a type check.
  public enum Kind: UInt8, Sendable {
    /// Text, as it stands in the slice.
    case text = 0
    /// Nothing: SQL's NULL.
    case null = 1
    /// A whole number, kept beside the slice as an `Int64`.
    case integer = 2
    /// A number, kept beside the slice as a `Double`.
    case real = 3
    /// Bytes that are not text, as they stand in the slice.
    case blob = 4
  }

  /// The longest field, in bytes: 256 MiB less one.
  public static let maximumLength = 1 << 28 - 1

  /// The first byte of the slice, counted from 0 in the batch's bytes.
  public var start: UInt32
  /// Length in the low 28 bits, kind in the next three, quoted in the highest.
  @usableFromInline var bits: UInt32

  /// Makes a field of `length` bytes from `start`.
  ///
  /// - Precondition: `start` fits 32 bits and `length` is at most ``maximumLength``.
  @inlinable public init(start: Int, length: Int, kind: Kind = .text, isQuoted: Bool = false) {
    self.start = UInt32(truncatingIfNeeded: start)
    self.bits =
      UInt32(truncatingIfNeeded: length) | UInt32(kind.rawValue) << 28 | (isQuoted ? 1 << 31 : 0)
  }

  /// Makes an unquoted field as a reader finds it: NULL when it has no bytes, else text.
  ///
  /// - Precondition: As for the other initialiser.
  @inlinable public init(bareFrom start: Int, to end: Int) {
    let length = UInt32(truncatingIfNeeded: end &- start)
    self.start = UInt32(truncatingIfNeeded: start)
    self.bits = length == 0 ? 1 << 28 : length
  }

  /// The number of bytes in the slice.
  @inlinable public var length: Int { Int(bits & 0x0FFF_FFFF) }

  /// The byte behind the slice, counted from 0 in the batch's bytes.
  @inlinable public var end: Int { Int(start) + length }

  /// Whether the field stood between quotes.
  @inlinable public var isQuoted: Bool { bits >> 31 != 0 }

  /// Whether the field is NULL.
  @inlinable public var isNull: Bool { kind == .null }

  /// What the field holds.
  @inlinable public var kind: Kind {
    @inline(__always) get {
      switch bits >> 28 & 7 {
      case 0: .text
      case 1: .null
      case 2: .integer
      case 3: .real
      default: .blob
      }
    }
    set { bits = bits & 0x8FFF_FFFF | UInt32(newValue.rawValue) << 28 }
  }
}
