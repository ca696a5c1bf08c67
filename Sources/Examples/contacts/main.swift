import ContactBook

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

let usage = """
  usage: contacts save NAME ADDRESS PHONE
         contacts find NAME
  The database is contacts.db in the current folder.
  """

let missing = "not found"

/// The folder of the package, which holds the migrations.
let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")

func run(_ arguments: [String]) throws -> String? {
  let book = try ContactBook(path: "contacts.db", migrations: "/\(root)/migrations")
  switch (arguments.first, arguments.count) {
  case ("save", 4):
    let contact = Contact(name: arguments[1], address: arguments[2], phone: arguments[3])
    return "saved as number \(try book.save(contact).id ?? 0)"
  case ("find", 2):
    guard let contact = try book.find(arguments[1]) else { return missing }
    return "\(contact.address ?? "")\n\(contact.phone ?? "")"
  default: return nil
  }
}

do {
  guard let answer = try run(Array(CommandLine.arguments.dropFirst())) else {
    print(usage)
    exit(64)
  }
  print(answer)
  if answer == missing { exit(1) }
} catch {
  print("contacts: \(error)")
  exit(1)
}
