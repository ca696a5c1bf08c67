/// A value that is not what its option takes.
package struct ValueFault: Error, Sendable, Equatable {
  /// What would have been right, such as `a whole number from 1 to 2`.
  package let expected: String
  /// The text that was given.
  package let found: String

  /// Creates a fault.
  package init(expected: String, found: String) {
    self.expected = expected
    self.found = found
  }

  /// Both, as the end of a message.
  package var message: String {
    "expected \(expected), found \(DisplayText.quoted(found))"
  }
}
