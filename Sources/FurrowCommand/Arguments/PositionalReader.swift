/// Gives the arguments without a name their places, in order.
struct PositionalReader {
  let command: Command

  /// Returns the arguments of each place by its name.
  func assign(_ arguments: [String]) throws(UsageError) -> [String: [String]] {
    var places: [String: [String]] = [:]
    var rest = arguments[...]
    for place in command.positionals {
      let isSingle = place.count == .one || place.count == .oneOrNone
      let taken = isSingle ? rest.prefix(1) : rest
      if taken.isEmpty, place.count == .one || place.count == .oneOrMore {
        throw fault("missing \(place.name)")
      }
      if place.count != .any, taken.contains("") { throw fault("\(place.name) is empty") }
      places[place.name] = Array(taken)
      rest = rest.dropFirst(taken.count)
    }
    if let extra = rest.first {
      let takes = command.positionals.map(\.spelling)
      let what = takes.isEmpty ? "no arguments but options" : Prose.all(takes)
      throw fault("unexpected argument \(DisplayText.quoted(extra)): the command takes \(what)")
    }
    return places
  }

  private func fault(_ message: String) -> UsageError {
    UsageError(command: command.name, message: message)
  }
}
