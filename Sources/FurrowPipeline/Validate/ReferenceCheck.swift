internal import CScan
internal import FurrowCore

/// One foreign key of a schema: each record has to refer to a record that is there.
struct ReferenceCheck: Sendable {
  /// The fields, by name.
  let fields: [String]
  /// What they refer to, in words.
  let target: String
  /// How the key is made of each source's fields; `nil` when a source lacks one.
  let encodings: [KeyEncoding?]
  /// The keys that are there.
  let known: KeyHolders

  /// Rejects each record that refers to none; a NULL refers to nothing.
  func check(
    _ batch: inout RecordBatch,
    from source: Int
  ) throws(PipelineError) {
    guard let encoding = encodings[source] else { return }
    var keys = KeyBatch()
    encoding.encode(batch, into: &keys)
    var orphans: [Int] = []
    for index in 0..<keys.count {
      // Keys lie whole in the bytes that are lent for the call.
      let isThere = unsafe keys.withBytes(batch) { base in
        unsafe known.judge(keys.key(index, in: base), hash: keys.hashes[index], ordinal: 0) != nil
      }
      if !isThere { orphans.append(Int(keys.records[index])) }
    }
    let columns = encoding.parts.map(\.column)
    for record in orphans {
      let values = columns.map { batch.text(batch[record, $0]) }
      let shown = values.map { Excerpt($0).description }.joined(separator: ", ")
      batch.reject(
        record,
        column: columns.count == 1 ? columns.first : nil,
        .foreignKeyError,
        rule: "foreignKeys",
        value: values.count == 1 ? values.first : nil,
        message: "expected \(fields.joined(separator: " and ")) of a record of \(target), found"
          + " \(shown), which is in none"
      )
    }
  }

  /// Adds the keys of a batch to `known`; false when there is no room for all of them.
  static func add(
    _ batch: borrowing RecordBatch,
    _ encoding: KeyEncoding,
    to known: inout KeyHolders
  ) -> Bool {
    var keys = KeyBatch()
    encoding.encode(batch, into: &keys)
    let claim = KeyHolders.Claim(
      holder: KeyTable.Holder(ordinal: 0, line: 0),
      content: 0,
      rank: .null
    )
    for index in 0..<keys.count {
      // As above.
      let verdict = unsafe keys.withBytes(batch) { base in
        unsafe known.claim(keys.key(index, in: base), hash: keys.hashes[index], claim)
      }
      if verdict == .full { return false }
    }
    return true
  }
}
