internal import FurrowCore

/// The names of a file's columns, each made to stand once.
///
/// A blank name becomes `column3` (its place, counted from 1), unless it is known to be a name, as it may
/// be in SQLite; a name that stands already, whatever the case of its ASCII letters, gets the first of
/// `_2`, `_3` ... that is free. SQLite compares names without regard to ASCII case.
/// <https://www.sqlite.org/lang_createtable.html>
public struct HeaderNames: Sendable, Equatable {
  /// One name that was changed.
  public struct Renaming: Sendable, Equatable {
    /// The column, counted from 1.
    public var column: Int
    /// The name in the file.
    public var old: String
    /// The name it has now.
    public var new: String
    /// The column, counted from 1, that has the same name; `nil` when the name is blank.
    public var first: Int?
  }

  /// The names, in the file's order.
  public private(set) var names: [String] = []
  /// What was changed.
  public private(set) var renamings: [Renaming] = []

  /// Takes the names as they stand in the file; `allowsBlank`: the first blank one is a name, too.
  public init(_ labels: [String], allowsBlank: Bool = false) {
    var places: [[UInt8]: Int] = [:]
    let given = Set(labels.map { $0.asFoldedName })
    for (index, label) in labels.enumerated() {
      var name = label
      let first = places[label.asFoldedName]
      if first != nil || label.isEmpty && !allowsBlank {
        name = label.isEmpty ? "column\(index + 1)" : "\(label)_2"
        var number = 2
        while places[name.asFoldedName] != nil || given.contains(name.asFoldedName) {
          number += 1
          name = label.isEmpty ? "column\(index + 1)_\(number - 1)" : "\(label)_\(number)"
        }
        renamings.append(
          Renaming(column: index + 1, old: label, new: name, first: label.isEmpty ? nil : first)
        )
      }
      places[name.asFoldedName] = index + 1
      names.append(name)
    }
  }
}
