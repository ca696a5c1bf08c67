#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// What the machine and the process allow.
enum Machine {
  /// The most files that the process may have open.
  static var openFiles: Int? {
    var limit = rlimit()
    #if canImport(Glibc)
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
    let resource = RLIMIT_NOFILE
    #endif
    // Sound: the call fills the value, which is ours for its time.
    guard unsafe getrlimit(resource, &limit) == 0 else { return nil }
    return Int(clamping: limit.rlim_cur)
  }

  /// The processors that are at work.
  static var processors: Int { sysconf(Int32(_SC_NPROCESSORS_ONLN)) }

  /// Bytes that a person may still write to the folder `path`; `nil` if it cannot be known.
  static func freeBytes(in path: String) -> Int? {
    var status = statvfs()
    // Sound: the path is a terminated copy for the call, which fills the value.
    guard unsafe statvfs(path, &status) == 0 else { return nil }
    let (bytes, isTooMuch) = Int(clamping: status.f_bavail)
      .multipliedReportingOverflow(by: Int(clamping: status.f_frsize))
    return isTooMuch ? .max : bytes
  }

  /// Whether files can be made in the folder `path`.
  static func canWrite(to path: String) -> Bool {
    // Sound: the path is a terminated copy for the call.
    unsafe access(path, W_OK | X_OK) == 0
  }

  /// Whether a folder of `path`, a list with colons, has the program `name`.
  static func hasProgram(_ name: String, path: String) -> Bool {
    path.split(separator: ":").contains { folder in
      // Sound: the path is a terminated copy for the call.
      unsafe access("\(folder)/\(name)", X_OK) == 0
    }
  }
}
