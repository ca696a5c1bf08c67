public import Furrow

/// A person in the book, as a row of the table `contacts`.
public struct Contact: Storable, Equatable, Sendable {
  /// The number that the database gave it.
  public var id: Int64?
  /// The name, whatever it is.
  public var name: String?
  /// Where the person lives.
  public var address: String?
  /// The telephone number.
  public var phone: String?

  /// Makes a contact that is not in the book yet.
  public init(name: String?, address: String?, phone: String?) {
    self.name = name
    self.address = address
    self.phone = phone
  }

  /// The columns, for the names of properties.
  public enum CodingKeys: String, CodingKey {
    case id = "ID"
    case name = "NAME"
    case address = "ADDRESS"
    case phone = "PHONE"
  }

  /// The table that the migrations make.
  public static let table = Table("contacts", key: id)
  static let id = Column(CodingKeys.id, \Contact.id)
  static let name = Column(CodingKeys.name, \Contact.name)
}

/// A book of contacts in one database file, made at the first run.
public struct ContactBook: Sendable {
  private let queue: DatabaseQueue

  /// Opens the book and brings its tables up to date.
  public init(path: String, migrations: String) throws {
    queue = try DatabaseQueue(path: path, options: Database.Options(mode: .create))
    let migrator = Migrator(migrations: try MigrationFolder(path: migrations).migrations)
    _ = try queue.run { try migrator.up($0) }
  }

  /// Saves a contact; it comes back with its number, or there is an error.
  public func save(_ contact: Contact) throws -> Contact {
    try queue.run { try $0.save(contact) }
  }

  /// The first contact with exactly this name; `nil` if there is none.
  public func find(_ name: String) throws -> Contact? {
    try queue.run {
      try $0.fetch(
        Contact.self,
        where: Contact.name.equals(name),
        orderedBy: [Contact.id.ascending],
        limit: 1
      ).first
    }
  }
}
