import Dispatch
import Synchronization
import Testing

@testable import FurrowPipeline

@Suite struct `A pattern` {
  /// A lane that reads ahead for the keys matches what the lane of the types matches, too.
  @Test func `is matched on two threads at once`() throws {
    let pattern = try Pattern("(a|b|ab)*[cd]")
    let texts = (0..<400).map { number in
      // One in three ends otherwise than the pattern, which tries every way to part the letters.
      Array("\(String(repeating: "ab", count: 6 + number % 4))\(number % 3 == 0 ? "x" : "c")".utf8)
    }
    let wrong = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
      for _ in 0..<400 {
        for (number, text) in texts.enumerated() {
          let isFound = PatternColumn.outcome(of: pattern, text, of: number) == .matches
          if isFound == (number % 3 == 0) { wrong.withLock { $0 += 1 } }
        }
      }
    }
    #expect(wrong.withLock { $0 } == 0)
  }
}
