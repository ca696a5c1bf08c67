internal import FurrowCore

/// Which of the records with the same key is kept.
public enum KeepRule: Sendable, Equatable {
  /// The first one.
  case first
  /// The last one.
  case last
  /// The one with the least value in this column; of several, the first.
  case minimum(String)
  /// The one with the greatest value in this column; of several, the first.
  case maximum(String)
  /// None of them, if there is more than one.
  case none
}

/// A value that decides which record is kept: NULL loses to all others, and numbers come before
/// texts.
enum Rank: Equatable {
  case null
  case integer(Int64)
  case real(Double)
  case text([UInt8])

  init(_ field: Field, of batch: borrowing RecordBatch) {
    switch field.kind {
    case .null: self = .null
    case .text, .integer, .real, .blob:
      if let value = NumberText.integer(batch.span(of: field)) {
        self = .integer(value)
      } else if let value = NumberText.real(batch.span(of: field)) {
        self = .real(value)
      } else {
        self = .text(Array(batch.bytes[Int(field.start)..<field.end]))
      }
    }
  }

  /// Whether a record with this rank takes the place of one with `other`.
  func beats(_ other: Rank, isMaximum: Bool) -> Bool {
    if other == .null { return self != .null }
    guard self != .null, self != other else { return false }
    return isMaximum ? other.isLess(than: self) : isLess(than: other)
  }

  private func isLess(than other: Rank) -> Bool {
    switch (self, other) {
    case (.integer(let left), .integer(let right)): left < right
    case (.integer(let left), .real(let right)): Double(left) < right
    case (.real(let left), .integer(let right)): left < Double(right)
    case (.real(let left), .real(let right)): left < right
    case (.text(let left), .text(let right)): left.lexicographicallyPrecedes(right)
    case (.integer, .text), (.real, .text): true
    default: false
    }
  }
}
