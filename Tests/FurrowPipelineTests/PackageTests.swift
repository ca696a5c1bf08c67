import Foundation
import FurrowCore
import FurrowFormats
import FurrowPipeline
import FurrowSQLite
import TestSupport
import Testing

@Suite struct `A data package` {
  private static let formats: [TextForm] = [
    TextForm(.csv), escapedTSV, TextForm(.json), TextForm(.ndjson), TextForm(.sql), hexadecimal,
  ]

  private static var escapedTSV: TextForm {
    var form = TextForm(.tsv)
    form.dialect.escape = .backslash
    return form
  }

  private static var hexadecimal: TextForm {
    var form = TextForm(.csv)
    form.blob = .hex
    form.lineEnding = .crlf
    form.style.quoting = .all
    form.style.hasByteOrderMark = true
    return form
  }

  /// Random tables, written and read back: the database is the same, storage classes included.
  @Test(arguments: formats, [UInt64](1...2))
  func `gives the database that it was made of`(_ form: TextForm, _ seed: UInt64) throws {
    let place = try TemporaryDirectory()
    var tables = RandomTables(seed: seed, format: form.format)
    try tables.write(to: place.file("data.db"))
    let wanted = try DatabaseDump(place.file("data.db"))
    var plan = ExportPlan(database: place.file("data.db"), rows: .everything, form: form)
    plan.output = place.file("dump")
    guard form.format != .sql else {
      let report = try Exporter(plan).run()
      let copy = try Database(path: place.file("copy.db"), options: .init(mode: .create))
      for (path, _) in report.files {
        try copy.execute(SQL(raw: String(decoding: try SmallFile.read(path), as: UTF8.self)))
      }
      #expect(try DatabaseDump(place.file("copy.db")) == wanted, "seed \(seed)")
      return
    }
    plan.hasManifest = true
    plan.isVerified = true
    if seed > 1 { plan.parts.rowsPerFile = 9 }
    let report = try Exporter(plan).run()
    #expect(report.warnings.isEmpty, "seed \(seed): \(report.warnings)")
    let package = place.file("dump/datapackage.json")
    let load = PackageImporter(path: package, database: place.file("copy.db")).run()
    #expect(load.failure == nil, "seed \(seed): \(load.faults)")
    #expect(try DatabaseDump(place.file("copy.db")) == wanted, "seed \(seed)")
    let check = try PackageVerifier(path: package).run()
    #expect(check.faults.isEmpty, "seed \(seed): \(check.faults)")
  }

  /// Keys, cycles, indexes, views, triggers, sequences, tables without rowid.
  private static let shop = """
    PRAGMA foreign_keys = OFF;
    CREATE TABLE b(id INTEGER PRIMARY KEY AUTOINCREMENT, a REFERENCES a(id), up REFERENCES b);
    CREATE TABLE a(id TEXT PRIMARY KEY COLLATE NOCASE, b INTEGER REFERENCES b(id) ON DELETE CASCADE,
      price NUMERIC DEFAULT 1.5 CHECK (price > 0), twice AS (price * 2) STORED) WITHOUT ROWID;
    CREATE TABLE s(x INT, y ANY, UNIQUE (x, y)) STRICT;
    CREATE INDEX a_price ON a(price) WHERE price > 1;
    CREATE VIEW v AS SELECT * FROM a JOIN b ON b.id = a.b;
    CREATE TRIGGER tr AFTER INSERT ON b BEGIN DELETE FROM s; END;
    INSERT INTO b VALUES (1, 'x', 2), (2, 'y', 1), (9, NULL, 9);
    DELETE FROM b WHERE id = 9;
    INSERT INTO a(id, b, price) VALUES ('x', 1, 2), ('y', 2, 2.5), ('z', NULL, 3);
    INSERT INTO s VALUES (1, 'one'), (2, 2.5), (NULL, NULL);
    """

  @Test(arguments: ["csv", "ndjson", "tsv --escape backslash"])
  func `rebuilds keys, cycles, views and triggers`(_ format: String) throws {
    let place = try Workplace(sql: Self.shop)
    let run = try place.run(
      """
      furrow export data.db --all -o out --manifest --verify --format \(format) &&
      furrow verify out/datapackage.json && furrow import out/datapackage.json --into copy.db
      """
    )
    #expect(run.status == 0, "\(run.errorText)")
    let copy = try DatabaseDump(place.folder.file("copy.db"))
    #expect(copy == (try place.dump))
  }

