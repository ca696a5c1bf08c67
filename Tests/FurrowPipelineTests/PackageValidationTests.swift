import TestSupport
import Testing

@Suite struct `A data package that is validated` {
  private static let package = """
    {"resources": [
      {"name": "rows", "path": "rows.csv", "schema": {
        "fields": [{"name": "n", "type": "integer"}, {"name": "ref"}, {"name": "up", "type": "integer"}],
        "primaryKey": "n", "missingValues": ["", {"value": "-", "label": "none"}],
        "foreignKeys": [
          {"fields": "ref", "reference": {"resource": "parents", "fields": "id"}},
          {"fields": "up", "reference": {"fields": "n"}}]}},
      {"name": "parents", "path": ["sub/rows.csv", "more.csv"], "schema": {
        "fields": [{"name": "id"}, {"name": "age", "type": "integer"}], "primaryKey": "id",
        "fieldsMatch": "partial"}},
      {"name": "notes", "path": "notes.csv"}]}
    """
  private static let files = [
    "datapackage.json": package, "rows.csv": "n,ref,up\n1,a,-\n2,b,1\n3,c,7\n2,-,2\n",
    "more.csv": "age,id\n7,a\n8,a\n", "notes.csv": "x,y\n1\n",
  ]

  @Test func `is validated as a whole, those first that others refer to`() throws {
    let place = try Workplace(Self.files)
    let run = try place.run(
      """
      mkdir sub; printf 'id\\nb\\n' >sub/rows.csv
      furrow validate datapackage.json --rejects bad --report r.json
      """
    )
    #expect(run.status == 2, "\(run.errorText)")
    let expected = [
      "more.csv:3: field \"id\": expected each id once, found \"a\", which stands in line 2 (record 1), too [primary-key-error]",
      "rows.csv:4: field \"ref\": expected id of a record of parents, found \"c\", which is in none [foreign-key-error]",
      "rows.csv:4: field \"up\": expected n of a record of the same table, found \"7\", which is in none [foreign-key-error]",
      "rows.csv:5: field \"n\": expected each n once, found \"2\", which stands in line 3 (record 2), too [primary-key-error]",
      "notes.csv:2: field \"y\": expected 2 fields, found 1 [missing-cell]",
    ]
    let faults = run.errorText.split(separator: "\n").prefix(5)
    for (fault, start) in zip(faults, expected) { #expect(fault.hasPrefix(start), "\(fault)") }
    #expect(run.errorText.contains("8 read, 4 valid, 4 rejected"), "\(run.errorText)")
    // Two files of one name have reject files of their own.
    #expect(place.text("bad/rows.rejected.csv") == "n,ref,up\n3,c,7\n2,-,2\n")
    #expect(place.text("bad/more.rejected.csv") == "age,id\n8,a\n")
    #expect(place.text("r.json").contains("\"balanced\": true"))
  }

  @Test(arguments: [
    ("s/sub.rows.csv/gone.csv/", 1, "gone.csv: no such file"),
    (
      "s/\"name\": \"parents\"/\"name\": \"rows\"/", 1,
      "$.resources[1].name: expected a name that no other resource has"
    ),
    (
      "s/\"primaryKey\": \"id\"/\"primaryKey\": \"di\"/", 1,
      "$.resources[1].schema.primaryKey: expected the name of a field, found \"di\""
    ),
    (
      "s/\"more.csv\"/\"https:\\/\\/a.example\\/more.csv\"/", 1,
      "$.resources[1].path: expected a path within the package's folder, found \"https://a.ex"
    ),
    (
      "s/\"path\": \"notes.csv\"/\"data\": [[1]]/", 1,
      "$.resources[2]: expected an object with \"path\", the file that has the data, found"
    ),
    (
      "s/\"path\": \"notes.csv\"/&, \"dialect\": \"d.json\"/", 1,
      "$.resources[2].dialect: expected a dialect, written into the package and not in a file"
    ),
    (
      "s/\"resource\": \"parents\"/\"resource\": \"notes\"/", 1,
      "no resource with a schema is called \"notes\""
    ),
  ])
  func `that is at fault itself says where`(change: String, status: Int32, text: String) throws {
    let place = try Workplace(Self.files)
    let run = try place.run(
      "mkdir sub; echo id >sub/rows.csv; sed -i '\(change)' datapackage.json; furrow validate datapackage.json"
    )
    #expect(run.status == status)
    #expect(run.errorText.contains(text), "\(run.errorText)")
  }

  @Test func `is not asked for what it says itself`() throws {
    let place = try Workplace(Self.files)
    let run = try place.run("furrow validate datapackage.json --delimiter ';'")
    #expect(run.status == 64)
    #expect(run.errorText.contains("--delimiter has no meaning for a data package"))
  }
}
