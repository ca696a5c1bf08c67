import FurrowSQLite
import TestSupport
import Testing

@Suite("An import that commits as it goes") struct ResumeTests {
  private static let table = "CREATE TABLE t(id INTEGER UNIQUE, v TEXT NOT NULL)"
  private static let command = "furrow import t.csv --into data.db --table t --create never"

  /// 20 records, of which the twelfth is wrong.
  private static let source =
    "id,v\n" + (1...20).map { "\($0 == 12 ? "x" : "\($0)"),v\($0)\n" }.joined()

  @Test func `keeps what was committed before the fault, and says so`() throws {
    let place = try Workplace(["t.csv": Self.source], sql: Self.table)
    let run = try place.run("\(Self.command) --commit-every 4 --report r.json")
    #expect(run.status == 1)
    #expect(run.errorText.contains("t.csv:13: field \"id\": expected an integer, found \"x\""))
    #expect(run.errorText.contains("8 read, 8 loaded, committed before the failure"))
    #expect(try place.ask("SELECT count(*), max(id) FROM t") == "8|8")
    #expect(
      try place.ask("SELECT status, record, line, read FROM furrow_runs") == "'running'|9|10|8"
    )
  }

  @Test func `is gone on with as if nothing had happened`() throws {
    let whole = try Workplace(["t.csv": Self.source], sql: Self.table)
    let rest = "--commit-every 4 --on-error reject --rejects r --report r.json"
    #expect(try whole.run("\(Self.command) \(rest)").status == 2)
    let cut = try Workplace(["t.csv": Self.source], sql: Self.table)
    // Every write of a rejected record fails, so the run ends behind the second commit.
    #expect(try cut.run("touch r; \(Self.command) \(rest)").status == 1)
    #expect(try cut.ask("SELECT count(*) FROM t") == "8")
    #expect(try cut.run("rm r; \(Self.command) \(rest) --resume").status == 2)
    #expect(try cut.ask("SELECT rowid, * FROM t") == whole.ask("SELECT rowid, * FROM t"))
    for name in ["r/t.rejected.csv", "r/t.rejected.jsonl"] {
      #expect(cut.text(name) == whole.text(name))
      #expect(!cut.text(name).isEmpty)
    }
    #expect(cut.text("r.json").contains("\"read\": 20"))
    #expect(cut.text("r.json").contains("\"loaded\": 19"))
  }

  @Test func `is not loaded again when it is done`() throws {
    let place = try Workplace(["t.csv": "id,v\n1,a\n2,b\n"], sql: "CREATE TABLE t(id, v)")
    #expect(try place.run("\(Self.command) --resume").status == 0)
    let again = try place.run("\(Self.command) --resume")
    #expect(again.status == 0)
    #expect(again.errorText.contains("run 1 has loaded these sources"))
    #expect(try place.ask("SELECT count(*) FROM t") == "2")
    // What was loaded of a file that has grown would come twice.
    let other = try place.run("echo 3,c >>t.csv; \(Self.command) --resume")
    #expect(other.status == 1)
    #expect(
      other.errorText.contains("run 1 is finished, and what it has loaded is not what is asked for")
    )
    #expect(try place.ask("SELECT count(*) FROM t") == "2")
    #expect(try place.run("printf 'id,v\\n3,c\\n' >t.csv; \(Self.command)").status == 0)
    #expect(try place.ask("SELECT count(*) FROM t") == "3")
  }

  @Test(arguments: [
    ("echo 21,v >>t.csv", "", "t.csv was"),
    ("sed -i s/v3/w3/ t.csv; touch -d @1 t.csv", "", "t.csv was"),
    ("truncate -s -5 t.csv", "", "t.csv was"),
    (
      "cp -p t.csv kept; sed -i s/v3/w3/ t.csv; touch -r kept t.csv", "",
      "the first 45 bytes of t.csv are not what they were"
    ),
    ("true", "--where 'id > 0'", "the option where=id > 0 was not given"),
    ("true", "--null v7", "the option dialect="),
    ("sqlite3 data.db 'ALTER TABLE t ADD COLUMN w'", "", "the definition of t was changed"),
  ])
  func `is not gone on with when something is not as it was`(
    change: String,
    options: String,
    message: String
  ) throws {
    let place = try Workplace(["t.csv": Self.source], sql: Self.table)
    #expect(try place.run("\(Self.command) --commit-every 4").status == 1)
    let run = try place.run("\(change); \(Self.command) --commit-every 4 --resume \(options)")
    #expect(run.status == 1)
    #expect(run.errorText.contains("run 1 cannot be resumed: \(message)"), "\(run.errorText)")
    #expect(try place.ask("SELECT count(*) FROM t") == "8")
  }

  @Test(arguments: ["read", "inserted", "bytes", "source", "record", "byte", "fault_bytes"])
  func `is neither shown nor gone on with when what is written down of it cannot be`(
    column: String
  ) throws {
    let place = try Workplace(["t.csv": Self.source], sql: Self.table)
    #expect(try place.run("\(Self.command) --commit-every 4").status == 1)
    for value in ["9223372036854775807", "-1", "'x'"] {
      _ = try place.run("sqlite3 data.db \"UPDATE furrow_runs SET \(column) = \(value)\"")
      for command in ["furrow runs list data.db", "\(Self.command) --commit-every 4 --resume"] {
        let run = try place.run(command)
        #expect(run.status == 1)
        #expect(run.errorText.contains("furrow_runs, run 1: expected a number"), "\(run.errorText)")
        #expect(run.errorText.contains("as \(column), found"))
      }
    }
    #expect(try place.ask("SELECT count(*) FROM t") == "8")
  }

  private static let mounts =
    (try? CommandRun(script: "unshare -rm true", directory: "/tmp").status) == 0

  @Test(.enabled(if: mounts, "needs the right to mount a file system (unshare -rm)"))
  func `ends on a full disk as at the last commit, and goes on when there is room`() throws {
    let place = try Workplace([:], sql: Self.table)
    let command = "import t.csv --into small/data.db --table t --commit-every 1000 --resume -q"
    let run = try place.run(
      """
      seq 1 40000 | sed 's/.*/&,name &/; 1i id,v' >t.csv; mkdir small full
      unshare -rm bash -c 'mount -t tmpfs -o size=1m tmpfs small && cp data.db small
        "$0" \(command); echo $?; cp small/data.db* full
        mount -o remount,size=16m small; "$0" \(command); echo $?; cp small/data.db .' "$0"
      """
    )
    #expect(run.outputText == "1\n0\n", "\(run.errorText)")
    #expect(run.errorText.contains("full") || run.errorText.contains("no space left"))
    let full = try Database(path: place.folder.file("full/data.db"))
    #expect(try full.firstText("PRAGMA integrity_check") == "ok")
    #expect(
      try full.firstInteger(
        "SELECT count(*) = inserted AND inserted % 1000 = 0 FROM t, furrow_runs"
      ) == 1
    )
    #expect(try place.ask("SELECT count(*), sum(id = rowid) FROM t") == "40000|40000")
    #expect(try place.ask("PRAGMA integrity_check") == "'ok'")
  }

  @Test func `ends behind another program's lock, and goes on when that is gone`() throws {
    let place = try Workplace(["t.csv": Self.source], sql: Self.table)
    #expect(try place.run("\(Self.command) --commit-every 4").status == 1)
    let rest = "--commit-every 4 --resume"
    let other = try Database(path: place.folder.file("data.db"))
    try other.begin(.immediate)
    let run = try place.run("\(Self.command) \(rest) --busy-timeout 100ms")
    other.rollBack()
    #expect(run.status == 1)
    #expect(run.errorText.contains("locked"), "\(run.errorText)")
    #expect(try place.ask("SELECT count(*), max(id) FROM t") == "8|8")
    #expect(try place.run("\(Self.command) \(rest)").errorText.contains("t.csv:13:"))
  }

  @Test func `equals an unbroken one, whenever it is killed`() throws {
    let rows = "seq 1 60000 | sed 's/.*/&,name &/; 1i id,v' >t.csv"
    let command = "\(Self.command) --commit-every 500 --resume -q"
    let place = try Workplace([:], sql: Self.table)
    let run = try place.run(
      """
      \(rows)
      for pause in 0.02 0.05 0.03 0.08 0.04 0.06 0.1; do
        "$0" ${COMMAND:=\(command.dropFirst(7))} & pid=$!
        sleep $pause; kill -9 $pid; wait $pid
      done
      \(command)
      """
    )
    #expect(run.status == 0, "\(run.errorText)")
    #expect(
      try place.ask(
        "SELECT count(*), min(id), max(id), sum(id = rowid), sum(v = 'name ' || id) FROM t"
      ) == "60000|1|60000|60000|60000"
    )
    #expect(try place.ask("PRAGMA integrity_check") == "'ok'")
    #expect(
      try place.ask("SELECT status, read, inserted FROM furrow_runs") == "'complete'|60000|60000"
    )
  }
}
