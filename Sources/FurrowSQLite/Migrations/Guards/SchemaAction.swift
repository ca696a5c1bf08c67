internal import CSQLite

/// Something that a statement does to the schema, as SQLite's authorizer tells it.
struct SchemaAction: Hashable {
  /// What is done.
  enum Change: Hashable {
    case createTable
    case dropTable
    case createIndex
    case dropIndex
    case createView
    case dropView
    case createTrigger
    case dropTrigger
    case alterTable

    init?(_ action: Int32) {
      switch action {
      case SQLITE_CREATE_TABLE: self = .createTable
      case SQLITE_DROP_TABLE: self = .dropTable
      case SQLITE_CREATE_INDEX: self = .createIndex
      case SQLITE_DROP_INDEX: self = .dropIndex
      case SQLITE_CREATE_VIEW: self = .createView
      case SQLITE_DROP_VIEW: self = .dropView
      case SQLITE_CREATE_TRIGGER: self = .createTrigger
      case SQLITE_DROP_TRIGGER: self = .dropTrigger
      case SQLITE_ALTER_TABLE: self = .alterTable
      default: return nil
      }
    }
  }

  let change: Change
  let name: String
  /// The table of an index or a trigger.
  let table: String
}
