import FurrowSQLite
import Testing

@Suite struct `Identifiers and SQL literals` {
  @Test(arguments: [
    ("movies", "\"movies\""), ("a \"b\"", "\"a \"\"b\"\"\""), ("", "\"\""), ("[x]", "\"[x]\""),
  ])
  func `a name is put between double quotes`(name: String, expected: String) throws {
    #expect(quoted(name) == expected)
    #expect(try Identifier(name).quoted == expected)
  }

  @Test func `a name with a NUL is refused`() {
    #expect(throws: SQLiteError.self) { try Identifier("a\0b") }
  }

  @Test func `an interpolated value is bound, a name quoted, raw SQL spliced`() {
    let title = "it's"
    let year: Int? = nil
    let order = "ORDER BY 1"
    let sql: SQL =
      "SELECT * FROM \(identifier: "a\"b") WHERE t = \(title) AND y IS \(year) \(raw: order)"
    #expect(sql.text == "SELECT * FROM \"a\"\"b\" WHERE t = ? AND y IS ? ORDER BY 1")
    #expect(sql.values == ["it's", .null])
  }

  @Test func `texts nest with their values`() {
    let inner: SQL = "a = \(1)"
    let outer: SQL = "SELECT \(2) WHERE \(inner) AND \(true)"
    #expect(outer.text == "SELECT ? WHERE a = ? AND ?")
    #expect(outer.values == [2, 1, 1])
  }

  @Test(arguments: [
    ("", "BLOB"), ("INT", "INTEGER"), ("bigint", "INTEGER"), ("CHARINT", "INTEGER"),
    ("FLOATING POINT", "INTEGER"), ("VARCHAR(10)", "TEXT"), ("clob", "TEXT"), ("Text", "TEXT"),
    ("BLOB", "BLOB"), ("REAL", "REAL"), ("double precision", "REAL"), ("FLOAT", "REAL"),
    ("NUMERIC", "NUMERIC"), ("DECIMAL(10,5)", "NUMERIC"), ("BOOLEAN", "NUMERIC"),
    ("DATE", "NUMERIC"), ("STRING", "NUMERIC"), ("ANY", "NUMERIC"),
  ])
  func `a declared type gives an affinity`(type: String, affinity: String) {
    #expect(Affinity(declaredType: type).rawValue.uppercased() == affinity)
  }

  @Test func `ANY keeps values in a STRICT table`() {
    #expect(Affinity(declaredType: "any", isStrict: true) == .blob)
  }
}
