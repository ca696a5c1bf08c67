public import FurrowCore

/// What the values of a column were found to be, and what ruled each narrower type out.
///
/// A type is proved: text to value to text gives the same bytes for every value that is not NULL.
/// `007`, `1.10`, `1e5`, `NA` and `9223372036854775808` are text.
public struct ColumnInference: Sendable {
  /// A type that a column of text may have.
  public enum Kind: String, Sendable, CaseIterable {
    /// Whole numbers within 64 bits.
    case integer
    /// Numbers with a point.
    case number
    /// Days, `YYYY-MM-DD`.
    case date
    /// Days with a time, `T` between them.
    case datetime
    /// Days with a time, a space between them.
    case spacedDatetime = "datetime with a space"
  }

  /// The value that a type cannot be true of.
  public struct Exclusion: Sendable, Equatable {
    /// The type.
    public var kind: Kind
    /// The source, as the user named it.
    public var path: String
    /// The line that the record starts on, counted from 1.
    public var line: Int
    /// The value, cut short where it is long.
    public var value: String
  }

  /// The column's name.
  public let name: String
  /// What ruled types out, in the order it was met.
  public private(set) var exclusions: [Exclusion] = []
  /// Whether there is a value that is not NULL.
  public private(set) var hasValue = false
  /// The types that are still possible, a bit each.
  private var open = UInt8(1 << Kind.allCases.count - 1)
  private var typed = TypedCandidate()
  /// Whether the type of a column without a value is known, too.
  private var isLocked = false

  init(_ name: String) {
    self.name = name
  }

  /// The type of every value; `nil` when they are text, of several types, or none is there.
  public var kind: Kind? {
    let kind = kindOfText
    // Of two sources one may say itself what is a number, and the other not.
    guard let type = typed.declaredType else { return kind }
    return kind.map { Self.declaredType(of: $0) == type && $0.isNumber } ?? false ? kind : nil
  }

  /// The type as SQLite declares it, empty for none; dates are stored as text.
  public var declaredType: String {
    guard let type = typed.declaredType else { return Self.declaredType(of: kindOfText) }
    guard hasValue || isLocked, type != "TEXT" else { return type }
    return kind == nil ? "" : type
  }

  /// The type of every value that is written as text.
  private var kindOfText: Kind? {
    hasValue || isLocked ? Kind.allCases.first { open & $0.bit != 0 } : nil
  }

  private static func declaredType(of kind: Kind?) -> String {
    switch kind {
    case .integer: "INTEGER"
    case .number: "REAL"
    case .date, .datetime, .spacedDatetime, nil: "TEXT"
    }
  }

  /// The name of the type in a Table Schema.
  var typeName: String {
    switch kind {
    case .integer: return "integer"
    case .number: return "number"
    case .date: return "date"
    case .datetime, .spacedDatetime: return "datetime"
    case nil:
      switch declaredType {
      case "INTEGER": return "integer"
      case "REAL": return "number"
      case "": return "any"
      default: return "string"
      }
    }
  }

  /// The field of a Table Schema. <https://datapackage.org/standard/table-schema/>
  public var descriptor: JSONValue {
    var members = [
      JSONValue.Member("name", .string(name)), JSONValue.Member("type", .string(typeName)),
    ]
    if kind == .spacedDatetime {
      members.append(JSONValue.Member("format", "%Y-%m-%d %H:%M:%S"))
    }
    return .object(members)
  }

  /// Looks at the live records of `batch`, in the place `column`.
  mutating func look(at batch: borrowing RecordBatch, _ column: Int, of path: String) {
    if batch.isTyped {
      typed.look(at: batch, column)
      return
    }
    // No more text can change the answer.
    if open == 0 { return }
    for index in batch.live.indices {
      let record = Int(batch.live[index])
      let field = batch[record, column]
      guard !field.isNull else { continue }
      hasValue = true
      let text = batch.span(of: field)
      let failed = open & ~Self.fitting(text, among: open)
      guard failed != 0 else { continue }
      open &= ~failed
      let line = batch.position(of: batch.extents[record]).line
      for kind in Kind.allCases where failed & kind.bit != 0 {
        exclusions.append(
          Exclusion(kind: kind, path: path, line: line, value: Self.excerpt(text))
        )
      }
      if open == 0 { return }
    }
  }

