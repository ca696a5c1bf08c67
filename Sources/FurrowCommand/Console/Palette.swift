/// Decides whether text is coloured, and colours it.
package struct Palette: Sendable {
  private let choice: ColorChoice
  private let isWanted: Bool

  /// Creates a palette that follows `choice`, and where that is `auto` the environment.
  ///
  /// `NO_COLOR` is honoured as <https://no-color.org> asks: set to anything but nothing.
  package init(_ choice: ColorChoice, _ environment: Environment) {
    self.choice = choice
    isWanted = environment["NO_COLOR"] == nil && environment["TERM"] != "dumb"
  }

  /// Whether text written to `descriptor` is coloured.
  package func isColored(_ descriptor: Int32) -> Bool {
    switch choice {
    case .always: true
    case .never: false
    case .auto: isWanted && Terminal.isTerminal(descriptor)
    }
  }

  /// `text` in faint letters.
  static func faint(_ text: String) -> String {
    "\u{1B}[2m\(text)\u{1B}[0m"
  }

  /// `text` in bold letters.
  static func bold(_ text: String) -> String {
    "\u{1B}[1m\(text)\u{1B}[0m"
  }
}
