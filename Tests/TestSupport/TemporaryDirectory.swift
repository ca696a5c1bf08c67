#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A folder of a test's own, removed with all that is in it when the last reference is gone.
public final class TemporaryDirectory: Sendable {
  /// A call of the system that failed.
  public struct Failure: Error, CustomStringConvertible {
    /// The call, its path and `errno`.
    public let description: String
  }

  /// The absolute path, without a final slash.
  public let path: String

  /// Makes a folder under `TMPDIR`, else `/tmp`.
  public init() throws {
    // Sound: the environment is not changed by the tests; the text is copied at once.
    let parent = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/furrow-test-XXXXXX".utf8CString)
    // Sound: the template is terminated, and changed in place only.
    guard unsafe mkdtemp(&template) != nil else {
      throw Failure(description: "mkdtemp in \(parent): errno \(errno)")
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    Self.remove(path)
  }

  /// The path of `name` inside this folder.
  public func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes `bytes` to the file `name`, making its folders, and gives its path.
  @discardableResult
  public func write(_ bytes: [UInt8], to name: String) throws -> String {
    let target = file(name)
    var folder = path
    for part in name.split(separator: "/").dropLast() {
      folder += "/\(part)"
      // Sound: the path is a terminated copy for the call. It may exist already.
      _ = unsafe mkdir(folder, 0o755)
    }
    // Sound: the path is a terminated copy for the call.
    guard let stream = unsafe fopen(target, "wb") else {
      throw Failure(description: "cannot write \(target): errno \(errno)")
    }
    // Sound: the stream is open, and exactly the array's bytes are read.
    defer { _ = unsafe fclose(stream) }
    guard unsafe fwrite(bytes, 1, bytes.count, stream) == bytes.count else {
      throw Failure(description: "cannot write \(target): errno \(errno)")
    }
    return target
  }

  /// Writes `text` to the file `name`, and gives its path.
  @discardableResult
  public func write(_ text: String, to name: String) throws -> String {
    try write(Array(text.utf8), to: name)
  }

  /// The bytes of the file `name`; `nil` if there is none.
  public func read(_ name: String) -> [UInt8]? {
    // Sound: the path is a terminated copy for the call.
    guard let stream = unsafe fopen(file(name), "rb") else { return nil }
    // Sound: the stream is open; at most the buffer's count is written to it.
    defer { _ = unsafe fclose(stream) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = unsafe fread(&buffer, 1, buffer.count, stream)
      guard count > 0 else { return bytes }
      bytes += buffer.prefix(count)
    }
  }

  /// Whether there is anything called `name`.
  public func has(_ name: String) -> Bool {
    // Sound: the path is a terminated copy for the call.
    unsafe access(file(name), F_OK) == 0
  }

  /// Removes `path`, and first what is in it; links are not followed.
  private static func remove(_ path: String) {
    // Sound: the path is a terminated copy for each call.
    if unsafe unlink(path) == 0 { return }
    // Sound: the folder is closed once its names are copied.
    guard let folder = unsafe opendir(path) else { return }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    _ = unsafe closedir(folder)
    for name in names { remove("\(path)/\(name)") }
    // Sound: as above.
    _ = unsafe rmdir(path)
  }
}
