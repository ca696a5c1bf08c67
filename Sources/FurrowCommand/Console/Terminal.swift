#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// What is known of the terminal behind a file descriptor.
package enum Terminal {
  /// The width that text is wrapped to where there is no terminal.
  package static let usualWidth = 80

  /// Whether `descriptor` is a terminal.
  package static func isTerminal(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1
  }

  /// The number of columns of the terminal; `nil` where there is none, or none that tells.
  package static func width(of descriptor: Int32) -> Int? {
    guard isTerminal(descriptor) else { return nil }
    var size = winsize()
    // Sound: the request fills a winsize, and this one is ours for the time of the call.
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }
}
