internal import CSQLite

/// What SQLite hands to a function; good for the one call.
@safe
public struct FunctionArguments: ~Copyable {
  private let values: UnsafeMutablePointer<OpaquePointer?>?
  /// How many there are.
  public let count: Int

  init(_ values: UnsafeMutablePointer<OpaquePointer?>?, count: Int) {
    unsafe self.values = values
    self.count = count
  }

  /// The storage class of argument `index`, from 0.
  ///
  /// - Precondition: There is such an argument.
  public func storageClass(at index: Int) -> StorageClass {
    // Sound: `argument` proves that there is this value, which lives as long as the call.
    switch unsafe sqlite3_value_type(argument(index)) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .blob
    default: .null
    }
  }

  /// Argument `index`, from 0; text that is not UTF-8 is repaired, see `bytes(at:)`.
  ///
  /// - Precondition: There is such an argument.
  public subscript(index: Int) -> Value {
    switch storageClass(at: index) {
    case .null: .null
    // Sound, both: as above.
    case .integer: unsafe .integer(sqlite3_value_int64(argument(index)))
    case .real: unsafe .real(sqlite3_value_double(argument(index)))
    case .text: .text(String(decoding: bytes(at: index), as: UTF8.self))
    case .blob: .blob(bytes(at: index))
    }
  }

  /// Argument `index`, from 0, as a value of a type.
  ///
  /// - Throws: `mismatch` if it is something else, which becomes the error of the function.
  public func read<Result: SQLiteValueConvertible>(
    at index: Int,
    as type: Result.Type = Result.self
  ) throws(SQLiteError) -> Result {
    guard let result = Result(sqliteValue: self[index]) else {
      throw SQLiteError(
        code: .mismatch,
        message: "argument \(index + 1): expected \(Result.self),"
          + " found \(storageClass(at: index).rawValue.uppercased())"
      )
    }
    return result
  }

  /// The bytes of argument `index`, from 0: of a blob, or of a text in UTF-8.
  ///
  /// - Precondition: There is such an argument.
  public func bytes(at index: Int) -> [UInt8] {
    let value = unsafe argument(index)
    // Sound: the pointer is asked for before the count, and the bytes are copied at once.
    let isBlob = unsafe sqlite3_value_type(value) == SQLITE_BLOB
    let start: UnsafeRawPointer? =
      unsafe isBlob ? sqlite3_value_blob(value) : UnsafeRawPointer(sqlite3_value_text(value))
    let count = unsafe Int(sqlite3_value_bytes(value))
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }

  private func argument(_ index: Int) -> OpaquePointer? {
    precondition(index >= 0 && index < count, "argument \(index) is out of range")
    // Sound: SQLite gives an array of `count` values.
    return unsafe values?[index]
  }
}

/// Where a function's result goes.
@safe
struct FunctionResult {
  private let context: OpaquePointer?

  init(_ context: OpaquePointer?) {
    unsafe self.context = context
  }

  /// Sets what `body` returns, or the error it throws.
  func set(_ body: () throws -> Value) {
    do {
      set(try body())
    } catch let error as SQLiteError {
      set(error)
    } catch {
      set(SQLiteError(code: .error, message: "\(error)"))
    }
  }

  // Sound, all of them: the context is valid during the call that gave it, and SQLite copies.
  private func set(_ value: Value) {
    switch value {
    case .null: unsafe sqlite3_result_null(context)
    case .integer(let number): unsafe sqlite3_result_int64(context, number)
    case .real(let number): unsafe sqlite3_result_double(context, number)
    case .text(let text):
      var text = text
      text.withUTF8 { bytes in
        // An empty text may have no address, which SQLite would take for NULL.
        guard let base = bytes.baseAddress, bytes.count > 0 else {
          return unsafe sqlite3_result_text(context, "", 0, furrow_sqlite_transient())
        }
        unsafe sqlite3_result_text64(
          context,
          UnsafeRawPointer(base).assumingMemoryBound(to: CChar.self),
          UInt64(bytes.count),
          furrow_sqlite_transient(),
          UInt8(SQLITE_UTF8)
        )
      }
    case .blob(let bytes):
      unsafe bytes.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress, bytes.count > 0 else {
          _ = unsafe sqlite3_result_zeroblob64(context, 0)
          return
        }
        unsafe sqlite3_result_blob64(
          context,
          base,
          UInt64(bytes.count),
          furrow_sqlite_transient()
        )
      }
    }
  }

  private func set(_ error: SQLiteError) {
    switch error.code.primary {
    case .tooBig: unsafe sqlite3_result_error_toobig(context)
    case .outOfMemory: unsafe sqlite3_result_error_nomem(context)
    default:
      unsafe sqlite3_result_error(context, error.message, -1)
      // The code comes behind the text, which would set it back.
      unsafe sqlite3_result_error_code(context, error.code.rawValue)
    }
  }
}
