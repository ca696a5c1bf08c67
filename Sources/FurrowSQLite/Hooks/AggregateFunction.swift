internal import CSQLite

/// A function of many rows.
final class AggregateFunction {
  /// Makes the state of one group.
  let makeState: () -> AggregateState

  init(_ makeState: @escaping () -> AggregateState) {
    self.makeState = makeState
  }
}

/// The state of one group of rows, inside two closures, since SQLite cannot know its type.
final class AggregateState {
  let step: (borrowing FunctionArguments) throws -> Void
  let result: () throws -> Value

  /// The first error, after which rows are not looked at.
  var failure: (any Error)?

  init(
    step: @escaping (borrowing FunctionArguments) throws -> Void,
    result: @escaping () throws -> Value
  ) {
    self.step = step
    self.result = result
  }
}

extension Database {
  /// Makes a SQL function that takes many rows and gives one value a group.
  ///
  /// ```swift
  /// try database.createAggregate("product", arguments: 1, initial: 1.0) { product, arguments in
  ///   product *= try arguments.read(at: 0, as: Double.self)
  /// } result: { .real($0) }
  /// ```
  /// The connection keeps the closures as `createFunction` does. A group without rows gives
  /// the result of `initial`.
  /// - Throws: `misuse` for a number or name that SQLite does not take; `busy` while a statement
  ///   runs, if it replaces a function.
  public func createAggregate<State>(
    _ name: String,
    arguments count: Int? = nil,
    _ traits: FunctionTraits = [],
    initial: @autoclosure @escaping () -> State,
    step: @escaping (inout State, borrowing FunctionArguments) throws -> Void,
    result: @escaping (State) throws -> Value
  ) throws(SQLiteError) {
    let function = AggregateFunction {
      var state = initial()
      return AggregateState { arguments in
        try step(&state, arguments)
      } result: {
        try result(state)
      }
    }
    // Sound: SQLite owns one reference and gives it back through the last argument, also when it
    // fails: <https://www.sqlite.org/c3ref/create_function.html>.
    let code = unsafe sqlite3_create_function_v2(
      handle,
      name,
      count.map { Int32(clamping: $0) } ?? -1,
      SQLITE_UTF8 | traits.rawValue,
      Unmanaged.passRetained(function).toOpaque(),
      nil,
      { context, count, values in
        guard let state = unsafe AggregateState.current(context, isFinal: false) else { return }
        guard state.failure == nil else { return }
        do {
          try unsafe state.step(FunctionArguments(values, count: Int(count)))
        } catch {
          state.failure = error
        }
      },
      { context in
        let state = unsafe AggregateState.current(context, isFinal: true)
        unsafe FunctionResult(context).set {
          if let failure = state?.failure { throw failure }
          return try state?.result() ?? .null
        }
      },
      { owner in
        if let owner = unsafe owner {
          unsafe Unmanaged<AggregateFunction>.fromOpaque(owner).release()
        }
      }
    )
    guard code == SQLITE_OK else { throw functionError(code) }
  }
}

extension AggregateState {
  /// The state of the group that SQLite works on; made at its first row.
  ///
  /// SQLite keeps 8 bytes for it, zero at first, and calls the final function once for each group
  /// whatever happens, so the reference taken here is given back there:
  /// <https://www.sqlite.org/c3ref/aggregate_context.html>.
  fileprivate static func current(_ context: OpaquePointer?, isFinal: Bool) -> AggregateState? {
    // Sound: the user data is the function that was registered, alive as long as its registration.
    guard let owner = unsafe sqlite3_user_data(context) else { return nil }
    let function = unsafe Unmanaged<AggregateFunction>.fromOpaque(owner).takeUnretainedValue()
    let size = unsafe Int32(MemoryLayout<UnsafeRawPointer?>.size)
    // Sound: asked with 0 bytes at the end, SQLite gives nil if there was no row.
    guard let memory = unsafe sqlite3_aggregate_context(context, isFinal ? 0 : size) else {
      return isFinal ? function.makeState() : nil
    }
    let slot = unsafe memory.assumingMemoryBound(to: UnsafeRawPointer?.self)
    if let kept = unsafe slot.pointee {
      let state = unsafe Unmanaged<AggregateState>.fromOpaque(kept)
      if isFinal { unsafe slot.pointee = nil }
      return unsafe isFinal ? state.takeRetainedValue() : state.takeUnretainedValue()
    }
    let state = function.makeState()
    if !isFinal { unsafe slot.pointee = UnsafeRawPointer(Unmanaged.passRetained(state).toOpaque()) }
    return state
  }
}
