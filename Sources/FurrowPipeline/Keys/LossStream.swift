internal import FurrowFormats

/// The lost records of a spill, in the order of the input.
struct LossStream: Sendable {
  /// One record that lost its key.
  struct Loss: Equatable, Sendable {
    var ordinal: Int
    /// Who has it.
    var holder: KeyTable.Holder
    /// Whether the two differ in other fields.
    var differs: Bool
  }

  private struct Head {
    var loss: Loss
    var part: TemporaryFile
  }

  /// A heap: the head with the least ordinal comes first.
  private var heads: [Head] = []

  init(_ parts: [TemporaryFile]) throws(PipelineError) {
    for part in parts {
      try part.readFromStart()
      if let loss = try Self.next(part) { heads.append(Head(loss: loss, part: part)) }
    }
    for index in stride(from: heads.count / 2, through: 0, by: -1) { sink(index) }
  }

  /// The loss of the record of `ordinal`; ordinals are asked for in ascending order.
  mutating func take(_ ordinal: Int) throws(PipelineError) -> Loss? {
    while let head = heads.first, head.loss.ordinal <= ordinal {
      let loss = try next()
      if head.loss.ordinal == ordinal { return loss }
    }
    return nil
  }

  /// Writes the losses of `parts`, each of which has its own in order, into one file in order.
  static func merge(_ parts: [TemporaryFile]) throws(PipelineError) -> TemporaryFile {
    if parts.count == 1 { return parts[0] }
    let result = try TemporaryFile.forKeys(4 << 10)
    var losses = try LossStream(parts)
    while let loss = try losses.next() { try result.add(loss) }
    return result
  }

  /// The first loss that was not yet taken.
  private mutating func next() throws(PipelineError) -> Loss? {
    guard let head = heads.first else { return nil }
    if let next = try Self.next(head.part) {
      heads[0].loss = next
    } else {
      heads[0] = heads[heads.count - 1]
      heads.removeLast()
    }
    sink(0)
    return head.loss
  }

  private mutating func sink(_ start: Int) {
    var index = start
    while 2 * index + 1 < heads.count {
      var child = 2 * index + 1
      if child + 1 < heads.count, heads[child + 1].loss.ordinal < heads[child].loss.ordinal {
        child += 1
      }
      guard heads[child].loss.ordinal < heads[index].loss.ordinal else { return }
      heads.swapAt(index, child)
      index = child
    }
  }

  private static func next(_ part: TemporaryFile) throws(PipelineError) -> Loss? {
    guard let words = try part.words(4) else { return nil }
    return Loss(
      ordinal: Int(words[0]),
      holder: KeyTable.Holder(ordinal: Int(words[1]), line: Int(words[2])),
      differs: words[3] != 0
    )
  }
}

extension TemporaryFile {
  /// Appends `loss`, for a `LossStream` to read.
  func add(_ loss: LossStream.Loss) throws(PipelineError) {
    var line: [UInt8] = []
    line.append(
      words: [
        UInt64(loss.ordinal), UInt64(loss.holder.ordinal), UInt64(loss.holder.line),
        loss.differs ? 1 : 0,
      ]
    )
    try add(line)
  }
}
