internal import CSQLite
internal import Dispatch
internal import Synchronization

/// The writes to a database file, gathered into large ones that a thread of their own makes.
///
/// What SQLite wrote is what it reads again, whether it is in the file yet or not, and it is in the
/// file when SQLite asks for a sync, gives a lock back or closes it. Bytes that cannot be
/// written are kept and tried again, and every write and sync fails until they are written, or the
/// file is cut to less, as a rollback does.
///
/// `@unchecked Sendable`, since 1. `file` is used under the lock `turn` only, and 2. `current` is the
/// connection's: the thread that writes sees only what waits in `state`.
@safe
final class WriteQueue: @unchecked Sendable {
  private struct State {
    /// The oldest first; the writing thread has the first one, unless there is a failure.
    var waiting: [WriteChunk] = []
    var spare: [WriteChunk] = [WriteChunk(), WriteChunk(), WriteChunk(), WriteChunk()]
    /// Why the first one could not be written.
    var failure = SQLITE_OK
  }

  /// From here on a chunk is worth the way to another thread.
  private static let worthwhile = 64 << 10

  /// SQLite's largest page, and so what every system's file can write in one go.
  private static let pieceBytes = 64 << 10

  /// Whether every write is made at once: others may read the file while it is written.
  private(set) var isDirect = false

  private let file: UnsafeMutablePointer<sqlite3_file>
  private let turn = Mutex(())
  private let state = Mutex(State())
  private let progress = DispatchSemaphore(value: 0)
  private let lane = DispatchQueue(label: "furrow.writes")
  /// What is being gathered.
  private var current: WriteChunk?

  /// Makes a queue for `file`, which is open and stays so longer than this.
  init(_ file: UnsafeMutablePointer<sqlite3_file>) {
    unsafe self.file = file
  }

  /// Runs `body` with the file, while the other thread leaves it alone.
  func withFile(_ body: (UnsafeMutablePointer<sqlite3_file>) -> Int32) -> Int32 {
    // The file is open, and one thread at a time comes here.
    turn.withLock { _ in unsafe body(file) }
  }

  /// Takes bytes to write.
  func write(_ bytes: UnsafeRawPointer, _ range: Range<Int>) -> Int32 {
    if state.withLock({ $0.failure }) != SQLITE_OK {
      let code = settle()
      guard code == SQLITE_OK else { return code }
    }
    if !isDirect, let current, unsafe current.take(bytes, range) { return SQLITE_OK }
    let code = passOn()
    guard code == SQLITE_OK else { return code }
    guard !isDirect, range.count <= WriteChunk.capacity else {
      let code = settle()
      return code == SQLITE_OK ? unsafe write(bytes, range, now: ()) : code
    }
    let next: WriteChunk
    switch spareChunk() {
    case .success(let chunk): next = chunk
    case .failure(let failure): return failure.code
    }
    next.begin(at: range.lowerBound)
    // It is empty and large enough.
    _ = unsafe next.take(bytes, range)
    current = next
    return SQLITE_OK
  }

  /// Reads `range`, from what waits if it is there.
  func read(into target: UnsafeMutableRawPointer, _ range: Range<Int>) -> Int32 {
    var chunks = state.withLock { $0.waiting }
    if let current { chunks.append(current) }
    if let chunk = chunks.last(where: { $0.range.overlaps(range) }) {
      if chunk.range.lowerBound <= range.lowerBound, chunk.range.upperBound >= range.upperBound {
        unsafe chunk.copy(range, to: target)
        return SQLITE_OK
      }
      let code = drain()
      guard code == SQLITE_OK else { return code }
    }
    return unsafe withFile { file in
      unsafe file.pointee.pMethods.pointee.xRead(
        file,
        target,
        Int32(range.count),
        Int64(range.lowerBound)
      )
    }
  }

  /// Writes all that waits.
  func drain() -> Int32 {
    let code = settle()
    return code == SQLITE_OK ? writeCurrent() : code
  }

  /// Writes all that waits, and from now on each write at once.
  func becomeDirect() -> Int32 {
    isDirect = true
    return drain()
  }

  /// Cuts the file, and what waits for it, to `size` bytes.
  func truncate(to size: Int) -> Int32 {
    waitForThread()
    state.withLock { state in
      for chunk in state.waiting { chunk.cut(to: size) }
    }
    current?.cut(to: size)
    return unsafe withFile { file in
      unsafe file.pointee.pMethods.pointee.xTruncate(file, Int64(size))
    }
  }

