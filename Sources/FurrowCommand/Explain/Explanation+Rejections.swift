import Furrow

extension Explanation {
  /// The faults of records, each code of `Rejection.Code` once.
  static let rejections: [Explanation] = [
    Explanation(
      .blankHeader,
      "a name in the header is empty",
      because: "The header has two delimiters with nothing between them, or ends in one.",
      mend: "Name the column in the file, or give all names: --no-header --skip-lines 1 --columns"
        + " a,b,c. Without that a name such as column2 is made up and a warning says which;"
        + " --strict-header makes it a failure.",
      "id,,city\n1,Ada,Ulm\n",
      "validate people.csv",
      #"people.csv:1: field "": expected a name for column 2 [blank-header]"#
    ),
    Explanation(
      .duplicateLabel,
      "a name stands twice in the header",
      because: "Two columns are called the same. No value is lost: the later column gets another"
        + " name, such as name_2, and a warning says so.",
      mend: "Name the column otherwise in the file, or give all names: --no-header --skip-lines 1"
        + " --columns a,b,c. --strict-header makes it a failure.",
      "id,name,name\n1,Ada,Ulm\n",
      "validate people.csv",
      #"people.csv:1: field "name": expected another name than that of column 2 [duplicate-label]"#
    ),
    Explanation(
      .extraCell,
      "a record has more fields than the header",
      because: "A value holds the delimiter without quotes around it, or the delimiter is another"
        + " than the reader takes. In JSON: a key that --columns does not name.",
      mend:
        #"Quote the value (2,Ben,"Kiel,Germany"), name the delimiter with --delimiter, or say with"#
        + " --ragged what becomes of surplus fields.",
      "id,name,city\n1,Ada,Ulm\n2,Ben,Kiel,Germany\n",
      "import people.csv --into people.db",
      "people.csv:3: expected 3 fields, found 4 [extra-cell]"
    ),
    Explanation(
      .missingCell,
      "a record has fewer fields than the header",
      because: "Empty fields were left out at its end, or a line end in the middle of a value cut"
        + " it in two.",
      mend: "Write the empty fields (2,Ben,), quote the value with the line end, or take what is"
        + " missing as NULL: --ragged fill.",
      "id,name,city\n1,Ada,Ulm\n2,Ben\n",
      "import people.csv --into people.db",
      #"people.csv:3: field "city": expected 3 fields, found 2 [missing-cell]"#
    ),
    Explanation(
      .typeError,
      "a field is no value of its column's type",
      because: "The table or the schema declares a type, and SQLite itself would store such a text"
        + " without a word. Forms that keep the value pass: 007 and 1.0 are the integers 7 and 1;"
        + " 1.5 is none. BOOLEAN takes 0, 1, true and false.",
      mend: "Correct the value, leave it empty for NULL, name the word that means NULL with --null,"
        + " or give the column another type.",
      "id,name,city\n1,Ada,Ulm\ntwo,Ben,Kiel\n",
      "import people.csv --into people.db",
      #"people.csv:3: field "id": expected an integer, found "two" [type-error]"#
    ),
    Explanation(
      .constraintError,
      "a value breaks NOT NULL or CHECK of the table, or a rule of the schema",
      because: "A bare empty field is NULL, or the value is outside of what the table or the schema"
        + " allows. A report has the rule's name, such as required.",
      mend:
        #"Give a value, write "" where the empty text is meant, or --default name=unknown for a"#
        + " column that the file lacks.",
      "id,name,city\n1,Ada,Ulm\n2,,Kiel\n",
      "import people.csv --into people.db",
      #"people.csv:3: field "name": expected a value in "name", found NULL [constraint-error]"#
    ),
    Explanation(
      .rowConstraint,
      "a record breaks a rule over several of its fields",
      because:
        "A condition of --check is false for it. A report has the rule's name and the message"
        + " says what the fields hold; where one of them is NULL, most conditions are NULL and met.",
      mend: "Correct the record, or the condition: text is compared as text, so a column that is no"
        + " number anywhere needs CAST, and a date ISO's order (2025-01-31).",
      "id,name,city\n1,Ada,Ulm\n2,Ben,Ben\n",
      "validate people.csv --check 'city: city <> name'",
      #"people.csv:3: expected city <> name, found name "Ben", city "Ben" [row-constraint]"#
    ),
    Explanation(
      .uniqueError,
      "a key other than the primary key is there already",
      because: "The table has a UNIQUE column or index, or the schema a unique field, and the key"
        + " stands in the table or in an earlier record of the run.",
      mend: "Drop one of the records, leave one of each key with --dedupe-by, or say what becomes"
        + " of the later one: --on-conflict ignore, replace or update.",
      "id,name\n1,Ada\n2,Ada\n",
      "import people.csv --into people.db --table nicknames",
      #"people.csv:3: field "name": expected a key that is not there yet, found one that is"#
    ),
    Explanation(
      .primaryKeyError,
      "a primary key is there already, or is empty",
      because: "The same record comes twice, the file was loaded before, or two sources number"
        + " their records alike.",
      mend: "As for unique-error; or leave the column out of the file and let SQLite number the"
        + " rows.",
      "id,name,city\n2,Ada,Ulm\n2,Ben,Kiel\n",
      "import people.csv --into people.db",
      #"people.csv:3: field "id": expected a primary key that is not there yet"#
    ),
    Explanation(
      .foreignKeyError,
      "a reference to a row that is not there",
      because: "The table refers to another, which does not have that key.",
      mend: "Import the other table first, or in the same pipeline before this one.",
      "id,city\n1,Kiel\n",
      "import people.csv --into people.db --table homes",
      #"people.csv:2: field "city": expected a row of towns to refer to, found none"#
    ),
    Explanation(
      .encodingError,
      "bytes that are not UTF-8, or no text in the encoding that was named",
      because: "The file was written in another encoding, often Windows-1252, or two encodings were"
        + " mixed in one file.",
      mend: "Name the encoding of the file: --encoding windows-1252. Where only some bytes are"
        + " wrong: --on-bad-bytes windows-1252, or replace.",
      "id,name,city\n1,Ren\\xE9,Ulm\n",
      "import people.csv --into people.db",
      #"people.csv:2: field "name": expected UTF-8, found byte 0xE9 [encoding-error]"#
    ),
    Explanation(
      .quoteError,
      "a quote never closes, text follows a closing quote, or an escape is unknown",
      because: "A quote that is data was not doubled, or a value was cut off. Reading goes on at a"
        + " line end behind the quote, so that no sound record is lost.",
      mend:
        #"Close the quote, or double one that is data ("6"" x 2"""). Text that does not quote at"#
        + " all is read with --quote none.",
      "id,name,city\n1,\"Ada,Ulm\n2,Ben,Kiel\n",
      "import people.csv --into people.db",
      #"people.csv:2: field "name": the quote that opens here is never closed [quote-error]"#
    ),
    Explanation(
      .jsonError,
      "text that is not JSON by RFC 8259",
      because: "NaN, a number such as 01, a comma behind the last value, a comment, a control"
        + " character in a string, a lone surrogate.",
      mend: "Write it as JSON has it. The message says what was expected, and at which character.",
      "{\"id\":1,\"name\":\"Ada\"}\n{\"id\":2,\"name\":NaN}\n",
      "import people.ndjson --into people.db",
      "people.ndjson:2: field \"name\": expected a value, found `NaN`"
    ),
    Explanation(
      .duplicateKey,
      "a name stands twice in a JSON object",
      because: "Which of the values counts, nobody can know.",
      mend: "Take one of them out.",
      "{\"id\":1,\"name\":\"Ada\"}\n{\"id\":2,\"id\":3,\"name\":\"Ben\"}\n",
      "import people.ndjson --into people.db",
      "people.ndjson:2: field \"id\": the key \"id\" stands twice"
    ),
    Explanation(
      .notAnObject,
      "a JSON record is no object, or in an array of arrays no array",
      because: "A line of NDJSON, or an element of the array, is another value.",
      mend: "Write an object with a key for each value.",
      "{\"id\":1,\"name\":\"Ada\"}\n[1,2]\n",
      "import people.ndjson --into people.db",
      "people.ndjson:2: "
    ),
    Explanation(
      .nullByte,
      #"a NUL byte in a field, or \u0000 in a JSON string"#,
      because: "The file is binary, was cut, or is UTF-16 without a byte order mark.",
      mend: "Take it out, name the encoding (--encoding utf-16le), or keep it as a character of the"
        + " text: --on-null-byte keep.",
      "id,name,city\n1,A\\0da,Ulm\n",
      "import people.csv --into people.db",
      #"people.csv:2: field "name": expected text, found a NUL byte [null-byte]"#
    ),
    Explanation(
      .databaseError,
      "the database refuses the record for another reason",
      because: "Such as a trigger that raises. The message is SQLite's.",
      mend: "What the message says.",
      "id,name,city\n1,Nobody,Ulm\n",
      "import people.csv --into people.db",
      "people.csv:2: the database refused the row: nobody is no person [database-error]"
    ),
  ]
}
