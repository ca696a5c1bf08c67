import Furrow

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The files of a folder as a revision of git has them.
struct GitRevision {
  private let revision: String
  private let folder: String

  init(_ revision: String, of folder: String) {
    self.revision = revision
    self.folder = folder
  }

  /// The path of each file below the folder, and its bytes.
  ///
  /// - Throws: ``CommandFailure`` if git is not there, or does not know the revision.
  func files() throws(CommandFailure) -> [(name: String, bytes: [UInt8])] {
    let tree = "git -C \(ShellWord.quoted(folder)) ls-tree -r"
    let end = "\(ShellWord.quoted(revision)) -- ."
    let names = try Self.output("\(tree) -z --name-only \(end)")
      .split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    guard !names.isEmpty else { return [] }
    let objects = "\(tree) \(end) | cut -d ' ' -f 3 | cut -f 1"
    let blobs = try Self.output("\(objects) | git -C \(ShellWord.quoted(folder)) cat-file --batch")
    return zip(names, Self.contents(of: blobs)).map { ($0, $1) }
  }

  /// The commit that is checked out where the folder is; `nil` if git is not there or knows of none.
  static func head(of folder: String) -> String? {
    let command = "git -C \(ShellWord.quoted(folder)) rev-parse --verify --quiet HEAD 2>/dev/null"
    guard let bytes = try? output(command) else { return nil }
    let word = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    return word.isEmpty ? nil : word
  }

  /// The objects of `cat-file --batch`: a line that ends in the size, the bytes, a line end.
  private static func contents(of blobs: [UInt8]) -> [[UInt8]] {
    var contents: [[UInt8]] = []
    var rest = blobs[...]
    while let lineEnd = rest.firstIndex(of: 0x0A) {
      let words = rest[..<lineEnd].split(separator: 0x20)
      guard let size = words.last.flatMap({ Int(String(decoding: $0, as: UTF8.self)) }) else {
        break
      }
      let body = rest[(lineEnd + 1)...].prefix(size)
      contents.append(Array(body))
      rest = rest[(lineEnd + 1)...].dropFirst(size + 1)
    }
    return contents
  }

  /// What a shell command prints; its complaints go to standard error.
  private static func output(_ command: String) throws(CommandFailure) -> [UInt8] {
    // Sound: both texts are terminated copies for the call; the stream is closed below.
    guard let stream = unsafe popen(command, "r") else {
      throw CommandFailure(.failed, "cannot run git")
    }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      // Sound: the stream is open, and at most the buffer's count is written to it.
      let count = unsafe fread(&buffer, 1, buffer.count, stream)
      guard count > 0 else { break }
      bytes += buffer.prefix(count)
    }
    // Sound: the stream is not used afterwards.
    guard unsafe pclose(stream) == 0 else {
      throw CommandFailure(.failed, "git does not give the files of --base; see its message above")
    }
    return bytes
  }
}
