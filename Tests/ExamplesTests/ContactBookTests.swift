import ContactBook
import Furrow
import TestSupport
import Testing

@Suite struct `The contact book` {
  let folder: TemporaryDirectory
  let book: ContactBook

  init() throws {
    folder = try TemporaryDirectory()
    book = try ContactBook(path: folder.file("c.db"), migrations: "\(root)/migrations")
  }

  @Test(arguments: [
    "Ada", "O'Brien \"Bob\"; DROP TABLE contacts;--", "", "' OR '1'='1", "a\0b", "山田 花子", "%",
  ])
  func `whatever the name is, it is found as it was saved`(name: String) throws {
    _ = try book.save(Contact(name: "other", address: "x", phone: "y"))
    let saved = try book.save(Contact(name: name, address: "1 'Road'", phone: nil))
    #expect(saved.id == 2)
    #expect(try book.find(name) == saved)
    #expect(try book.find(name + "x") == nil)
  }

  @Test func `the first of two is found, and a number given keeps its row`() throws {
    var first = try book.save(Contact(name: "A", address: "1", phone: nil))
    _ = try book.save(Contact(name: "A", address: "2", phone: nil))
    first.phone = "555-0100"
    #expect(try book.save(first) == first)
    #expect(try book.find("A") == first)
  }

  @Test func `the book outlives the program`() throws {
    let saved = try book.save(Contact(name: "A", address: nil, phone: nil))
    let again = try ContactBook(path: folder.file("c.db"), migrations: "\(root)/migrations")
    #expect(try again.find("A") == saved)
  }

  @Test func `a failed save is an error`() throws {
    let database = try Database(path: folder.file("c.db"))
    try database.execute("DROP TABLE contacts")
    #expect(throws: SQLiteError.self) {
      try book.save(Contact(name: "A", address: nil, phone: nil))
    }
  }
}
