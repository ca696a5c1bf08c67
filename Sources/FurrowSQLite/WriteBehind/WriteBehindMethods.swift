internal import CSQLite

/// What SQLite calls for a file of ``WriteBehind``. <https://www.sqlite.org/c3ref/io_methods.html>
///
/// Memory maps (version 3) are left out: what waits would not be seen in them.
@unsafe
enum WriteBehindMethods {
  /// The methods, with shared memory for a write-ahead log if the system's file has it.
  static func table(
    like system: UnsafePointer<sqlite3_io_methods>
  ) -> UnsafePointer<sqlite3_io_methods> {
    unsafe system.pointee.iVersion >= 2 ? withSharedMemory : plain
  }

  private nonisolated(unsafe) static let plain = unsafe make(version: 1)
  private nonisolated(unsafe) static let withSharedMemory = unsafe make(version: 2)

  private static func make(version: Int32) -> UnsafePointer<sqlite3_io_methods> {
    let table = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    var methods = sqlite3_io_methods()
    methods.iVersion = version
    unsafe methods.xClose = { file in unsafe WriteBehind.close(file) }
    unsafe methods.xRead = { file, target, count, offset in
      guard let queue = unsafe WriteBehind.queue(file), let target = unsafe target else {
        return SQLITE_INTERNAL
      }
      return unsafe queue.read(into: target, Int(offset)..<Int(offset) + Int(count))
    }
    unsafe methods.xWrite = { file, bytes, count, offset in
      guard let queue = unsafe WriteBehind.queue(file), let bytes = unsafe bytes else {
        return SQLITE_INTERNAL
      }
      return unsafe queue.write(bytes, Int(offset)..<Int(offset) + Int(count))
    }
    unsafe methods.xTruncate = { file, size in
      unsafe WriteBehind.queue(file)?.truncate(to: Int(size)) ?? SQLITE_INTERNAL
    }
    unsafe methods.xSync = { file, flags in
      unsafe WriteBehindMethods.drained(file) { real in
        unsafe real.pointee.pMethods.pointee.xSync(real, flags)
      }
    }
    unsafe methods.xFileSize = { file, size in
      guard let queue = unsafe WriteBehind.queue(file), let size = unsafe size else {
        return SQLITE_INTERNAL
      }
      return unsafe queue.size(size)
    }
    unsafe methods.xLock = { file, level in
      unsafe WriteBehindMethods.passed(file) { real in
        unsafe real.pointee.pMethods.pointee.xLock(real, level)
      }
    }
    unsafe methods.xUnlock = { file, level in
      let written = unsafe WriteBehind.queue(file)?.drain() ?? SQLITE_OK
      let code = unsafe WriteBehindMethods.passed(file) { real in
        unsafe real.pointee.pMethods.pointee.xUnlock(real, level)
      }
      return written == SQLITE_OK ? code : written
    }
    unsafe methods.xCheckReservedLock = { file, result in
      unsafe WriteBehindMethods.passed(file) { real in
        unsafe real.pointee.pMethods.pointee.xCheckReservedLock(real, result)
      }
    }
    unsafe methods.xFileControl = { file, operation, argument in
      // A hint comes with every other write, and would end the gathering.
      if operation == SQLITE_FCNTL_SIZE_HINT { return SQLITE_OK }
      return unsafe WriteBehindMethods.drained(file) { real in
        unsafe real.pointee.pMethods.pointee.xFileControl(real, operation, argument)
      }
    }
    unsafe methods.xSectorSize = { file in
      unsafe WriteBehindMethods.passed(file) { real in
        unsafe real.pointee.pMethods.pointee.xSectorSize(real)
      }
    }
    unsafe methods.xDeviceCharacteristics = { file in
      unsafe WriteBehindMethods.passed(file) { real in
        unsafe real.pointee.pMethods.pointee.xDeviceCharacteristics(real)
      }
    }
    unsafe methods.xShmMap = { file, page, size, extends, result in
      // Readers of a write-ahead log look into the file while it is written.
      let code = unsafe WriteBehind.queue(file)?.becomeDirect() ?? SQLITE_INTERNAL
      guard code == SQLITE_OK else { return code }
      return unsafe WriteBehindMethods.passed(file) { real in
        unsafe real.pointee.pMethods.pointee.xShmMap(real, page, size, extends, result)
      }
    }
    unsafe methods.xShmLock = { file, offset, count, flags in
      unsafe WriteBehindMethods.passed(file) { real in
        unsafe real.pointee.pMethods.pointee.xShmLock(real, offset, count, flags)
      }
    }
    unsafe methods.xShmBarrier = { file in
      _ = unsafe WriteBehindMethods.passed(file) { real in
        unsafe real.pointee.pMethods.pointee.xShmBarrier(real)
        return SQLITE_OK
      }
    }
    unsafe methods.xShmUnmap = { file, deletes in
      unsafe WriteBehindMethods.passed(file) { real in
        unsafe real.pointee.pMethods.pointee.xShmUnmap(real, deletes)
      }
    }
    unsafe table.initialize(to: methods)
    return unsafe UnsafePointer(table)
  }

  /// Asks the system's file.
  private static func passed(
    _ file: UnsafeMutablePointer<sqlite3_file>?,
    _ body: (UnsafeMutablePointer<sqlite3_file>) -> Int32
  ) -> Int32 {
    guard let queue = unsafe WriteBehind.queue(file) else { return SQLITE_INTERNAL }
    return unsafe queue.withFile(body)
  }

  /// Asks the system's file, which has by then all that was written.
  private static func drained(
    _ file: UnsafeMutablePointer<sqlite3_file>?,
    _ body: (UnsafeMutablePointer<sqlite3_file>) -> Int32
  ) -> Int32 {
    guard let queue = unsafe WriteBehind.queue(file) else { return SQLITE_INTERNAL }
    let code = queue.drain()
    return code == SQLITE_OK ? unsafe queue.withFile(body) : code
  }
}