  /// The value in quotes, cut short where it is long.
  private static func excerpt(_ text: Span<UInt8>) -> String {
    let shown = text.extracting(first: min(text.count, 256))
    var bytes: [UInt8] = []
    for index in shown.indices { bytes.append(shown[index]) }
    return Excerpt(String(decoding: bytes, as: UTF8.self)).description
  }

  /// Those of the types `open` that `text` is a value of.
  private static func fitting(_ text: Span<UInt8>, among open: UInt8) -> UInt8 {
    var fitting: UInt8 = 0
    if open & Kind.integer.bit != 0, CanonicalText.isInteger(text) { fitting |= Kind.integer.bit }
    if open & Kind.number.bit != 0, CanonicalText.isReal(text) { fitting |= Kind.number.bit }
    if open & Kind.date.bit != 0, TemporalText.isDate(text) { fitting |= Kind.date.bit }
    if open & Kind.datetime.bit != 0, TemporalText.isDateTime(text) {
      fitting |= Kind.datetime.bit
    }
    if open & Kind.spacedDatetime.bit != 0, TemporalText.isSpacedDateTime(text) {
      fitting |= Kind.spacedDatetime.bit
    }
    return fitting
  }
}

/// Types that were found out before, and locked.
extension ColumnInference {
  /// The type of a locked column.
  enum LockedType: Sendable, Equatable {
    case kind(Kind)
    case text
    /// Values of several types, as JSON can have them.
    case any

    /// The type that a field of a lock has; `nil` for those that are never inferred.
    init?(_ type: FieldType) {
      switch type {
      case .integer: self = .kind(.integer)
      case .number: self = .kind(.number)
      case .date: self = .kind(.date)
      case .datetime(.default): self = .kind(.datetime)
      case .datetime: self = .kind(.spacedDatetime)
      case .string: self = .text
      case .any: self = .any
      default: return nil
      }
    }

    var name: String {
      switch self {
      case .kind(let kind): kind.rawValue
      case .text: "text"
      case .any: "of several types"
      }
    }
  }

  /// Lets no other type hold than `type`, or text; `isTyped` tells whether the source says itself what is
  /// a number.
  mutating func lock(_ type: LockedType, isTyped: Bool) {
    guard !isTyped else { return typed.lock(type) }
    isLocked = true
    if case .kind(let kind) = type { open &= kind.bit } else { open = 0 }
  }

  /// Why the values are not all of `type`, in words; `nil` when they are.
  func fault(as type: LockedType) -> String? {
    if let found = typed.declaredType {
      switch (type, found) {
      case (.any, _), (.kind(.integer), "INTEGER"), (.kind(.number), "REAL"), (.text, "TEXT"):
        return nil
      case (_, "INTEGER"): return "and is integer"
      case (_, "REAL"): return "and is number"
      case (_, "TEXT"): return "and is text"
      default: return "and is of several types"
      }
    }
    guard hasValue, case .kind(let kind) = type, open & kind.bit == 0 else { return nil }
    let found = self.kind?.rawValue ?? "text"
    let reason = exclusions.first { $0.kind == kind }.map {
      ", since \($0.value) on line \($0.line) is no \(kind.rawValue)"
    }
    return "and is \(found)\(reason ?? "")"
  }
}

extension ColumnInference.Kind {
  fileprivate var isNumber: Bool { self == .integer || self == .number }

  fileprivate var bit: UInt8 {
    switch self {
    case .integer: 1
    case .number: 2
    case .date: 4
    case .datetime: 8
    case .spacedDatetime: 16
    }
  }
}
