internal import CScan
internal import FurrowCore

/// What decides who holds a key.
struct KeyTerms: Sendable {
  var rule = KeepRule.first
  /// Whether records with the same key are held against one another.
  var hasContent = false
  /// So many rows of a table come before all records, and keep their keys, unless the rule is that none does.
  var heldRows = 0
}

/// A table of keys together with the rule that says which record holds each.
struct KeyHolders: Sendable {
  /// A record with a key.
  struct Claim {
    var holder: KeyTable.Holder
    /// What its fields are; zero when nobody asks for it.
    var content: ContentDigest
    var rank: Rank
  }

  /// What became of a claim.
  enum Verdict: Equatable {
    /// The key is new.
    case new
    /// The key is known, and this record held it before.
    case known(KeyTable.Holder, content: ContentDigest)
    /// There is no room for the key.
    case full
  }

  let terms: KeyTerms
  private(set) var table: KeyTable

  init(_ terms: KeyTerms, limit: Int) {
    self.terms = terms
    rankWord = terms.hasContent ? 2 : 0
    table = KeyTable(limit: limit, wordsPerKey: rankWord + Self.rankWords(terms.rule))
  }

  /// Words beside a key: the kind and the value of its rank, or whether it was seen twice.
  private static func rankWords(_ rule: KeepRule) -> Int {
    switch rule {
    case .first, .last: 0
    case .minimum, .maximum: 2
    case .none: 1
    }
  }

  /// The first of those words.
  private let rankWord: Int

  /// Claims the key for a record, which gets it by the rule.
  mutating func claim(
    _ key: UnsafeBufferPointer<UInt8>,
    hash: UInt64,
    _ claim: Claim
  ) -> Verdict {
    switch unsafe table.place(key, hash: hash, holder: claim.holder) {
    case .full: return .full
    case .added(let reference):
      setContent(claim.content, at: reference)
      return keep(claim.rank, at: reference) ? .new : .full
    case .found(let reference):
      let known = Verdict.known(table[reference], content: content(reference))
      // A row of the table keeps its key.
      if table[reference].ordinal <= terms.heldRows, terms.rule != .none { return known }
      switch terms.rule {
      case .first: break
      case .last: take(claim, at: reference)
      case .none: table[word: rankWord, of: reference] = 1
      case .minimum, .maximum:
        let isMaximum = if case .maximum = terms.rule { true } else { false }
        if claim.rank.beats(rank(reference), isMaximum: isMaximum) {
          take(claim, at: reference)
          guard keep(claim.rank, at: reference) else { return .full }
        }
      }
      return known
    }
  }

  /// Who holds the key, and whether the record of `ordinal` goes without it.
  func judge(
    _ key: UnsafeBufferPointer<UInt8>,
    hash: UInt64,
    ordinal: Int
  ) -> (holder: KeyTable.Holder, content: ContentDigest, isLost: Bool)? {
    guard let reference = unsafe table.find(key, hash: hash) else { return nil }
    let holder = table[reference]
    let isLost =
      if case .none = terms.rule { table[word: rankWord, of: reference] != 0 } else {
        holder.ordinal != ordinal
      }
    return (holder, content(reference), isLost)
  }

  /// Tells the cache which of `keys` come soon behind the one at `index`.
  func prefetch(_ index: Int, of keys: borrowing KeyBatch) {
    if index + 16 < keys.count { table.prefetch(keys.hashes[index + 16]) }
    if index + 6 < keys.count { table.prefetchEntry(keys.hashes[index + 6]) }
  }

  mutating func removeAll() {
    table.removeAll()
  }

  private func content(_ reference: KeyReference) -> ContentDigest {
    guard terms.hasContent else { return .zero }
    return ContentDigest(
      first: table[word: 0, of: reference],
      second: table[word: 1, of: reference]
    )
  }

  private mutating func setContent(_ content: ContentDigest, at reference: KeyReference) {
    guard terms.hasContent else { return }
    table[word: 0, of: reference] = content.first
    table[word: 1, of: reference] = content.second
  }

  private mutating func take(_ claim: Claim, at reference: KeyReference) {
    table[reference] = claim.holder
    setContent(claim.content, at: reference)
  }

  private mutating func keep(_ rank: Rank, at reference: KeyReference) -> Bool {
    guard Self.rankWords(terms.rule) == 2 else { return true }
    let word = rankWord
    switch rank {
    case .null: (table[word: word, of: reference], table[word: word + 1, of: reference]) = (0, 0)
    case .integer(let value):
      table[word: word, of: reference] = 1
      table[word: word + 1, of: reference] = UInt64(bitPattern: value)
    case .real(let value):
      table[word: word, of: reference] = 2
      table[word: word + 1, of: reference] = value.bitPattern
    case .text(let text):
      let former = textReference(reference)
      // The array lives for the call.
      let kept = unsafe text.withUnsafeBufferPointer { unsafe table.keep($0, replacing: former) }
      guard let kept else { return false }
      table[word: word, of: reference] = 3
      table[word: word + 1, of: reference] = UInt64(kept.raw)
    }
    return true
  }

  private func rank(_ reference: KeyReference) -> Rank {
    let value = table[word: rankWord + 1, of: reference]
    switch table[word: rankWord, of: reference] {
    case 1: return .integer(Int64(bitPattern: value))
    case 2: return .real(Double(bitPattern: value))
    default: return textReference(reference).map { .text(Array(table.bytes(at: $0))) } ?? .null
    }
  }

  /// Where the text of a rank is kept; `nil` when it has none.
  private func textReference(_ reference: KeyReference) -> KeyReference? {
    guard table[word: rankWord, of: reference] == 3 else { return nil }
    return KeyReference(
      UInt32(truncatingIfNeeded: table[word: rankWord + 1, of: reference])
    )
  }
}
