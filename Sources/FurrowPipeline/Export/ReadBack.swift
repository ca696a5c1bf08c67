internal import FurrowCore
internal import FurrowFormats
internal import FurrowSQLite

/// Reads what an export has written and compares it with the rows of the database, value by value.
///
/// A format keeps what its reader can tell: JSON has texts, whole and other numbers, and NULL; a BLOB
/// is its text form. CSV and TSV have texts and NULL; a number has to be read back from its text with
/// all its bits, a BLOB with all its bytes. What is marked has to be just the same value.
struct ReadBack {
  let form: TextForm
  let columns: [String]
  /// The columns, counted from 0, whose values have ``ValueMarks``.
  let marks: Set<Int>
  let files: [OutputSet.File]

  func compare(
    with rows: RowReader,
    until cancellation: Cancellation?
  ) throws(PipelineError) {
    do throws(PipelineError) {
      try compareAll(rows, cancellation)
    } catch .reading(var failure) {
      // The file has another name until it is whole.
      if let file = files.first(where: { $0.sealedPath == failure.path }) {
        failure.path = file.path
      }
      failure.message += "; --verify: it cannot be read back, and nothing was written"
      throw .reading(failure)
    }
  }

  private func compareAll(
    _ rows: RowReader,
    _ cancellation: Cancellation?
  ) throws(PipelineError) {
    let marked = StorageTypes(marked: marks)
    var expected = BatchWalk()
    var record = 0
    // No object a line is no byte.
    for file in files where file.bytes > 0 {
      let reader = try reader(of: file)
      var found = RecordBatch()
      while try reading({ () throws(ReadFailure) in try reader.fill(&found) }) {
        try cancellation?.check()
        if !marks.isEmpty { try marked.process(&found) }
        if let rejection = found.rejections.first {
          throw fault(
            file,
            "record \(found.position(of: rejection.extent).record)",
            rejection.message
          )
        }
        for index in found.live.indices {
          record += 1
          guard try expected.advance(rows) else {
            throw fault(file, "row \(record)", "the database has no row for this record")
          }
          try compare(expected, found, Int(found.live[index]), row: record, file)
        }
      }
    }
    guard try !expected.advance(rows) else {
      throw fault(files.last, "row \(record + 1)", "the row of the database is not there")
    }
  }

  private func reader(of file: OutputSet.File) throws(PipelineError) -> any RecordReader {
    guard let path = file.sealedPath, let format = form.format.readable else {
      throw .plan("\(file.path): what is written there cannot be read back")
    }
    var dialect = form.dialect
    dialect.keepsNulls = true
    dialect.allowsBlankName = true
    let names = HeaderNames(columns, allowsBlank: true).names
    if !dialect.hasHeader { dialect.columns = names }
    if form.format.isJSON, form.json.shape == .objects { dialect.columns = columns }
    var source = TextSource(path: path, dialect: dialect, format: format)
    source.limits = ReadingLimits(recordBytes: .max)
    try source.findColumns()
    let reader = try source.open()
    let wanted = form.format.isJSON ? columns : names
    guard reader.columns == wanted || reader.columns.isEmpty else {
      throw fault(file, "the header", "expected \(wanted), found \(reader.columns)")
    }
    return reader
  }

  private func compare(
    _ expected: borrowing BatchWalk,
    _ found: borrowing RecordBatch,
    _ record: Int,
    row: Int,
    _ file: OutputSet.File
  ) throws(PipelineError) {
    for column in columns.indices {
      let left = expected.record * columns.count + column
      let right = record * columns.count + column
      let isSame =
        marks.contains(column)
        ? expected.batch.isSame(left, as: found, right) : isSame(expected.batch, left, found, right)
      if !isSame {
        throw fault(
          file,
          "row \(row), column \(column + 1), field \"\(columns[column])\"",
          "expected \(expected.batch.described(left)), read back \(found.described(right))"
        )
      }
    }
  }

  private func isSame(
    _ batch: borrowing RecordBatch,
    _ index: Int,
    _ found: borrowing RecordBatch,
    _ place: Int
  ) -> Bool {
    let (value, field) = (batch.fields[index], found.fields[place])
    let text = found.bytes.span.extracting(Int(field.start)..<field.end)
    let bytes = batch.bytes.span.extracting(Int(value.start)..<value.end)
    if found.isTyped, field.kind == .integer || field.kind == .real {
      return field.kind == value.kind && found.values[place] == batch.values[index]
    }
    switch value.kind {
    case .null: return field.kind == .null
    case .text: return field.kind == .text && bytes.isSame(as: text)
    case .blob:
      if field.kind == .null { return false }
      guard let decoded = BlobDecoding.bytes(text, form.blob) else { return false }
      return bytes.isSame(as: decoded.span)
    case .integer:
      // JSON has numbers for them, unless a string is asked for.
      guard field.kind == .text, !found.isTyped || form.json.bigIntegers == .string else {
        return false
      }
      return NumberText.integer(text) == Int64(bitPattern: batch.values[index])
    case .real:
      guard field.kind == .text else { return false }
      let number = Double(bitPattern: batch.values[index])
      if found.isTyped {
        return !number.isFinite && text.isSame(as: Self.word(number).utf8Span.span)
      }
      return NumberText.real(text)?.bitPattern == batch.values[index]
    }
  }

  private static func word(_ number: Double) -> String {
    number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity"
  }

  private func fault(
    _ file: OutputSet.File?,
    _ place: String,
    _ message: String
  ) -> PipelineError {
    .plan("\(file?.path ?? "-"): \(place): --verify: \(message); nothing was written")
  }
}
