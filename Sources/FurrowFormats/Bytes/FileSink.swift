internal import FurrowCore

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// A file that is written beside its name and takes it when it is whole.
///
/// Until ``finish()`` what stood under the name stays, and a sink that is let go before takes its
/// temporary file with it. A link stays a link and its target is replaced, the old file's mode is
/// kept. A device, a pipe and standard output cannot be replaced and are written in place. Other
/// hard links to the old file keep the old bytes.
public final class FileSink: ByteSink {
  /// The file's path, as the user named it; `-` is standard output.
  public let path: String

  /// Bytes that wait for each other, unless asked otherwise.
  public static let bufferBytes = 256 << 10

  private let target: OutputTarget
  /// The file that is written; `nil` when the target is written in place.
  private var temporary: String?
  /// Another name of the old file, while it may have to come back.
  private var backup: String?
  /// -1 once it is closed.
  private var descriptor: Int32
  private var buffer: [UInt8] = []
  private let bufferBytes: Int

  /// Opens the file at `path` for writing; `-` is standard output.
  ///
  /// - Throws: ``WriteFailure`` when it is a folder, or may not be written.
  public init(path: String, bufferBytes: Int = FileSink.bufferBytes) throws(WriteFailure) {
    self.path = path
    self.bufferBytes = max(bufferBytes, 1)
    target = try OutputTarget.find(path)
    switch target {
    case .inPlace:
      temporary = nil
      // The path is a terminated copy for the call.
      descriptor = path == "-" ? 1 : unsafe open(path, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw Self.failure(path, errno) }
    case .replace(let name, let old):
      let mode = old.map { $0.st_mode & 0o777 } ?? 0o666
      (descriptor, temporary) = try Self.openTemporary(beside: name, mode: mode, for: path)
    }
    buffer.reserveCapacity(self.bufferBytes)
  }

  deinit { abandon() }

  /// Whether bytes for `path` go straight to it, and cannot be had back: standard output, a device, a pipe.
  ///
  /// - Throws: ``WriteFailure`` when it cannot be written.
  package static func isInPlace(_ path: String) throws(WriteFailure) -> Bool {
    if case .inPlace = try OutputTarget.find(path) { return true }
    return false
  }

  /// Takes `bytes`; what fits the buffer waits there.
  public func write(_ bytes: Span<UInt8>) throws(WriteFailure) {
    precondition(descriptor >= 0, "a write behind the end of a file")
    if buffer.count + bytes.count > bufferBytes { try flush() }
    guard bytes.count < bufferBytes else { return try writeOut(bytes) }
    // The span's bytes are copied during the call.
    unsafe bytes.withUnsafeBufferPointer { unsafe buffer.append(contentsOf: $0) }
  }

  /// Writes what waits and gives the file its name: durable, and all of it or nothing.
  public func finish() throws(WriteFailure) {
    try seal()
    try publish()
  }

  /// Writes what waits, durably; the file gets its name by ``publish()``.
  package func seal() throws(WriteFailure) {
    precondition(descriptor >= 0, "a file is finished twice")
    try flush()
    if case .replace(_, let old) = target {
      if let old {
        // Whoever may write a file cannot always give it away; the bytes matter more than the owner.
        _ = fchown(descriptor, old.st_uid, old.st_gid)
        guard fchmod(descriptor, old.st_mode & 0o7777) == 0 else { throw Self.failure(path, errno) }
      }
      guard fsync(descriptor) == 0 else { throw Self.failure(path, errno) }
    }
    try close()
  }

  /// Where the bytes are until the file gets its name; `nil` when it was written in place.
  package var sealedPath: String? { temporary }

  /// Gives the sealed file its name; with `keepsOld` the old one can be brought back.
  package func publish(keepsOld: Bool = false) throws(WriteFailure) {
    guard case .replace(let name, let old) = target, let temporary else { return }
    if keepsOld, old != nil {
      let backup = "\(temporary)~"
      // All paths here are terminated copies for the calls.
      guard unsafe link(name, backup) == 0 else { throw Self.failure(path, errno) }
      self.backup = backup
    }
    guard unsafe rename(temporary, name) == 0 else { throw Self.failure(path, errno) }
    self.temporary = nil
    Folder.sync(OutputTarget.folder(of: name))
  }

  /// Takes the file back that ``publish(keepsOld:)`` gave its name.
  package func retract() {
    guard case .replace(let name, _) = target, temporary == nil else { return }
    // The paths are terminated copies for the calls. Nothing better can be done where that fails.
    if let backup { _ = unsafe rename(backup, name) } else { _ = unsafe unlink(name) }
    backup = nil
  }

  private func flush() throws(WriteFailure) {
    guard !buffer.isEmpty else { return }
    var waiting: [UInt8] = []
    swap(&waiting, &buffer)
    try writeOut(waiting.span)
    waiting.removeAll(keepingCapacity: true)
    swap(&waiting, &buffer)
  }

  private func writeOut(_ bytes: Span<UInt8>) throws(WriteFailure) {
    var written = 0
    while written < bytes.count {
      // The kernel reads at most the given count, and the span outlives the call.
      let count = unsafe bytes.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress else { return 0 }
        return unsafe systemWrite(descriptor, base + written, bytes.count - written)
      }
      if count >= 0 {
        written += count
      } else if errno == EAGAIN {
        // A pipe that somebody else made non-blocking.
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        // One entry is given, and lives for the call. Whatever wakes it, the write says why.
        _ = unsafe poll(&wait, 1, -1)
      } else if errno != EINTR {
        throw Self.failure(path, errno)
      }
    }
  }

  /// Closes the file; standard output stays open for others.
  private func close() throws(WriteFailure) {
    let closing = descriptor
    descriptor = -1
    guard closing > 2, systemClose(closing) != 0 else { return }
    throw Self.failure(path, errno)
  }

  private func abandon() {
    // The bytes are thrown away, so it does not matter how that ends.
    if descriptor > 2 { _ = systemClose(descriptor) }
    // The paths are terminated copies for the calls.
    if let temporary { unsafe unlink(temporary) }
    if let backup { unsafe unlink(backup) }
    descriptor = -1
  }

  /// Makes `.NAME.furrow-XXXXXX` in the folder of `name`.
  private static func openTemporary(
    beside name: String,
    mode: mode_t,
    for path: String
  ) throws(WriteFailure) -> (Int32, String) {
    for _ in 0..<100 {
      let temporary = Folder.temporaryName(beside: name)
      // The path is a terminated copy for the call.
      let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
      if descriptor >= 0 { return (descriptor, temporary) }
      if errno != EEXIST { throw failure(path, errno) }
    }
    throw failure(path, EEXIST)
  }

  private static func failure(_ path: String, _ code: Int32) -> WriteFailure {
    WriteFailure(
      path: path,
      message: "cannot be written: \(SystemReason.writing(code))",
      isBrokenPipe: code == EPIPE
    )
  }
}

/// `close(2)`: in the class above the name means the method.
private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
