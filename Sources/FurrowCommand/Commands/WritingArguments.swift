package import Furrow

/// How text is written anew, as the arguments of any command say it.
package struct WritingArguments: Sendable, Equatable {
  package let lineEnding: LineEnding
  package let style: DelimitedStyle
  package let json: JSONEncoding
  package let blob: BlobText

  /// The options of every command that writes values anew.
  static let options = [
    Options.lineEnding.option, Options.bom.option, Options.quoteStyle.option, Options.excel.option,
    Options.blob.option, Options.jsonShape.option, Options.jsonColumns.option,
    Options.jsonNonfinite.option, Options.bigInts.option,
  ]

  /// Reads the options, and refuses those that say nothing about text of `format`.
  init(_ arguments: ParsedArguments, format: OutputFormat) throws(UsageError) {
    let isExcel = try arguments[Options.excel]
    lineEnding = isExcel ? .crlf : try arguments[Options.lineEnding]
    if isExcel, arguments.isTyped(Options.lineEnding) {
      throw arguments.usageError("--excel ends lines with CRLF: drop --line-ending")
    }
    var style = DelimitedStyle()
    style.quoting = try arguments[Options.quoteStyle]
    let hasMark = try arguments[Options.bom]
    style.hasByteOrderMark = isExcel || hasMark
    style.defusesFormulas = isExcel
    self.style = style
    var json = JSONEncoding()
    json.shape = try arguments[Options.jsonShape]
    json.columnsOfJSON = try arguments[Options.jsonColumns] ?? []
    json.nonFinite = try arguments[Options.jsonNonfinite]
    json.bigIntegers = try arguments[Options.bigInts]
    self.json = json
    blob = try arguments[Options.blob]
    if isExcel || style.quoting != .minimal, format != .csv {
      let name = isExcel ? "excel" : "quote-style"
      throw arguments.usageError("--\(name) has no meaning in \(format.rawValue)")
    }
    if hasMark, !format.isDelimited {
      throw arguments.usageError("--bom is for csv and tsv")
    }
    if json.shape != .objects, format != .json {
      throw arguments.usageError("--json-shape is for json; add --format json")
    }
    if !json.columnsOfJSON.isEmpty, !format.isJSON {
      throw arguments.usageError("--json-columns is for json and ndjson; add --format ndjson")
    }
  }

  /// The form of text of `format`, delimited text being written in `dialect`.
  func form(_ format: OutputFormat, _ dialect: Dialect) -> TextForm {
    var form = TextForm(format, dialect: dialect)
    form.lineEnding = lineEnding
    form.style = style
    form.json = json
    form.blob = blob
    return form
  }
}
