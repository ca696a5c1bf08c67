internal import FurrowCore
public import FurrowFormats

extension DialectFinding {
  /// What the user should know before the source at `path` is believed.
  func notes(of path: String) -> [String] {
    var notes = warnings
    if !changes.isEmpty {
      let pin = commandLine.map { "pinned by \($0)" }
      notes.insert(
        changes.joined(separator: "; ") + "; " + (pin ?? "pinned by a Table Dialect")
          + ", refused by --format csv",
        at: 0
      )
    }
    return notes.map { "\(path): \($0)" }
  }

  /// What speaks for a code page in `sample` of the source at `path`.
  func codePageNotes(of path: String, _ sample: TextSample) -> [String] {
    guard let evidence = sample.codePage, evidence.isThroughout else { return [] }
    let byte = String(evidence.byte, radix: 16, uppercase: true)
    return [
      "\(path): byte 0x\(byte) on line \(evidence.line) is not UTF-8, and no character is: perhaps the"
        + " text is \(evidence.likely.name), which --encoding \(evidence.likely.name) reads; bytes do"
        + " not tell one code page from another"
    ]
  }

  /// The options that pin the dialect, as a shell takes them; `nil` where a part has no option.
  public var commandLine: String? {
    options.map { $0.map(Self.quoted).joined(separator: " ") }
  }

  /// A word as a shell takes it.
  private static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
        || (ASCII.zero...ASCII.nine).contains(byte) || byte == ASCII.minus || byte == ASCII.comma
    }
    return isPlain ? word : word.contains("'") ? "\"\(word)\"" : "'\(word)'"
  }
}

extension Dialect {
  /// This dialect with what a sniffer may find out taken from `found`.
  func sniffed(as found: Dialect) -> Dialect {
    var dialect = self
    dialect.delimiter = found.delimiter
    dialect.quote = found.quote
    dialect.escapeByte = found.escapeByte
    dialect.doublesQuotes = found.doublesQuotes
    dialect.skipsInitialSpace = found.skipsInitialSpace
    dialect.skippedLines = found.skippedLines
    dialect.headerRows = found.headerRows
    dialect.passedRecords = found.passedRecords
    dialect.comment = found.comment
    return dialect
  }
}
