/// Text as the shell reads it.
enum ShellWord {
  /// `text` as one word.
  static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
