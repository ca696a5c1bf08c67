internal import FurrowCore
internal import FurrowFormats

/// How a source differs from the shape that it was locked in.
public struct ShapeDrift: Sendable, Equatable, CustomStringConvertible {
  /// The source.
  public let source: String
  /// The file of the lock.
  public let lock: String
  /// What differs, a line each.
  public private(set) var differences: [String] = []

  init(of source: String, from lock: String) {
    (self.source, self.lock) = (source, lock)
  }

  /// That it differs, and what to do, in one line.
  public var summary: String {
    "\(source) has not the shape of \(lock):"
      + " \(differences.count) difference\(differences.count == 1 ? "" : "s"), and nothing was written;"
      + " if the new shape is right, lock it with furrow sniff \(source) --lock"
  }

  /// The summary with all differences.
  public var description: String { summary + " (\(differences.joined(separator: "; ")))" }

  /// Notes that what is called `property` was `locked`, unless it is so still.
  mutating func compare(_ property: String, _ locked: String, _ found: String) {
    guard locked != found else { return }
    differences.append("\(property): locked as \(locked), found \(found)")
  }

  /// Notes in what the dialects differ.
  mutating func compare(_ locked: Dialect, _ found: Dialect) {
    compare("delimiter", locked.delimiterName, found.delimiterName)
    compare("quote", locked.quoteName, found.quoteName)
    compare("doubled quotes", Self.word(locked.doublesQuotes), Self.word(found.doublesQuotes))
    compare("escape character", Self.name(locked.escapeByte), Self.name(found.escapeByte))
    compare(
      "spaces behind delimiters",
      locked.skipsInitialSpace ? "no part of values" : "part of values",
      found.skipsInitialSpace ? "no part of values" : "part of values"
    )
    compare("lines before the header", "\(locked.skippedLines)", "\(found.skippedLines)")
    compare("records that are the header", "\(locked.headerRows)", "\(found.headerRows)")
    compare("comment character", Self.name(locked.comment), Self.name(found.comment))
  }

  private static func word(_ flag: Bool) -> String { flag ? "one quote" : "the end of a value" }

  private static func name(_ byte: UInt8?) -> String {
    byte.map { "'\(Character(Unicode.Scalar($0)))'" } ?? "none"
  }
}

/// Columns.
extension ShapeDrift {
  /// Notes in what the columns differ: their names, their order and their types.
  mutating func compare(
    _ locked: [ShapeLock.Column],
    _ found: [String],
    _ types: TypeInference
  ) {
    let names = locked.map(\.name)
    let renamed = Self.renamings(names, found)
    for (old, new) in renamed {
      let number = (found.firstIndex(of: new) ?? 0) + 1
      differences.append("renamed: column \(number) was \"\(old)\" and is \"\(new)\"")
    }
    for (index, name) in names.enumerated()
    where !found.contains(name) && !renamed.contains(where: { $0.old == name }) {
      differences.append("removed: \"\(name)\", which was column \(index + 1)")
    }
    for (index, name) in found.enumerated()
    where !names.contains(name) && !renamed.contains(where: { $0.new == name }) {
      differences.append("added: \"\(name)\", which is column \(index + 1)")
    }
    compareOrder(names.filter(found.contains), found.filter(names.contains))
    for column in locked {
      let name = renamed.first { $0.old == column.name }?.new ?? column.name
      guard found.contains(name), let fault = types[name].fault(as: column.type) else { continue }
      differences.append("retyped: \"\(name)\" was \(column.type.name), \(fault)")
    }
  }

  /// Names that are gone beside those that are new between the same neighbours, which they probably
  /// have become.
  private static func renamings(
    _ old: [String],
    _ new: [String]
  ) -> [(old: String, new: String)] {
    var come: [String: [String]] = [:]
    var neighbour = ""
    for name in new {
      if old.contains(name) { neighbour = name } else { come[neighbour, default: []].append(name) }
    }
    var pairs: [(String, String)] = []
    neighbour = ""
    for name in old {
      if new.contains(name) {
        neighbour = name
      } else if let other = come[neighbour]?.first {
        come[neighbour]?.removeFirst()
        pairs.append((name, other))
      }
    }
    return pairs
  }

  /// Notes the part of the columns that stand in another order.
  private mutating func compareOrder(_ locked: [String], _ found: [String]) {
    guard let first = locked.indices.first(where: { locked[$0] != found[$0] }),
      let last = locked.indices.last(where: { locked[$0] != found[$0] })
    else { return }
    func list(_ names: [String]) -> String {
      let shown = names[first...last].prefix(8).map { "\"\($0)\"" }.joined(separator: ", ")
      return shown + (last - first > 7 ? " ..." : "")
    }
    differences.append("reordered: \(list(locked)) now stand as \(list(found))")
  }
}
