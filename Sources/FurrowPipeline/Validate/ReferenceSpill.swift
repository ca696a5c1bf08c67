internal import CScan
internal import FurrowCore
internal import FurrowFormats

/// Keys and those that refer to them, in files by their hash: each pair of files is judged by itself.
///
/// A pair whose keys are still too many is cut again by other bits of the hash, as in `KeySpill`.
struct ReferenceSpill {
  private let limit: Int
  private let cancellation: Cancellation?
  private var parents: HashParts
  private var children: HashParts
  private var line: [UInt8] = []

  init(limit: Int, level: UInt64 = 0, cancellation: Cancellation?) throws(PipelineError) {
    self.cancellation = cancellation
    self.limit = limit
    parents = try HashParts(level: level, bufferBytes: limit / 8)
    children = try HashParts(level: level, bufferBytes: limit / 8)
  }

  /// Puts a key that is there into its file.
  mutating func add(parent key: UnsafeBufferPointer<UInt8>, hash: UInt64) throws(PipelineError) {
    unsafe fill(key, hash, 0)
    try parents.append(line, hash: hash)
  }

  /// Puts the key that the record `ordinal` refers to into its file.
  mutating func add(
    child key: UnsafeBufferPointer<UInt8>,
    hash: UInt64,
    ordinal: Int
  ) throws(PipelineError) {
    unsafe fill(key, hash, ordinal)
    try children.append(line, hash: hash)
  }

  /// Finds the records that refer to none, once; gives them in their order, for a `LossStream`.
  mutating func solve() throws(PipelineError) -> TemporaryFile {
    var orphans: [TemporaryFile] = []
    while let parents = parents.takeLast(), let children = children.takeLast() {
      if children.count > 0 { orphans.append(try solve(parents, children)) }
    }
    return try LossStream.merge(orphans)
  }

  private func solve(
    _ parents: TemporaryFile,
    _ children: TemporaryFile
  ) throws(PipelineError) -> TemporaryFile {
    try cancellation?.check()
    var table = KeyTable(limit: limit)
    let holder = KeyTable.Holder(ordinal: 0, line: 0)
    try parents.readFromStart()
    while let entry = unsafe try Entry(parents) {
      guard unsafe table.place(entry.key, hash: entry.hash, holder: holder) != .full else {
        table.removeAll()
        return try cut(parents, children)
      }
    }
    let result = try TemporaryFile.forKeys(4 << 10)
    try children.readFromStart()
    while let entry = unsafe try Entry(children) {
      guard unsafe table.find(entry.key, hash: entry.hash) == nil else { continue }
      // Nobody has the key.
      try result.add(
        LossStream.Loss(ordinal: unsafe entry.ordinal, holder: holder, differs: false)
      )
    }
    return result
  }

  private func cut(
    _ parents: TemporaryFile,
    _ children: TemporaryFile
  ) throws(PipelineError) -> TemporaryFile {
    var spill = try ReferenceSpill(
      limit: limit,
      level: self.parents.nextLevel(),
      cancellation: cancellation
    )
    try parents.readFromStart()
    while let entry = unsafe try Entry(parents) {
      unsafe try spill.add(parent: entry.key, hash: entry.hash)
    }
    try children.readFromStart()
    while let entry = unsafe try Entry(children) {
      unsafe try spill.add(child: entry.key, hash: entry.hash, ordinal: entry.ordinal)
    }
    return try spill.solve()
  }

  private mutating func fill(_ key: UnsafeBufferPointer<UInt8>, _ hash: UInt64, _ ordinal: Int) {
    line.removeAll(keepingCapacity: true)
    line.append(words: [hash, UInt64(ordinal), UInt64(key.count)])
    // The key is lent for the call.
    unsafe line.append(contentsOf: key)
  }
}

/// One key as it stands in a file; it is lent until the next one is read.
@unsafe private struct Entry {
  let hash: UInt64
  let ordinal: Int
  let key: UnsafeBufferPointer<UInt8>

  /// Reads the next entry of `part`; `nil` at its end.
  init?(_ part: TemporaryFile) throws(PipelineError) {
    guard let words = try part.words(3) else { return nil }
    let bytes = unsafe try reading { () throws(ReadFailure) in unsafe try part.next(Int(words[2])) }
    guard let bytes = unsafe bytes else { return nil }
    unsafe hash = words[0]
    unsafe ordinal = Int(words[1])
    // They were written as bytes.
    unsafe key = bytes.assumingMemoryBound(to: UInt8.self)
  }
}
