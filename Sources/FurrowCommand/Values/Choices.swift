/// What to do with a record that is wrong.
package enum FaultRule: String, Sendable, CaseIterable {
  case stop
  case reject
}

/// What to do with a NUL in a value.
package enum NullByteRule: String, Sendable, CaseIterable {
  case reject
  case keep
}

/// Which of the two CSV readers does the work.
package enum ReaderChoice: String, Sendable, CaseIterable {
  case native
  case libcsv
}

/// When messages are coloured.
package enum ColorChoice: String, Sendable, CaseIterable {
  case auto
  case always
  case never
}
