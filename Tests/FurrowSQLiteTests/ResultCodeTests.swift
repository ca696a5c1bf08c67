import FurrowSQLite
import Testing

@Suite struct `Result codes` {
  @Test func `a primary code matches its extended codes, not the other way round`() {
    #expect(ResultCode.constraint ~= ResultCode.constraintUnique)
    #expect(ResultCode.constraint ~= ResultCode.constraint)
    #expect(!(ResultCode.constraintUnique ~= ResultCode.constraint))
    #expect(!(ResultCode.busy ~= ResultCode.constraintUnique))
  }

  @Test(arguments: [
    (ResultCode(rawValue: 19), "SQLITE_CONSTRAINT"),
    (ResultCode(rawValue: 2067), "SQLITE_CONSTRAINT_UNIQUE"),
    (ResultCode(rawValue: 517), "SQLITE_BUSY_SNAPSHOT"),
    (ResultCode(rawValue: 19 | 200 << 8), "SQLITE_CONSTRAINT(51219)"),
    (ResultCode(rawValue: 250), "SQLITE_UNKNOWN(250)"),
  ])
  func `a code is called by SQLite's name`(code: ResultCode, name: String) {
    #expect(code.description == name)
  }
}
