import FurrowCore
import TestSupport
import Testing

/// Sources of several formats and dialects in one import.
@Suite struct MixedImportTests {
  private let folder: TemporaryDirectory
  private let database: String
  private let sources: [String]

  init() throws {
    folder = try TemporaryDirectory()
    database = folder.path + "/d.db"
    let texts: [(name: String, text: String)] = [
      ("a.csv", "id,name,price\n1,\"x,1\",1.5\n2,\"say \"\"hi\"\"\",2.5\n"),
      ("b.tsv", "price\tid\tname\n3.5\t3\t\"as it stands\"\n4.5\t4\ty,4\n"),
      (
        "c.ndjson",
        "{\"name\":\"z\",\"id\":5,\"price\":5.5}\n{\"id\":6,\"price\":6.5,\"name\":null}\n"
      ),
      ("d.csv", "name;price;id\n\"p;7\";7.5;7\nq;8.5;8\n"),
      ("e.json", "[{\"id\":9,\"name\":\"r\",\"price\":9.5}]"),
    ]
    sources = try texts.map { [folder] in try folder.write(Array($0.text.utf8), to: $0.name) }
  }

  private static let expected = """
    id,name,price
    1,"x,1",1.5
    2,"say ""hi""\",2.5
    3,""\"as it stands""\",3.5
    4,"y,4",4.5
    5,z,5.5
    6,,6.5
    7,p;7,7.5
    8,q,8.5
    9,r,9.5

    """

  @Test func `loads each in its own way, by the names of columns, whichever comes first`() throws {
    for first in sources.indices {
      let order = Array(sources[first...] + sources[..<first])
      let run = try CommandRun(
        ["import"] + order + ["--into", database, "--table", "a", "--if-exists", "replace"]
      )
      #expect(run.status == 0, "\(run.errorText)")
      #expect(run.errorText.contains("9 read, 9 loaded"))
      let selected = try CommandRun(
        ["query", database, "SELECT id, name, price FROM a ORDER BY id", "--format", "csv"]
      )
      #expect(selected.outputText == Self.expected)
    }
  }

  @Test func `keeps what is wrong of each in its own format`() throws {
    let texts = [
      "id,name,price\n1,a,1\nx,b,2\n", "name\tid\tprice\nc\ty\t3\n",
      "{\"id\":\"z\",\"name\":\"d\",\"price\":4}\n",
    ]
    let names = ["a.csv", "a.tsv", "a.ndjson"]
    let paths = try zip(names, texts).map { try folder.write(Array($1.utf8), to: "in-\($0)") }
    let schema = try folder.write(
      Array(
        #"{"fieldsMatch":"equal","fields":[{"name":"id","type":"integer"},{"name":"name"},{"name":"price"}]}"#
          .utf8
      ),
      to: "s.json"
    )
    let rejects = folder.path + "/wrong"
    let run = try CommandRun(
      ["import"] + paths + [
        "--into", database, "--table", "a", "--schema", schema, "--on-error", "reject", "--rejects",
        rejects,
      ]
    )
    #expect(run.status == 2, "\(run.errorText)")
    let kept = try ["in-a.rejected.csv", "in-a-2.rejected.tsv", "in-a-3.rejected.ndjson"].map {
      String(decoding: try SuiteFile.bytes(of: rejects + "/" + $0), as: UTF8.self)
    }
    #expect(kept == ["id,name,price\nx,b,2\n", texts[1], texts[2]])
  }

  /// The fault is in the first source, or the second, and so on.
  @Test(arguments: 0..<4)
  func `is gone on with behind the last commit, in whichever source that is`(index: Int) throws {
    let names = ["a.csv", "b.tsv", "c.ndjson", "d.csv"]
    var texts = [
      "id,v\n1,a\n2,\"b,b\"\n", "v\tid\n\"c\t3\nd\t4\n",
      "{\"id\":5,\"v\":\"e\"}\n{\"v\":\"f\",\"id\":6}\n",
      "v;id\ng;7\n\"h;h\";8\n",
    ]
    texts[index] +=
      ["x,y\n9,i\n", "y\tx\ni\t9\n", "{\"id\":\"x\"}\n{\"id\":9,\"v\":\"i\"}\n", "y;x\ni;9\n"][
        index
      ]
    let files = Dictionary(uniqueKeysWithValues: zip(names, texts))
    let table = "CREATE TABLE t(id INTEGER PRIMARY KEY, v TEXT)"
    let command =
      "furrow import \(names.joined(separator: " ")) --into data.db --table t --commit-every 1"
      + " --on-error reject --rejects r"
    let whole = try Workplace(files, sql: table)
    #expect(try whole.run(command).status == 2)
    let cut = try Workplace(files, sql: table)
    // Every write of a rejected record fails, so the run ends there.
    #expect(try cut.run("touch r; \(command)").status == 1)
    #expect(try cut.ask("SELECT count(*) FROM t") == "\(2 * index + 2)")
    let again = try cut.run("rm r; \(command) --resume")
    #expect(again.status == 2, "\(again.errorText)")
    #expect(try cut.ask("SELECT count(*), sum(id), max(v) FROM t") == "9|45|'i'")
    #expect(try cut.ask("SELECT * FROM t") == whole.ask("SELECT * FROM t"))
    let ending = names[index].drop { $0 != "." }
    let reject = "r/\(names[index].prefix(1)).rejected\(ending)"
    #expect(cut.text(reject) == whole.text(reject))
    #expect(cut.text(reject).contains("x"))
  }

  @Test(arguments: [["-d", ";"], ["--quote", "'"], ["--dialect", "d.json"]])
  func `refuses a dialect that would hold for CSV and for TSV`(options: [String]) throws {
    let run = try CommandRun(["import", "a.csv", "b.tsv", "--into", database] + options)
    #expect(run.status == 64)
    #expect(run.errorText.contains("would hold for all sources, and some are csv, some tsv"))
  }

  @Test
  func `holds a name and the same in other letters for one column, whose type keeps all values`()
    throws
  {
    let place = try Workplace([
      "a.csv": "id,v\n1,2\n", "b.csv": "V,ID\n2.50,007\n", "c.json": #"[{"Id":8,"w":true}]"#,
    ])
    let sources = ["a.csv", "b.csv", "c.json"]
    for first in sources.indices {
      let order = Array(sources[first...] + sources[..<first]).filter {
        $0 != "c.json" || first < 2
      }
      let run = try place.run(
        "furrow import \(order.joined(separator: " ")) --into data.db --table t --if-exists replace"
      )
      #expect(run.status == 0, "\(run.errorText)")
      #expect(
        try place.ask("SELECT id||'', v||'' FROM t WHERE v NOT IN (1, '1') ORDER BY id||''")
          == "'007'|'2.50' '1'|'2'"
      )
    }
  }
}
