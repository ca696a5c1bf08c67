/// A number of things in words.
package enum Amount {
  /// `1 column`, `2 columns`.
  package static func of(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(ending(count))"
  }

  /// What a noun ends in behind this number.
  package static func ending(_ count: Int) -> String { count == 1 ? "" : "s" }
}
