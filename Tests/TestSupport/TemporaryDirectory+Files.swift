#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

// Sound, all of them: paths are terminated copies for the call, buffers come with their size.
extension TemporaryDirectory {
  /// The names of what is in this folder, sorted.
  package var names: [String] {
    guard let folder = unsafe opendir(path) else { return [] }
    defer { _ = unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Makes the link `name` to `target`.
  package func link(_ name: String, to target: String) {
    _ = unsafe symlink(target, file(name))
  }

  /// Where the link `name` points to.
  package func target(of name: String) -> String {
    var bytes = [CChar](repeating: 0, count: 1024)
    let count = unsafe readlink(file(name), &bytes, bytes.count)
    return String(
      decoding: bytes.prefix(max(count, 0)).map { UInt8(bitPattern: $0) },
      as: UTF8.self
    )
  }

  /// The permissions of `name`.
  package func mode(of name: String) -> UInt32 {
    var status = stat()
    _ = unsafe stat(file(name), &status)
    return UInt32(status.st_mode & 0o7777)
  }

  /// Gives `name` these permissions.
  package func setMode(_ mode: UInt32, of name: String) {
    _ = unsafe chmod(file(name), mode_t(mode))
  }

  /// Makes the empty file `name` as any program would.
  package func touch(_ name: String) {
    _ = close(unsafe open(file(name), O_WRONLY | O_CREAT, 0o666))
  }

  /// Makes the pipe `name` and returns its reading end, which does not block.
  package func makePipe(_ name: String) -> Int32 {
    _ = unsafe mkfifo(file(name), 0o600)
    return unsafe open(file(name), O_RDONLY | O_NONBLOCK)
  }

  /// Reads what waits in `pipe`.
  package static func read(_ pipe: Int32) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe systemRead(pipe, &bytes, bytes.count)
    return Array(bytes.prefix(max(count, 0)))
  }
}

/// Limits of the process, for tests that run in one of their own.
package enum ProcessLimits {
  /// Makes a write fail that lets a file grow beyond `bytes`.
  package static func setFileSize(_ bytes: Int) {
    _ = signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit(rlim_cur: rlim_t(bytes), rlim_max: rlim_t(bytes))
    #if canImport(Glibc)
    _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    #else
    _ = unsafe setrlimit(RLIMIT_FSIZE, &limit)
    #endif
  }

  /// Lets no more than `count` files be opened besides those that are open.
  package static func setOpenFiles(_ count: Int) {
    let last = (0..<4096).last { fcntl(Int32($0), F_GETFD) != -1 } ?? 0
    let most = rlim_t(last + 1 + count)
    var limit = rlimit(rlim_cur: most, rlim_max: most)
    #if canImport(Glibc)
    _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    #else
    _ = unsafe setrlimit(RLIMIT_NOFILE, &limit)
    #endif
  }

  /// Lets a write to a pipe without a reader fail instead of ending the process.
  package static func ignoreBrokenPipes() { _ = signal(SIGPIPE, SIG_IGN) }
}

/// `read(2)`: in the class above the name means the method.
private func systemRead(
  _ descriptor: Int32,
  _ bytes: UnsafeMutablePointer<UInt8>,
  _ count: Int
)
  -> Int
{
  // Sound: the caller owns `count` bytes there.
  unsafe read(descriptor, bytes, count)
}
