internal import CScan
internal import FurrowCore
internal import FurrowFormats

/// Keys that do not fit into memory, in files by their hash: each file is judged by itself.
///
/// A file whose keys are still too many is cut again by other bits of the hash, so that memory holds
/// no more than its share at any time.
struct KeySpill {
  /// One key as it stands in a file.
  struct Entry {
    var claim: KeyHolders.Claim
    var hash: UInt64
    var key: [UInt8]
  }

  private let rule: KeepRule
  private let limit: Int
  private let level: UInt64
  private var parts: [TemporaryFile] = []
  private var line: [UInt8] = []

  /// Bits of the hash that choose the file, on each level.
  private static let bitsPerLevel: UInt64 = 5
  /// Below this the same hashes would be cut for ever.
  private static let lastLevel: UInt64 = 6

  init(rule: KeepRule, limit: Int, level: UInt64 = 0) throws(PipelineError) {
    self.rule = rule
    self.limit = limit
    self.level = level
    let count = 1 << Int(Self.bitsPerLevel)
    let bufferBytes = max(512, min(64 << 10, limit / (4 * count)))
    for _ in 0..<count {
      parts.append(
        try writing { () throws(WriteFailure) in try TemporaryFile(bufferBytes: bufferBytes) }
      )
    }
  }

  /// Puts a key into its file.
  mutating func add(_ entry: Entry) throws(PipelineError) {
    line.removeAll(keepingCapacity: true)
    line.append(word: UInt64(entry.claim.holder.ordinal))
    line.append(word: UInt64(entry.claim.holder.line))
    line.append(word: entry.claim.content)
    line.append(word: entry.hash)
    let rank = entry.claim.rank.stored
    line.append(word: rank.kind)
    line.append(word: rank.bits)
    line.append(word: UInt64(rank.text.count))
    line.append(word: UInt64(entry.key.count))
    line.append(contentsOf: rank.text)
    line.append(contentsOf: entry.key)
    let bits = entry.hash >> (Self.bitsPerLevel * level)
    let index = Int(truncatingIfNeeded: bits) & (parts.count - 1)
    try writing { () throws(WriteFailure) in try parts[index].append(line) }
  }

  /// Judges every file; each gives the lost records in the order of the input.
  consuming func solve() throws(PipelineError) -> [TemporaryFile] {
    var results: [TemporaryFile] = []
    for index in parts.indices where parts[index].count > 0 {
      results += try solve(parts[index])
    }
    return results
  }

  private func solve(_ part: TemporaryFile) throws(PipelineError) -> [TemporaryFile] {
    var holders = KeyHolders(rule: rule, hasContent: true, limit: limit)
    try writing { () throws(WriteFailure) in try part.rewind() }
    var isFull = false
    while !isFull, let entry = try Self.next(part) {
      // The array lives for the call; it has a byte more, and so an address.
      isFull = unsafe (entry.key + [0]).withUnsafeBufferPointer { key in
        let key = key.extracting(0..<entry.key.count)
        return unsafe holders.claim(key, hash: entry.hash, entry.claim) == .full
      }
    }
    guard !isFull else {
      holders.removeAll()
      return try cut(part)
    }
    return [try losses(of: part, holders)]
  }

  /// Cuts a file by further bits of the hash.
  private func cut(_ part: TemporaryFile) throws(PipelineError) -> [TemporaryFile] {
    guard level < Self.lastLevel else {
      throw .plan("the keys do not fit into --memory even in parts; give it more")
    }
    var spill = try KeySpill(rule: rule, limit: limit, level: level + 1)
    try writing { () throws(WriteFailure) in try part.rewind() }
    while let entry = try Self.next(part) { try spill.add(entry) }
    return try spill.solve()
  }

  /// Writes down who lost a key to whom.
  private func losses(
    of part: TemporaryFile,
    _ holders: KeyHolders
  ) throws(PipelineError) -> TemporaryFile {
    let result = try writing { () throws(WriteFailure) in try TemporaryFile(bufferBytes: 4 << 10) }
    try writing { () throws(WriteFailure) in try part.rewind() }
    var line: [UInt8] = []
    while let entry = try Self.next(part) {
      let ordinal = entry.claim.holder.ordinal
      // As above.
      let judgement = unsafe (entry.key + [0]).withUnsafeBufferPointer { key in
        let key = key.extracting(0..<entry.key.count)
        return unsafe holders.judge(key, hash: entry.hash, ordinal: ordinal)
      }
      guard let judgement, judgement.isLost else { continue }
      line.removeAll(keepingCapacity: true)
      line.append(word: UInt64(ordinal))
      line.append(word: UInt64(judgement.holder.ordinal))
      line.append(word: UInt64(judgement.holder.line))
      line.append(word: judgement.content == entry.claim.content ? 0 : 1)
      try writing { () throws(WriteFailure) in try result.append(line) }
    }
    return result
  }

  private static func next(_ part: TemporaryFile) throws(PipelineError) -> Entry? {
    var bytes: [UInt8] = []
    guard try reading({ () throws(ReadFailure) in try part.read(64, into: &bytes) }) else {
      return nil
    }
    let words = stride(from: 0, to: 64, by: 8).map { bytes.word(at: $0) }
    let rankCount = Int(words[6])
    let keyCount = Int(words[7])
    guard
      try reading({ () throws(ReadFailure) in try part.read(rankCount + keyCount, into: &bytes) })
    else { return nil }
    return Entry(
      claim: KeyHolders.Claim(
        holder: KeyTable.Holder(ordinal: Int(words[0]), line: Int(words[1])),
        content: words[2],
        rank: Rank(kind: words[4], bits: words[5], text: Array(bytes[..<rankCount]))
      ),
      hash: words[3],
      key: Array(bytes[rankCount...])
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

extension [UInt8] {
  fileprivate mutating func append(word: UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      append(UInt8(truncatingIfNeeded: word >> shift))
    }
  }

  /// The word that stands at `index`, which was appended by ``append(word:)``.
  func word(at index: Int) -> UInt64 {
    (0..<8).reduce(UInt64(0)) { $0 | UInt64(self[index + $1]) << UInt64(8 * $1) }
  }
}
