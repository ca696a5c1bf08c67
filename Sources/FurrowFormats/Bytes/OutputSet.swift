/// Files that appear together: all of them when every one is whole, or none.
package final class OutputSet {
  /// One file that is whole.
  package struct File {
    /// The path, as it was asked for.
    package let path: String
    /// Bytes, as they stand on the disk.
    package let bytes: Int
    /// The SHA-256 of these bytes in lower-case hexadecimal; `nil` where nobody asked.
    package let sha256: String?
    fileprivate let sink: FileSink

    /// Where the bytes can be read before the file has its name; `nil` for what is written in place.
    package var sealedPath: String? { sink.sealedPath }
  }

  /// The files that are whole, in the order of their ends.
  package private(set) var files: [File] = []
  private let hasDigests: Bool

  package init(hasDigests: Bool = false) {
    self.hasDigests = hasDigests
  }

  /// Opens a file of the set, `-` is standard output; the name tells the compression.
  package func sink(_ path: String) throws(WriteFailure) -> any ByteSink {
    let file = try FileSink(path: path)
    let member = Member(file, digest: hasDigests ? SHA256Digest() : nil, of: self)
    guard let compression = Compression(path: path) else { return member }
    return try CompressedSink(member, compression)
  }

  /// Forgets the last `count` files, as if they had not been written; false where bytes are gone for good.
  package func takeBack(_ count: Int) -> Bool {
    guard files.suffix(count).allSatisfy({ $0.sealedPath != nil }) else { return false }
    files.removeLast(count)
    return true
  }

  /// Gives all files their names; if one cannot have it, none does.
  package func publish() throws(WriteFailure) {
    var published = 0
    do throws(WriteFailure) {
      for file in files {
        try file.sink.publish(keepsOld: files.count > 1)
        published += 1
      }
    } catch {
      for file in files[..<published].reversed() { file.sink.retract() }
      throw error
    }
    files = []
  }

  /// The file behind a writer: counts and digests what goes to the disk.
  private final class Member: ByteSink {
    var path: String { file.path }
    private let file: FileSink
    private let set: OutputSet
    private var digest: SHA256Digest?
    private var bytes = 0

    init(_ file: FileSink, digest: SHA256Digest?, of set: OutputSet) {
      self.file = file
      self.digest = digest
      self.set = set
    }

    func write(_ bytes: Span<UInt8>) throws(WriteFailure) {
      digest?.take(bytes)
      self.bytes += bytes.count
      try file.write(bytes)
    }

    func finish() throws(WriteFailure) {
      try file.seal()
      set.files.append(
        File(path: file.path, bytes: bytes, sha256: digest?.hexadecimal, sink: file)
      )
    }
  }
}
