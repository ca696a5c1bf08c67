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

/// When messages are coloured.
package enum ColorChoice: String, Sendable, CaseIterable {
  case auto
  case always
  case never
}

/// When it is shown how far a run is.
package enum ProgressChoice: String, Sendable, CaseIterable {
  case auto
  case always
  case never
}

/// What becomes of a record whose unique key is in the table already.
package enum ConflictRule: String, Sendable, CaseIterable {
  case abort
  case ignore
  case replace
  case update
}
