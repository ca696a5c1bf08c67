/// Which rows a load makes of a batch's records: the target, and where each column's value is from.
public struct InsertPlan: Sendable {
  /// Where the value of a target's column comes from.
  public enum Source: Sendable, Equatable {
    /// The batch's column, counted from 0.
    case field(Int)
    /// The same value for each row, bound to a parameter; constants are numbered from 1.
    case constant(Int, Value)
    /// An SQL expression over the batch's columns.
    case expression(String)
  }

  /// What happens to a record whose unique key is in the target already.
  public enum Conflict: Sendable, Equatable {
    /// It is refused.
    case abort
    /// It is left out, and the row stays; an empty key stands for any unique key.
    case ignore(key: [String])
    /// The row goes and the record comes in its place.
    case replace(key: [String])
    /// The given columns of the row are changed to the record's.
    case update(key: [String])

    /// The columns of the key that is meant; empty where none is named.
    public var key: [String] {
      switch self {
      case .abort: []
      case .ignore(let key), .replace(let key), .update(let key): key
      }
    }
  }

  /// One column of the target.
  public struct Assignment: Sendable, Equatable {
    /// The target's column.
    public var column: String
    /// Where its value comes from.
    public var source: Source

    /// Makes an assignment.
    public init(column: String, source: Source) {
      self.column = column
      self.source = source
    }
  }

  /// A column of the batch, as SQL expressions see it.
  public struct BatchColumn: Sendable, Equatable {
    /// Its place in the batch, counted from 0.
    public var index: Int
    /// Its name.
    public var name: String
    /// Its declared type, so that comparisons follow the target's rules; may be empty.
    public var declaredType: String

    /// Makes a column.
    public init(_ index: Int, name: String, declaredType: String) {
      self.index = index
      self.name = name
      self.declaredType = declaredType
    }
  }

  /// The schema of the target: `main`, `temp` or the name of an attached database.
  public var schema = "main"
  /// The target, a table or a view.
  public var table: String
  /// The batch's columns that are looked at, in its order: SQLite can have no table of all columns
  /// that a file can have.
  public var batchColumns: [BatchColumn]
  /// The columns of the target that get a value; the others get their default.
  public var assignments: [Assignment]
  /// An SQL expression over the batch's columns: only records where it is true are loaded.
  public var filter: String?
  /// What happens to a record whose unique key is in the target already.
  public var conflict = Conflict.abort

  /// Values for the named parameters of the expressions and the filter, by name without a prefix.
  public var variables: [String: Value] = [:]
  /// A temporary table that keeps the values of records whose unique key is there already.
  public var setAsideTable: String?

  /// All that is bound to the statements: the variables, and the constants by their numbers.
  var bindings: [String: Value] {
    var values = variables
    for case .constant(let index, let value) in assignments.map(\.source) {
      values[InsertSQL.constantName(index)] = value
    }
    return values
  }

  /// The statement that inserts the record that was set aside in the row `?`.
  package var setAsideInsert: SQL? {
    setAsideTable.map { SQL(raw: InsertSQL(plan: self).insertSetAside($0)) }
  }

  /// The parameter's number for the next constant.
  public var nextParameter: Int {
    assignments.count {
      if case .constant = $0.source { true } else { false }
    } + 1
  }

  /// The name that the batch's column at `index` has in SQL.
  func name(ofField index: Int) -> String {
    batchColumns.first { $0.index == index }?.name ?? ""
  }

  /// Makes a plan for `table`.
  public init(
    table: String,
    batchColumns: [BatchColumn],
    assignments: [Assignment],
    filter: String? = nil
  ) {
    self.table = table
    self.batchColumns = batchColumns
    self.assignments = assignments
    self.filter = filter
  }
}
