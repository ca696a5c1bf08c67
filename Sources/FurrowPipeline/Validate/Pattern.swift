internal import CPCRE2
internal import FurrowCore
internal import Synchronization

/// A regular expression of PCRE2 that a whole text has to match, compiled to machine code.
///
/// <https://www.pcre.org/current/doc/html/pcre2pattern.html>; patterns of XML Schema, which the
/// standard asks for, are a part of it for all but a few classes.
///
/// `@unchecked Sendable`, since 1. the compiled code is never changed once it is made, and 2. the
/// data of a match and its stack are used by who has the `turn` only.
@safe final class Pattern: @unchecked Sendable {
  /// What came of a match.
  enum Outcome {
    case matches
    case differs
    /// It took more steps or memory than PCRE2 allows.
    case exhausted
  }

  /// The expression as it is written.
  let text: String

  private let code: OpaquePointer
  private let match: OpaquePointer
  private let context: OpaquePointer?
  private let stack: OpaquePointer?
  /// The records on whose value a match took too long, in the hands of who has the turn.
  ///
  /// A record that is read again for its keys is no further one.
  private let turn = Mutex(Set<Int>())

  /// Why a pattern cannot be used, and where.
  struct Fault: Error {
    var message: String
    /// The byte of the pattern, counted from 0.
    var offset: Int
  }

  /// Compiles `text`.
  init(_ text: String) throws(Fault) {
    self.text = text
    var number: Int32 = 0
    var offset = 0
    let bytes = Array(text.utf8)
    let options = PCRE2_UTF | PCRE2_UCP | UInt32(PCRE2_ANCHORED) | UInt32(PCRE2_ENDANCHORED)
    // The pattern is read during the call only, and the two results are written during it.
    guard
      let code = unsafe pcre2_compile_8(bytes, bytes.count, options, &number, &offset, nil)
    else { throw Fault(message: Self.message(number), offset: offset) }
    // One pair of offsets is all that is asked for.
    guard let match = unsafe pcre2_match_data_create_8(1, nil) else {
      unsafe pcre2_code_free_8(code)
      throw Fault(message: "out of memory", offset: 0)
    }
    unsafe self.code = code
    unsafe self.match = match
    // Without machine code the match is slower, and the same.
    _ = unsafe pcre2_jit_compile_8(code, UInt32(PCRE2_JIT_COMPLETE))
    unsafe context = pcre2_match_context_create_8(nil)
    unsafe stack = pcre2_jit_stack_create_8(32 << 10, 4 << 20, nil)
    // Both may be missing, and the match does with less then.
    if let context = unsafe context, let stack = unsafe stack {
      unsafe pcre2_jit_stack_assign_8(context, nil, UnsafeMutableRawPointer(stack))
    }
  }

  deinit {
    // Each was made by the call of the same name, and nobody else has it.
    unsafe pcre2_match_data_free_8(match)
    unsafe pcre2_match_context_free_8(context)
    unsafe pcre2_jit_stack_free_8(stack)
    unsafe pcre2_code_free_8(code)
  }

  /// So many records whose match takes too long are the pattern's fault, and further ones would take
  /// hours.
  private static let mostExhausted = 100

  /// Whether matches took too long on so many records that no further one is tried.
  var isHopeless: Bool { turn.withLock { $0.count >= Self.mostExhausted } }

  /// Lets `body` match texts, while nobody else does.
  ///
  /// One lane checks types while another one reads ahead for the keys and checks them, too; who comes
  /// second waits for a batch at most.
  func matching<Result>(_ body: (inout Matcher) -> Result) -> Result {
    turn.withLock { exhausted in
      var matcher = Matcher(self, exhausted)
      defer { exhausted = matcher.exhausted }
      return body(&matcher)
    }
  }

  /// The turn to match texts; it ends with the call that it is given to.
  struct Matcher {
    private let pattern: Pattern
    fileprivate private(set) var exhausted: Set<Int>

    fileprivate init(_ pattern: Pattern, _ exhausted: Set<Int>) {
      self.pattern = pattern
      self.exhausted = exhausted
    }

    /// Matches `bytes`, which are UTF-8, from `start` on: the value of `record`, counted in its source.
    mutating func match(
      _ bytes: UnsafeBufferPointer<UInt8>,
      start: Int,
      count: Int,
      of record: Int
    ) -> Outcome {
      guard exhausted.count < Pattern.mostExhausted, !exhausted.contains(record) else {
        return .exhausted
      }
      let outcome = unsafe pattern.match(bytes, start: start, count: count)
      if outcome == .exhausted { exhausted.insert(record) }
      return outcome
    }
  }

  private func match(_ bytes: UnsafeBufferPointer<UInt8>, start: Int, count: Int) -> Outcome {
    guard let base = bytes.baseAddress else { return .differs }
    // `count` bytes are readable there, and proved to be UTF-8 by the reader.
    let result = unsafe pcre2_match_8(
      code,
      base + start,
      count,
      0,
      UInt32(PCRE2_NO_UTF_CHECK),
      match,
      context
    )
    if result >= 0 { return .matches }
    return result == PCRE2_ERROR_NOMATCH ? .differs : .exhausted
  }

  /// PCRE2's words for an error of its own.
  private static func message(_ number: Int32) -> String {
    var buffer = [UInt8](repeating: 0, count: 256)
    // The buffer is as long as the call is told.
    let count = unsafe pcre2_get_error_message_8(number, &buffer, buffer.count)
    return String(decoding: buffer[..<max(0, Int(count))], as: UTF8.self)
  }
}

extension Pattern {
  /// Compiles `text`, which stands at `path` of a schema.
  convenience init(_ text: String, at path: JSONPath) throws(DocumentError) {
    do throws(Fault) {
      try self.init(text)
    } catch {
      throw DocumentError(
        path,
        "expected a regular expression, found a fault at byte \(error.offset): \(error.message)"
      )
    }
  }
}
