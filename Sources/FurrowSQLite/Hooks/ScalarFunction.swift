internal import CSQLite

/// What SQLite may rely on when it plans with a function.
///
/// <https://www.sqlite.org/c3ref/c_deterministic.html>
public struct FunctionTraits: OptionSet, Hashable, Sendable {
  /// SQLite's flags.
  public let rawValue: Int32

  /// Makes traits of SQLite's flags.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// The same arguments always give the same result: indexes may use it.
  public static let deterministic = FunctionTraits(rawValue: SQLITE_DETERMINISTIC)
  /// Only the program's own SQL may call it, no view or trigger in the file.
  public static let directOnly = FunctionTraits(rawValue: SQLITE_DIRECTONLY)
}

/// A function of one row.
final class ScalarFunction {
  let body: (borrowing FunctionArguments) throws -> Value

  init(_ body: @escaping (borrowing FunctionArguments) throws -> Value) {
    self.body = body
  }
}

extension Database {
  /// Makes a SQL function of `body`.
  ///
  /// ```swift
  /// try database.createFunction("shout", arguments: 1, [.deterministic]) { arguments in
  ///   .text(try arguments.read(at: 0, as: String.self).uppercased())
  /// }
  /// ```
  /// What `body` throws is the error of the statement, with the code and message of a
  /// ``SQLiteError``. The connection keeps `body` until the function is made anew, removed, or the
  /// connection closes; a `body` that holds the database therefore keeps it open. A call with
  /// another number of arguments fails when it is compiled; `nil` takes any number.
  /// - Throws: `misuse` for a number or name that SQLite does not take; `busy` while a statement
  ///   runs, if it replaces a function.
  public func createFunction(
    _ name: String,
    arguments count: Int? = nil,
    _ traits: FunctionTraits = [],
    _ body: @escaping (borrowing FunctionArguments) throws -> Value
  ) throws(SQLiteError) {
    // Sound: SQLite owns one reference and gives it back through the last argument, also when it
    // fails: <https://www.sqlite.org/c3ref/create_function.html>.
    let code = unsafe sqlite3_create_function_v2(
      handle,
      name,
      count.map { Int32(clamping: $0) } ?? -1,
      SQLITE_UTF8 | traits.rawValue,
      Unmanaged.passRetained(ScalarFunction(body)).toOpaque(),
      { context, count, values in
        guard let owner = unsafe sqlite3_user_data(context) else { return }
        let function = unsafe Unmanaged<ScalarFunction>.fromOpaque(owner).takeUnretainedValue()
        let arguments = unsafe FunctionArguments(values, count: Int(count))
        unsafe FunctionResult(context).set { try function.body(arguments) }
      },
      nil,
      nil,
      { owner in
        if let owner = unsafe owner {
          unsafe Unmanaged<ScalarFunction>.fromOpaque(owner).release()
        }
      }
    )
    guard code == SQLITE_OK else { throw functionError(code) }
  }

  /// Removes the function that was made with this name and number of arguments.
  ///
  /// - Throws: `busy` while a statement runs.
  public func removeFunction(
    _ name: String,
    arguments count: Int? = nil
  ) throws(SQLiteError) {
    // Sound: the handle is open as long as `self`; the name is a terminated copy.
    let code = unsafe sqlite3_create_function_v2(
      handle,
      name,
      count.map { Int32(clamping: $0) } ?? -1,
      SQLITE_UTF8,
      nil,
      nil,
      nil,
      nil,
      nil
    )
    guard code == SQLITE_OK else { throw functionError(code) }
  }

  /// SQLite leaves no message behind when it refuses the arguments themselves.
  func functionError(_ code: Int32) -> SQLiteError {
    let error = lastError()
    if error.code.rawValue & 0xFF == code & 0xFF, code != SQLITE_MISUSE { return error }
    return SQLiteError(
      code: ResultCode(rawValue: code),
      message: "SQLite does not take this name or number of arguments"
    )
  }
}
