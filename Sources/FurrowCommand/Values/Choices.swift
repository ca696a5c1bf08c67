/// What to do with a record that is wrong.
package enum FaultRule: String, Sendable, CaseIterable {
  case stop
  case reject
}

/// When messages are coloured.
package enum ColorChoice: String, Sendable, CaseIterable {
  case auto
  case always
  case never
}
