/// The frame of every page: what it needs is inside it, and it may load or run nothing.
struct HTMLDocument {
  /// The title of the window, as plain text.
  var title: String
  /// What stands above the content, as HTML.
  var header: String
  /// The content, as HTML.
  var body: String
  /// The version of the program.
  var version: String

  /// The page.
  var text: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta http-equiv="Content-Security-Policy" content="script-src 'none'; img-src 'none'; connect-src 'none'; font-src 'none'; object-src 'none'; frame-src 'none'; form-action 'none'; base-uri 'none'">
    <title>\(MarkupText.escaped(title))</title>
    <style>
    \(HTMLStyle.text)
    </style>
    </head>
    <body>
    <header>\(header)</header>
    <main>
    \(body)</main>
    <footer>furrow \(MarkupText.escaped(version))</footer>
    </body>
    </html>

    """
  }
}
