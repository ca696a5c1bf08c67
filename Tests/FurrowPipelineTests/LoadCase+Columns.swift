/// Loads that turn on the names of columns, the options and the forms of values.
extension LoadCase {
  static let names = [
    LoadCase(
      "columns called as values are",
      "true,false,NULL\nno,yes,\n",
      into: "CREATE TABLE t(\"true\" TEXT, \"false\" TEXT, \"NULL\" TEXT)",
      "--where '\"false\" = '\\''yes'\\'",
      ask: "SELECT \"true\", \"false\" FROM t",
      is: "'no'|'yes'"
    ),
    LoadCase(
      "names of every kind",
      "\"a \"\"q\"\" z\",\"b, c\",select,d e,ü\n1,2,3,4,5\n1,2,x,4,5\n",
      into: """
        CREATE TABLE t("a ""q"" z" INTEGER, "b, c" INTEGER, "select" INTEGER, "d e" INTEGER, ü INTEGER)
        """,
      reject,
      status: 2,
      is: "1|2|3|4|5",
      says: "t.csv:3: field \"select\": expected an integer, found \"x\" [type-error]"
    ),
    LoadCase(
      "a broken key of names of every kind",
      "\"a \"\"q\"\" z\",\"b, c\"\n1,2\n1,2\n",
      into: #"CREATE TABLE t("a ""q"" z" INTEGER, "b, c" INTEGER, UNIQUE ("b, c", "a ""q"" z"))"#,
      reject,
      status: 2,
      is: "1|2",
      says: #"found one that is ("b, c", "a "q" z") [unique-error]"#
    ),
    LoadCase(
      "a table with quotes in its name",
      "a\n1\n",
      into: "CREATE TABLE \"my \"\"t\"\", 'x'\"(a INTEGER UNIQUE)",
      "--table $'my \"t\", \\'x\\''",
      ask: "SELECT * FROM \"my \"\"t\"\", 'x'\"",
      is: "1"
    ),
    LoadCase(
      "a table with a reserved name that is made",
      "a\n1\n",
      into: "CREATE TABLE x(y)",
      "--table order",
      ask: "SELECT * FROM \"order\"",
      is: "1"
    ),
    LoadCase(
      "names in another case",
      "ID,Name\n1,x\n",
      into: "CREATE TABLE T(id INTEGER, NAME TEXT, n)",
      "--set 'N = iD + 1' --where 'NAME <> 3' --table t",
      is: "1|'x'|2"
    ),
    LoadCase(
      "names of options in another case",
      "ID,Name,Rest\n1,x,y\n",
      into: "CREATE TABLE t(id INTEGER, label TEXT, d)",
      "--select id,name --rename name=LABEL --default D=7",
      is: "1|'x'|'7'"
    ),
  ]

  static let wishes = [
    LoadCase(
      "expressions see the values as the target has them",
      "a,b\n9,1\n10,2\n,3\n",
      into: "CREATE TABLE t(a INTEGER, b TEXT, c)",
      "--set 'c = a + 1' --where 'a > 8'",
      is: "9|'1'|10 10|'2'|11",
      says: "t: 3 read, 2 loaded, 1 filtered"
    ),
    LoadCase(
      "an expression may take the place of a column that is no value of the target's",
      "date,x\n2024-05-01,1\n",
      into: "CREATE TABLE t(year INTEGER, x TEXT)",
      "--set 'year = CAST(substr(date, 1, 4) AS INTEGER)'",
      is: "2024|'1'"
    ),
    LoadCase(
      "an expression replaces a column of the same name",
      "a\n1\n",
      into: "CREATE TABLE t(a INTEGER)",
      "--set 'a = a * 10'",
      is: "10"
    ),
    LoadCase(
      "an expression may end with a comment",
      "a\n1\n2\n",
      into: "CREATE TABLE t(a INTEGER)",
      "--where 'a = 1 -- the first'",
      is: "1"
    ),
    LoadCase(
      "an expression may look elsewhere",
      "a\nx\ny\n",
      into: """
        CREATE TABLE ids(name, id); INSERT INTO ids VALUES ('x', 1), ('y', 2);
        CREATE TABLE t(a INTEGER)
        """,
      "--set 'a = (SELECT id FROM ids WHERE name = a)'",
      is: "1 2"
    ),
    LoadCase(
      "a generated column is passed over",
      "a,b\n1,7\n",
      into: "CREATE TABLE t(a INTEGER, b AS (a + 1))",
      is: "1|2",
      says: "column \"b\" is computed by the table, and passed over"
    ),
    LoadCase(
      "a column that is left out gets its default",
      "a,b\n1,2\n",
      into: "CREATE TABLE t(a INTEGER, b INTEGER DEFAULT 5)",
      "--select a",
      is: "1|5"
    ),
    LoadCase(
      "NULL is not the empty text",
      "a,b\n,\"\"\nNA,\"NA\"\n",
      into: "CREATE TABLE t(a TEXT, b TEXT)",
      "--null NA",
      is: "NULL|'' NULL|'NA'"
    ),
  ]

  /// How a field is written, the declared type, and what is stored; `nil` when it is no value.
  static let forms: [(field: String, type: String, stored: String?)] = [
    ("007", "INTEGER", "7"), ("1.0", "INTEGER", "1"), ("1e3", "INTEGER", "1000"),
    ("1.5", "INTEGER", nil), ("9223372036854775807", "INTEGER", "9223372036854775807"),
    ("9223372036854775808", "INTEGER", nil),
    ("-9223372036854775808", "BIGINT", "-9223372036854775808"),
    ("+1", "INT", "1"), ("0x10", "INTEGER", nil), ("1_000", "INTEGER", nil), (" 1", "INTEGER", nil),
    ("abc", "INTEGER", nil), ("\"\"", "INTEGER", nil), ("", "INTEGER", "NULL"),
    ("007", "REAL", "7.0"), ("1.5", "REAL", "1.5"), ("1e3", "REAL", "1000.0"),
    ("1e400", "REAL", nil),
    ("1,5", "REAL", nil), ("9223372036854775808", "DOUBLE", "9.223372036854776e+18"),
    ("007", "TEXT", "'007'"), ("1.0", "TEXT", "'1.0'"), ("1e3", "VARCHAR(10)", "'1e3'"),
    ("1.10", "NUMERIC", "1.1"), ("1.0", "DECIMAL(10,2)", "1"), ("007", "NUMERIC", "7"),
    ("9223372036854775808", "NUMERIC", nil), ("x", "NUMERIC", nil),
    ("2024-05-01", "DATE", "'2024-05-01'"), ("007", "", "'007'"),
    ("true", "BOOLEAN", "1"), ("False", "BOOLEAN", "0"), ("1", "BOOLEAN", "1"), ("0", "BOOL", "0"),
    ("2", "BOOLEAN", nil), ("yes", "BOOLEAN", nil), ("", "BOOLEAN", "NULL"),
    ("AAH/", "BLOB", "x[0, 1, 255]"), ("\"\"", "BLOB", "x[]"), ("", "BLOB", "NULL"),
    ("AAH", "BLOB", nil),
  ]
}
