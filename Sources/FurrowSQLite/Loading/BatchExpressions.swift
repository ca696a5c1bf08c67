internal import CSQLite
public import FurrowCore

/// SQL expressions over the records of batches, without a target: an import's expressions, computed
/// in a database in memory that holds nothing.
public final class BatchExpressions {
  private let database: Database
  private let table: BatchTable
  private let count: Int
  private var statement: Statement
  private var bytes: [UInt8] = []
  private var fields: [Field] = []
  private var values: [UInt64] = []

  /// Prepares `expressions` and a `filter` over batches with these `columns`.
  ///
  /// - Throws: ``SQLiteError`` when a name stands twice, or an expression is at fault.
  public init(
    columns: [InsertPlan.BatchColumn],
    expressions: [String],
    filter: String?,
    variables: [String: Value] = [:]
  ) throws(SQLiteError) {
    database = try Database(path: ":memory:", options: Database.Options(mode: .create))
    table = try BatchTable(database, columns: columns)
    for sql in expressions + (filter.map { [$0] } ?? []) {
      try BatchTable.check(sql, variables, in: database)
    }
    count = expressions.count
    // A line end closes a comment that a user's expression may end with.
    let list = expressions.isEmpty ? "1" : expressions.map { "(\($0)\n)" }.joined(separator: ", ")
    statement = try database.prepare(
      "SELECT \(raw: list) FROM \(raw: BatchTable.name) WHERE (\(raw: filter ?? "true")\n)"
    )
    try statement.bind([], named: variables)
  }

  /// Gives `batch` a column behind the others for each expression, and leaves out the records that the
  /// filter is not true of; records that an expression cannot be computed of are rejected.
  ///
  /// - Throws: ``SQLiteError`` for what is no record's fault.
  public func evaluate(_ batch: inout RecordBatch) throws(SQLiteError) {
    let live = batch.live.count
    bytes.removeAll(keepingCapacity: true)
    fields.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
    var rows: [Int] = []
    rows.reserveCapacity(live)
    var refusals: [(position: Int, message: String)] = []
    batch.reserveValues()
    try table.show(batch) { () throws(SQLiteError) in
      var start = 0
      while start < live {
        table.range = start..<live
        statement.reset()
        do throws(SQLiteError) {
          while try statement.step() {
            rows.append(table.current)
            try appendRow()
          }
          break
        } catch {
          guard error.isOfRecord, (start..<live).contains(table.current) else { throw error }
          refusals.append((table.current, error.message))
          start = table.current + 1
        }
      }
      statement.reset()
    }
    settle(&batch, rows, refusals)
  }

  private func settle(
    _ batch: inout RecordBatch,
    _ rows: [Int],
    _ refusals: [(position: Int, message: String)]
  ) {
    let records = Array(batch.live)
    var next = rows[...]
    for refusal in refusals {
      batch.reject(
        Int(records[refusal.position]),
        .databaseError,
        message: "an expression cannot be computed: \(refusal.message)"
      )
    }
    if rows.count < records.count {
      for position in records.indices {
        // A rejected record has its fate already.
        if next.first == position {
          next.removeFirst()
        } else {
          batch.settle(Int(records[position]), as: .filtered)
        }
      }
      batch.narrow()
    }
    guard count > 0 else { return }
    batch.widen(by: count)
    let offset = batch.append(bytes)
    for (row, position) in rows.enumerated() {
      let record = Int(records[position])
      for column in 0..<count {
        var field = fields[row * count + column]
        field.start += UInt32(truncatingIfNeeded: offset)
        let place = (record + 1) * batch.columnCount - count + column
        batch.replace(place, by: field, values[row * count + column])
      }
    }
  }

  /// Copies the values of the statement's row.
  private func appendRow() throws(SQLiteError) {
    // Held here: each access through the object would be checked.
    let handle = unsafe statement.handle
    for column in 0..<count {
      // The statement stands on a row; the bytes are good until the next call, and copied before.
      guard
        unsafe ColumnCopy.append(column, of: handle, &bytes, &fields, &values)
      else {
        throw SQLiteError(code: .tooBig, message: "a value is longer than a batch can hold")
      }
    }
  }
}

extension BatchTable {
  /// Proves that `expression` speaks of one record and of nothing else: aggregates are not allowed in
  /// a WHERE, and only `variables` have values for parameters.
  static func check(
    _ expression: String,
    _ variables: [String: Value],
    in database: Database
  ) throws(SQLiteError) {
    let start = "SELECT 1 FROM \(name) WHERE ("
    let isBound: Bool
    do throws(SQLiteError) {
      let statement = try database.prepare("\(raw: start)\(raw: expression)\n)")
      isBound = (0..<statement.parameterCount).allSatisfy { index in
        let name = statement.parameterName(at: index + 1)
        return name.map { variables[String($0.dropFirst())] != nil } ?? false
      }
      // One that leaves its parentheses, or a comment open, makes another number of columns, or is none
      // without parentheses around it.
      _ = try database.prepare("SELECT 1 FROM \(raw: name) WHERE \(raw: expression)")
      let alone = try database.prepare("SELECT (\(raw: expression)\n), 1 FROM \(raw: name)")
      guard alone.columnCount == 2 else {
        throw SQLiteError(code: .error, message: "this is not one expression", sql: expression)
      }
    } catch {
      var fault = error
      fault.sql = expression
      fault.byteOffset = error.byteOffset.map {
        min(max($0 - start.utf8.count, 0), expression.utf8.count)
      }
      throw fault
    }
    guard isBound else {
      throw SQLiteError(
        code: .error,
        message: "the expression has a parameter; a column is written without a colon or sign",
        sql: expression
      )
    }
  }
}