  @Test func `of a folder that is changed is told by verify and refused by import`() throws {
    let changes = [
      ("printf x >> out/s.csv", " bytes, found "),
      ("sed -i s/one/two/ out/s.csv", "SHA-256"),
      ("rm out/s.csv", "no such file"),
    ]
    for (change, message) in changes {
      let place = try Workplace(sql: Self.shop)
      let run = try place.run("furrow export data.db --all -o out --manifest && \(change)")
      #expect(run.status == 0, "\(run.errorText)")
      let check = try place.run("furrow verify out/datapackage.json")
      #expect(check.status == 1 && check.errorText.contains(message), "\(check.errorText)")
      let load = try place.run("furrow import out/datapackage.json --into copy.db")
      #expect(load.status == 1 && load.errorText.contains(message), "\(load.errorText)")
      #expect(!place.folder.names.contains("copy.db"))
    }
  }

  @Test(arguments: [
    (#"{"resources": [{"name": "t", "path": "../t.csv", "schema": {"fields": []}}]}"#, "within"),
    (#"{"resources": [{"name": "t", "path": "/etc/passwd", "schema": {"fields": []}}]}"#, "within"),
    (
      #"{"resources": [{"name": "t", "path": "t.csv", "schema": {"fields": [{"name": "a"}]}, "#
        + #""furrow": {"sql": ["DROP TABLE old"]}}]}"#, "expected CREATE"
    ),
    (#"{"resources": []}"#, "no resources"),
    (#"{"resources": [{"name": "t", "path": "t.csv"}]}"#, "no schema"),
    ("{", "expected"),
  ])
  func `that is wrong loads nothing`(_ package: String, _ message: String) throws {
    let place = try Workplace(
      ["datapackage.json": package, "t.csv": "a\n1\n"],
      sql: "CREATE TABLE old(a); INSERT INTO old VALUES (1)"
    )
    let before = try place.dump
    let run = try place.run("furrow import datapackage.json --into data.db")
    #expect(run.status == 1 && run.errorText.contains(message), "\(run.errorText)")
    #expect(try place.dump == before)
  }

  @Test func `of another program is loaded by its schemas`() throws {
    let place = try Workplace([
      "datapackage.json": #"""
      {"resources": [
        {"name": "child", "path": ["c1.csv", "c2.csv"], "schema": {"fields": [
          {"name": "id", "type": "integer"}, {"name": "p", "type": "integer"}], "primaryKey": "id",
          "foreignKeys": [{"fields": "p", "reference": {"resource": "parent", "fields": "id"}}]}},
        {"name": "parent", "path": "p.csv", "dialect": {"delimiter": ";"}, "schema": {"fields": [
          {"name": "id", "type": "integer"},
          {"name": "n", "type": "number", "decimalChar": ","}], "primaryKey": ["id"]}}]}
      """#,
      "c1.csv": "id,p\n1,7\n", "c2.csv": "id,p\n2,\n", "p.csv": "id;n\n7;1,5\n",
    ])
    let run = try place.run("furrow import datapackage.json --into data.db")
    #expect(run.status == 0, "\(run.errorText)")
    #expect(try place.ask("SELECT * FROM child") == "1|7 2|NULL")
    #expect(try place.ask("SELECT * FROM parent") == "7|1.5")
    #expect(try place.ask("SELECT count(*) FROM pragma_foreign_key_list('child')") == "1")
    let broken = try place.run(
      "echo 3,99 >> c2.csv; furrow import datapackage.json --into other.db"
    )
    #expect(broken.status == 1, "\(broken.errorText)")
    #expect(!place.folder.names.contains("other.db"))
  }

  @Test(.enabled(if: PublicSuites.path("databases") != nil), arguments: ["chinook", "northwind"])
  func `of a well-known database is that database`(_ name: String) throws {
    let path = try #require(PublicSuites.path("databases/\(name).sqlite"))
    let place = try TemporaryDirectory()
    for form in [TextForm(.csv), TextForm(.ndjson)] {
      let folder = place.file(form.format.rawValue)
      var plan = ExportPlan(database: path, rows: .everything, output: folder, form: form)
      plan.hasManifest = true
      plan.isVerified = true
      let report = try Exporter(plan).run()
      #expect(report.warnings.isEmpty, "\(report.warnings)")
      let copy = "\(folder).db"
      let load = PackageImporter(path: "\(folder)/datapackage.json", database: copy).run()
      #expect(load.failure == nil, "\(load.failure?.description ?? "") \(load.faults)")
      #expect(try DatabaseDump(copy) == DatabaseDump(path))
    }
  }
}
