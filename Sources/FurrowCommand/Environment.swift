#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The environment variables a run may look at.
package struct Environment: Sendable {
  private let lookUp: @Sendable (String) -> String?

  /// Creates an environment of exactly these variables.
  package init(_ variables: [String: String] = [:]) {
    lookUp = { variables[$0] }
  }

  private init(lookUp: @escaping @Sendable (String) -> String?) {
    self.lookUp = lookUp
  }

  /// The environment of the process.
  package static let process = Environment { name in
    // Sound: the name is a C string for the call; the result is copied before anything else runs,
    // and nothing in this program changes the environment.
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  /// The same variables without those of `names`.
  func without(_ names: Set<String>) -> Environment {
    Environment { [lookUp] name in names.contains(name) ? nil : lookUp(name) }
  }

  /// The value of the variable `name`; one that is set to nothing counts as not set.
  package subscript(name: String) -> String? {
    guard let value = lookUp(name), !value.isEmpty else { return nil }
    return value
  }
}
