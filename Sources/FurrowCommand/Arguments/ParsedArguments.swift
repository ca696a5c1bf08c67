package import Furrow

/// The arguments of one command, taken apart and checked.
package struct ParsedArguments: Sendable {
  /// Where what is given stands.
  package enum Origin: Sendable {
    /// On the command line, which beats the environment.
    case commandLine
    /// In a pipeline file, which the environment beats.
    case pipeline
  }

  /// The command they are for.
  package let commandName: String
  /// The texts of each option that stands on the command line, by its long name.
  let given: [String: [String]]
  /// The arguments without a name, by the name of their place.
  let positionals: [String: [String]]
  let environment: Environment
  var origin = Origin.commandLine
  /// Values for the named parameters of SQL, by name without a prefix.
  package var variables: [String: Value] = [:]

  /// The value of `setting`: from the command line, else the environment, else its default.
  package subscript<Value>(setting: Setting<Value>) -> Value {
    get throws(UsageError) {
      let (texts, source) = texts(of: setting.option)
      do throws(ValueFault) {
        return try setting.read(texts)
      } catch {
        throw usageError("\(source): \(error.message)")
      }
    }
  }

  /// Whether the option stands on the command line itself.
  package func isTyped<Value>(_ setting: Setting<Value>) -> Bool {
    given[setting.option.name] != nil
  }

  /// The only argument at a place that takes one.
  package func positional(_ name: String) throws(UsageError) -> String {
    guard let text = positionals[name]?.first else { throw usageError("missing \(name)") }
    return text
  }

  /// All arguments at a place.
  package func positionals(_ name: String) -> [String] {
    positionals[name] ?? []
  }

  /// A fault of these arguments, to throw.
  package func usageError(_ message: String) -> UsageError {
    UsageError(command: commandName, message: message)
  }

  /// What the environment says of `options`.
  func fromEnvironment(_ options: [Option]) -> [String] {
    options.compactMap(\.environmentName).compactMap { environment[$0] }
  }

  /// The texts that set `option`, and what to call the place they come from.
  func texts(of option: Option) -> (texts: [String], source: String) {
    let typed = given[option.name]
    if let typed, origin == .commandLine { return (typed, "--\(option.name)") }
    if let name = option.environmentName, let text = environment[name] { return ([text], name) }
    return (typed ?? [], "--\(option.name)")
  }
}
