/// What to do with a record that is wrong.
package enum FaultRule: String, Sendable, CaseIterable {
  case stop
  case reject
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
