/// What a connection keeps alive because SQLite calls it back.
///
/// Functions and collations are not in here: SQLite owns those and says when it lets go.
struct Callbacks {
  /// Asked now and then while statements run.
  var progress: ProgressHandler?
  /// Told of statements as they start and end.
  var trace: TraceHandler?
}