  /// How long the file is, or will be when all that waits is written.
  func size(_ result: UnsafeMutablePointer<Int64>) -> Int32 {
    waitForThread()
    let code = unsafe withFile { file in
      unsafe file.pointee.pMethods.pointee.xFileSize(file, result)
    }
    guard code == SQLITE_OK else { return code }
    let chunks = state.withLock { $0.waiting } + [current].compactMap { $0 }
    for chunk in chunks where !chunk.range.isEmpty {
      unsafe result.pointee = max(result.pointee, Int64(chunk.range.upperBound))
    }
    return SQLITE_OK
  }
}

extension WriteQueue {
  private struct Failure: Error {
    var code: Int32
  }

  /// Hands on what was gathered: to the other thread if it is much, else it is written here.
  private func passOn() -> Int32 {
    guard let chunk = current else { return SQLITE_OK }
    guard chunk.range.count >= Self.worthwhile, !isDirect else {
      let isLater = state.withLock { state in
        state.waiting.contains { $0.range.overlaps(chunk.range) }
      }
      if isLater {
        let code = settle()
        guard code == SQLITE_OK else { return code }
      }
      return writeCurrent()
    }
    current = nil
    state.withLock { $0.waiting.append(chunk) }
    lane.async { self.writeOldest() }
    return SQLITE_OK
  }

  /// Writes the chunk that has waited longest; on the other thread.
  private func writeOldest() {
    let first = state.withLock { $0.failure == SQLITE_OK ? $0.waiting.first : nil }
    guard let first else { return }
    let code = write(first)
    state.withLock { state in
      state.failure = code
      if code == SQLITE_OK { state.spare.append(state.waiting.removeFirst()) }
    }
    progress.signal()
  }

  /// Waits until the other thread has nothing to do, or can do nothing.
  private func waitForThread() {
    while state.withLock({ !$0.waiting.isEmpty && $0.failure == SQLITE_OK }) { progress.wait() }
  }

  /// Sees to it that what waits for the other thread is written, here if that one failed.
  private func settle() -> Int32 {
    waitForThread()
    // The failure stands until the last of them is written: while it does, the other thread leaves
    // alone what waits, and it does not come back to what it left alone.
    while let first = state.withLock({ $0.waiting.first }) {
      let code = write(first)
      guard code == SQLITE_OK else {
        state.withLock { $0.failure = code }
        return code
      }
      state.withLock { $0.spare.append($0.waiting.removeFirst()) }
    }
    state.withLock { $0.failure = SQLITE_OK }
    return SQLITE_OK
  }

  private func writeCurrent() -> Int32 {
    guard let chunk = current else { return SQLITE_OK }
    let code = write(chunk)
    guard code == SQLITE_OK else { return code }
    current = nil
    state.withLock { $0.spare.append(chunk) }
    return SQLITE_OK
  }

  private func spareChunk() -> Result<WriteChunk, Failure> {
    while true {
      if let chunk = state.withLock({ $0.spare.popLast() }) { return .success(chunk) }
      if state.withLock({ $0.failure }) != SQLITE_OK {
        let code = settle()
        guard code == SQLITE_OK else { return .failure(Failure(code: code)) }
        continue
      }
      progress.wait()
    }
  }

  /// Writes a chunk in pieces: SQLite's own systems take less than 128 KiB, a page at most.
  private func write(_ chunk: WriteChunk) -> Int32 {
    var offset = chunk.range.lowerBound
    while offset < chunk.range.upperBound {
      let end = min(offset + Self.pieceBytes, chunk.range.upperBound)
      let bytes = unsafe chunk.start + (offset - chunk.range.lowerBound)
      let code = unsafe write(bytes, offset..<end, now: ())
      guard code == SQLITE_OK else { return code }
      offset = end
    }
    return SQLITE_OK
  }

  private func write(_ bytes: UnsafeRawPointer, _ range: Range<Int>, now: Void) -> Int32 {
    unsafe withFile { file in
      unsafe file.pointee.pMethods.pointee.xWrite(
        file,
        bytes,
        Int32(range.count),
        Int64(range.lowerBound)
      )
    }
  }
}
