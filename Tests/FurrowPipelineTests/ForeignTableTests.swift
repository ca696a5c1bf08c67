import TestSupport
import Testing

@Suite struct `Foreign keys to a table of the target database` {
  private static func place(_ reference: String) throws -> Workplace {
    try Workplace([
      "parents.csv": "k,name\n1,a\n2,b\n", "children.csv": "id,p\n1,01\n2,2\n3,3\n4,\n",
      "schema.json": """
      {"fields": [{"name": "id", "type": "integer"}, {"name": "p", "type": "integer"}],
       "foreignKeys": [{"fields": "p", "reference": \(reference)}]}
      """,
    ])
  }

  @Test(arguments: ["256MiB", "1MiB"])
  func `are held, and values are compared by what they mean`(memory: String) throws {
    let place = try Self.place(#"{"resource": "parents", "fields": "k"}"#)
    let run = try place.run(
      """
      furrow import parents.csv --into t.db -q
      furrow import children.csv --into t.db --schema schema.json --on-error reject --memory \(memory)
      """
    )
    #expect(run.status == 2)
    #expect(
      run.errorText.contains(
        "children.csv:4: field \"p\": expected k of a record of parents, found \"3\", which is in none"
          + " [foreign-key-error] (record 3, byte 14)"
      ),
      "\(run.errorText)"
    )
    #expect(run.errorText.contains("children: 4 read, 3 loaded, 1 rejected"))
  }

  @Test(arguments: [
    (
      #"{"resource": "nosuch", "fields": "k"}"#,
      "is no table of the database; import that one first"
    ),
    (
      #"{"resource": "parents", "fields": "kk"}"#,
      "schema.json: the table \"parents\" has no column \"kk\" (did you mean \"k\"?)"
    ),
  ])
  func `that are not there end the run before it begins`(
    reference: String,
    message: String
  ) throws {
    let run = try Self.place(reference).run(
      """
      furrow import parents.csv --into t.db -q
      furrow import children.csv --into t.db --schema schema.json
      """
    )
    #expect(run.status == 1)
    #expect(run.errorText.contains(message), "\(run.errorText)")
  }

  @Test func `are not known where there is no database`() throws {
    let run = try Self.place(#"{"resource": "parents", "fields": "k"}"#).run(
      "furrow validate children.csv --schema schema.json"
    )
    #expect(run.status == 1)
    #expect(run.errorText.contains("which only a data package can name"), "\(run.errorText)")
  }
}
