/// Finds records where a byte may escape a delimiter or quote, or quotes are never doubled.
///
/// Bit masks cannot tell such text apart, so it is read byte by byte.
struct EscapedScanner: RecordScanner {
  let rules: ScanRules
  var recordLimit = Int.max

  var position = 0
  var line = 0
  var record = 0

  init(_ rules: ScanRules) {
    self.rules = rules
  }
}
