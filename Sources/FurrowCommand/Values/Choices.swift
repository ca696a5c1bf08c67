/// The text formats.
package enum FileFormat: String, Sendable, CaseIterable {
  case csv
  case tsv
  case json
  case ndjson
}

/// How a character that would end a field is written without quotes.
package enum EscapeRule: String, Sendable, CaseIterable {
  case none
  case backslash
}

/// What to do with a record that is wrong.
package enum FaultRule: String, Sendable, CaseIterable {
  case stop
  case reject
}

/// When a missing table is created.
package enum CreateRule: String, Sendable, CaseIterable {
  case auto
  case never
}

/// Which of the two CSV readers does the work.
package enum ReaderChoice: String, Sendable, CaseIterable {
  case native
  case libcsv
}

/// How bytes that are no text are written.
package enum BlobText: String, Sendable, CaseIterable {
  case base64
  case hex
}

/// What ends a line of the output.
package enum LineEnding: String, Sendable, CaseIterable {
  case lf
  case crlf
}

/// What stands in JSON for a number that JSON does not have.
package enum NonFiniteRule: String, Sendable, CaseIterable {
  case null
  case string
}

/// How whole numbers beyond 2^53 are written in JSON, where many readers lose digits.
package enum BigIntegerRule: String, Sendable, CaseIterable {
  case number
  case string
}

/// How much of a migration run is one transaction.
package enum TransactionScope: String, Sendable, CaseIterable {
  case run
  case each
}

/// When messages are coloured.
package enum ColorChoice: String, Sendable, CaseIterable {
  case auto
  case always
  case never
}
