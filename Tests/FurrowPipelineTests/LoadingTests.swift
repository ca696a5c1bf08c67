import TestSupport
import Testing

@Suite struct `Loading` {
  @Test(arguments: LoadCase.triggers + LoadCase.keys + LoadCase.names + LoadCase.wishes)
  func `does what the database and the user ask for`(_ load: LoadCase) throws {
    for jobs in ["1", "2"] {
      let shop = try Workplace(["t.csv": load.csv], sql: load.sql)
      let run = try shop.run("furrow import t.csv --into data.db --jobs \(jobs) \(load.options)")
      #expect(run.status == load.status, "\(run.errorText)")
      #expect(try shop.ask(load.ask) == load.answer, "\(run.errorText)")
      #expect(load.says.isEmpty || run.errorText.contains(load.says), "\(run.errorText)")
      #expect(try shop.ask("SELECT count(*) FROM pragma_foreign_key_check") == "0")
    }
  }

  @Test func `keeps the value of every form that a type takes`() throws {
    for (field, type, stored) in LoadCase.forms {
      let written = field.contains(",") ? "\"\(field)\"" : field
      let shop = try Workplace(
        ["t.csv": "x,y\n\(written),1\n"],
        sql: "CREATE TABLE t(x \(type), y TEXT)"
      )
      let run = try shop.run("furrow import t.csv --into data.db --on-error reject")
      #expect(run.status == (stored == nil ? 2 : 0), "\(field) into \(type): \(run.errorText)")
      let rows = try shop.ask("SELECT x FROM t")
      #expect(rows == stored ?? "", "\(field) into \(type)")
    }
  }

  @Test func `takes blobs as hex, too`() throws {
    let shop = try Workplace(["t.csv": "x\n00fF\n\"\"\n"], sql: "CREATE TABLE t(x BLOB)")
    #expect(try shop.run("furrow import t.csv --into data.db --blob hex").status == 0)
    #expect(try shop.ask("SELECT x FROM t") == "x[0, 255] x[]")
  }

  @Test func `makes a table whose types keep every byte that is written`() throws {
    let columns = [
      "1", "007", "1.5", "1.0", "1e5", "9223372036854775808", "-0", "+1", "NA", "true", "1.10",
      "03/04/2025", "0", "-7", "0.1", "\"\"", "inf", "nan", "1.", ".5", "é", "9223372036854775807",
    ]
    let csv =
      columns.indices.map { "c\($0)" }.joined(separator: ",") + "\n"
      + columns.joined(separator: ",") + "\n"
    let shop = try Workplace(["t.csv": csv])
    #expect(try shop.run("furrow import t.csv --into data.db").status == 0)
    #expect(try shop.run("furrow export data.db --table t").outputText == csv)
    let types = try shop.ask("SELECT group_concat(type) FROM pragma_table_info('t')")
    #expect(
      types
        == "'INTEGER,TEXT,REAL,REAL,TEXT,TEXT,TEXT,TEXT,TEXT,TEXT,TEXT,TEXT,INTEGER,INTEGER,REAL,"
        + "TEXT,TEXT,TEXT,TEXT,TEXT,TEXT,INTEGER'"
    )
  }

  @Test func `loads as many columns as a table can have`() throws {
    let names = (1...2000).map { "c\($0)" }
    let csv =
      names.joined(separator: ",") + "\n" + (1...2000).map(String.init).joined(separator: ",")
      + "\n"
    let shop = try Workplace(["t.csv": csv, "u.csv": "\(csv.dropLast()),\n"])
    let run = try shop.run("furrow import t.csv --into data.db")
    #expect(run.status == 0, "\(run.errorText)")
    #expect(try shop.ask("SELECT c1, c2000 FROM t") == "1|2000")
    #expect(try shop.run("furrow export data.db --table t").outputText == csv)
    #expect(try shop.run("furrow import t.csv --into data.db").status == 0)
    let wide = "x," + csv.replacing("\n1,", with: "\n0,1,")
    try shop.folder.write(wide, to: "wide.csv")
    let more = try shop.run("furrow import wide.csv --into data.db --table w")
    #expect(more.status == 1)
    #expect(
      more.errorText.hasPrefix("furrow: wide.csv:1: 2001 columns, and SQLite's tables have 2000")
    )
    let some = try shop.run("furrow import wide.csv --into data.db --table w --select c7,x")
    #expect(some.status == 0, "\(some.errorText)")
    #expect(try shop.ask("SELECT x, c7 FROM w") == "0|7")
  }
}
