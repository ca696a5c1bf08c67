/// Which rows a load makes of a batch's records: the target, and where each column's value is from.
public struct InsertPlan: Sendable {
  /// Where the value of a target's column comes from.
  public enum Source: Sendable, Equatable {
    /// The batch's column, counted from 0.
    case field(Int)
    /// The same value for each row.
    case constant(Value)
    /// An SQL expression over the batch's columns.
    case expression(String)
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
    /// Its name.
    public var name: String
    /// Its declared type, so that comparisons follow the target's rules; may be empty.
    public var declaredType: String

    /// Makes a column.
    public init(name: String, declaredType: String) {
      self.name = name
      self.declaredType = declaredType
    }
  }

  /// The schema of the target: `main`, `temp` or the name of an attached database.
  public var schema = "main"
  /// The target, a table or a view.
  public var table: String
  /// The batch's columns, in its order.
  public var batchColumns: [BatchColumn]
  /// The columns of the target that get a value; the others get their default.
  public var assignments: [Assignment]
  /// An SQL expression over the batch's columns: only records where it is true are loaded.
  public var filter: String?

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
