internal import CScan
internal import FurrowCore
internal import FurrowFormats

/// Keys that do not fit into memory, in files by their hash: each file is judged by itself.
///
/// A file whose keys are still too many is cut again by other bits of the hash, so that memory holds
/// no more than its share at any time. Each file is closed once it is judged, and what its parts lost is
/// merged into one: so no more files are open than those of one level for each cut.
struct KeySpill {
  private let terms: KeyTerms
  private let limit: Int
  private let cancellation: Cancellation?
  private var parts: HashParts
  private var line: [UInt8] = []

  init(
    _ terms: KeyTerms,
    limit: Int,
    level: UInt64 = 0,
    cancellation: Cancellation?
  ) throws(PipelineError) {
    self.terms = terms
    self.cancellation = cancellation
    self.limit = limit
    parts = try HashParts(level: level, bufferBytes: limit / 4)
  }

  /// Puts a key into its file.
  mutating func add(
    _ claim: KeyHolders.Claim,
    hash: UInt64,
    _ key: UnsafeBufferPointer<UInt8>
  ) throws(PipelineError) {
    let rank = claim.rank.stored
    line.removeAll(keepingCapacity: true)
    line.append(
      words: [
        UInt64(claim.holder.ordinal), UInt64(claim.holder.line), claim.content.first,
        claim.content.second, hash, rank.kind << 32 | UInt64(rank.text.count), rank.bits,
        UInt64(key.count),
      ]
    )
    line.append(contentsOf: rank.text)
    // The key is lent for the call.
    unsafe line.append(contentsOf: key)
    try parts.append(line, hash: hash)
  }

  /// Judges every file, once; gives the lost records in the order of the input, for a `LossStream`.
  mutating func solve() throws(PipelineError) -> TemporaryFile {
    var losses: [TemporaryFile] = []
    while let part = parts.takeLast() {
      if part.count > 0 { losses.append(try solve(part)) }
    }
    return try LossStream.merge(losses)
  }

  private func solve(_ part: TemporaryFile) throws(PipelineError) -> TemporaryFile {
    try cancellation?.check()
    var holders = KeyHolders(terms, limit: limit)
    try part.readFromStart()
    var isFull = false
    while !isFull, let entry = unsafe try Entry(part) {
      isFull = unsafe holders.claim(entry.key, hash: entry.hash, entry.claim) == .full
    }
    guard !isFull else {
      holders.removeAll()
      return try cut(part)
    }
    return try losses(of: part, holders)
  }

  /// Cuts a file by further bits of the hash.
  private func cut(_ part: TemporaryFile) throws(PipelineError) -> TemporaryFile {
    var spill = try KeySpill(
      terms,
      limit: limit,
      level: parts.nextLevel(),
      cancellation: cancellation
    )
    try part.readFromStart()
    while let entry = unsafe try Entry(part) {
      unsafe try spill.add(entry.claim, hash: entry.hash, entry.key)
    }
    return try spill.solve()
  }

  /// Writes down who lost a key to whom.
  private func losses(
    of part: TemporaryFile,
    _ holders: KeyHolders
  ) throws(PipelineError) -> TemporaryFile {
    let result = try TemporaryFile.forKeys(4 << 10)
    try part.readFromStart()
    while let entry = unsafe try Entry(part) {
      let ordinal = unsafe entry.claim.holder.ordinal
      let judgement = unsafe holders.judge(entry.key, hash: entry.hash, ordinal: ordinal)
      guard let judgement, judgement.isLost else { continue }
      let differs = unsafe judgement.content != entry.claim.content
      try result.add(
        LossStream.Loss(ordinal: ordinal, holder: judgement.holder, differs: differs)
      )
    }
    return result
  }
}

/// One key as it stands in a file; it is lent until the next one is read.
@unsafe private struct Entry {
  let claim: KeyHolders.Claim
  let hash: UInt64
  let key: UnsafeBufferPointer<UInt8>

  /// Reads the next entry of `part`; `nil` at its end.
  init?(_ part: TemporaryFile) throws(PipelineError) {
    guard let words = try part.words(8) else { return nil }
    let rankCount = Int(words[5] & 0xFFFF_FFFF)
    let keyCount = Int(words[7])
    let rest = unsafe try reading { () throws(ReadFailure) in
      unsafe try part.next(rankCount + keyCount)
    }
    guard let rest = unsafe rest else { return nil }
    let text = unsafe Array(rest[..<rankCount])
    unsafe claim = KeyHolders.Claim(
      holder: KeyTable.Holder(ordinal: Int(words[0]), line: Int(words[1])),
      content: ContentDigest(first: words[2], second: words[3]),
      rank: Rank(kind: words[5] >> 32, bits: words[6], text: text)
    )
    unsafe hash = words[4]
    // Both were written one behind the other.
    unsafe key = UnsafeBufferPointer(
      rebasing: rest.assumingMemoryBound(to: UInt8.self)[rankCount...]
    )
  }
}

extension Rank {
  /// The rank in words and text.
  fileprivate var stored: (kind: UInt64, bits: UInt64, text: [UInt8]) {
    switch self {
    case .null: (0, 0, [])
    case .integer(let value): (1, UInt64(bitPattern: value), [])
    case .real(let value): (2, value.bitPattern, [])
    case .text(let text): (3, 0, text)
    }
  }

  fileprivate init(kind: UInt64, bits: UInt64, text: [UInt8]) {
    switch kind {
    case 1: self = .integer(Int64(bitPattern: bits))
    case 2: self = .real(Double(bitPattern: bits))
    case 3: self = .text(text)
    default: self = .null
    }
  }
}
