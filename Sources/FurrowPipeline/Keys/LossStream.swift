internal import FurrowFormats

/// The lost records of all parts of a spill, in the order of the input.
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
      if let next = try Self.next(head.part) {
        heads[0].loss = next
      } else {
        heads[0] = heads[heads.count - 1]
        heads.removeLast()
      }
      sink(0)
      if head.loss.ordinal == ordinal { return head.loss }
    }
    return nil
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
