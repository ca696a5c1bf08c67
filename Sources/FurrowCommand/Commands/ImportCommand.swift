package import Furrow

/// `furrow import`: text into a database.
package enum ImportCommand {
  package static let command = Command(
    name: "import",
    summary: "load text files into a table of a SQLite database",
    synopsis: ["furrow import SOURCE... --into DB [OPTIONS]"],
    positionals: [
      Positional("SOURCE", .oneOrMore, .input, help: "file to load, - being standard input")
    ],
    options: [
      Options.into.option, Options.table.option, Options.create.option,
      Options.ifExists.option, Options.text.option,
      Options.migrations.option, Options.to.option, Options.allowOutOfOrder.option,
      Options.noBackup.option,
      Options.backupDirectory.option,
      Options.select.option, Options.rename.option, Options.defaultValue.option,
      Options.set.option, Options.where.option, Options.onConflict.option, Options.key.option,
    ] + ReadingArguments.lockedOptions + [Options.reader.option, Options.blob.option]
      + [Options.schema.option, Options.checks.option]
      + KeyArguments.stageOptions
      + FaultArguments.options + [
        Options.memory.option,
        Options.dryRun.option, Options.commitEvery.option, Options.resume.option,
        Options.fast.option, Options.analyze.option,
        Options.jobs.option, Options.busyTimeout.option, Options.progress.option,
      ] + ReportArguments.options,
    examples: [
      Command.Example(
        "furrow import movies.csv --into movies.db",
        "load into the table movies, created if it is missing"
      ),
      Command.Example(
        "furrow import movies.csv --into movies.db --on-error reject --rejects wrong",
        "load what is right, keep what is wrong for mending"
      ),
      Command.Example(
        "furrow import old.csv new.csv --into movies.db --table movies --where 'votes > 10'",
        "load two files into one table, popular movies only"
      ),
      Command.Example(
        "furrow import movies.csv --into movies.db --migrations migrations",
        "bring the schema up to date first, and load into a table that is there then"
      ),
      Command.Example(
        "furrow import dump/datapackage.json --into new.db",
        "rebuild the tables of a data package, with keys, indexes and views"
      ),
      Command.Example(
        "furrow import dump/datapackage.json --into new.db --migrations migrations",
        "bring an older export to the schema of today"
      ),
      Command.Example(
        "unzip -p movies.zip | furrow import - --format tsv --table movies --into movies.db",
        "load what another program writes"
      ),
    ],
    body: .run(run)
  )

  @Sendable private static func run(
    _ arguments: ParsedArguments,
    _ console: Console
  ) throws -> ExitCode {
    if PackageImportCommand.isPackage(arguments.positionals("SOURCE")) {
      return try PackageImportCommand.run(arguments, console)
    }
    let given = arguments
    let arguments = try ImportArguments(given)
    if arguments.isFast, !DatabaseFile(arguments.database).isNew {
      throw given.usageError(
        "--fast is only for a database that the run makes, and"
          + " \(DisplayText.quoted(arguments.database)) is there already"
      )
    }
    let target = try ReportTarget(arguments.report, protecting: plan(arguments).files)
    let report = try perform(arguments, console)
    let exitCode = ImportOutcome(report).exitCode
    var told = RunReport(report, sources: arguments.sources, database: arguments.database)
    told.exitCode = Int(exitCode.rawValue)
    do {
      try target.write(told, console)
    } catch  where report.failure == nil {
      throw CommandFailure(.failed, "the import is done, but its report is not: \(error)")
    } catch {
      // The first failure is the one that counts.
    }
    if let failure = report.failure { throw CommandFailure(exitCode, failure) }
    return exitCode
  }
}

extension ImportCommand {
  /// The plan of what `arguments` say, with what the files have that they name.
  static func plan(_ arguments: ImportArguments) throws(PipelineError) -> ImportPlan {
    var plan = arguments.plan
    plan.locks = try arguments.locks
    for (index, path) in arguments.sources.enumerated() {
      let lock = plan.locks.indices.contains(index) ? plan.locks[index] : nil
      let dialect = try arguments.reading.fullDialect(of: path, lock)
      if index == 0 { plan.dialect = dialect }
      if dialect != plan.dialect { plan.dialects[index] = dialect }
    }
    plan.filesRead =
      arguments.reading.filesRead(of: arguments.sources)
      + (arguments.upgrade.map { FolderNames.paths(in: $0.folder) } ?? [])
    plan.cancellation = StopSignals.cancellation()
    return plan
  }

  /// Imports what `arguments` say and tells of it, for steps of a pipeline, too, which `adjust` the
  /// plan.
  static func perform(
    _ arguments: ImportArguments,
    _ console: Console,
    adjust: (inout ImportPlan) -> Void = { _ in }
  ) throws(PipelineError) -> ImportReport {
    var plan = try plan(arguments)
    let display = ProgressDisplay(arguments.progress, console)
    plan.progress = display.progress
    plan.secrets = console.secrets
    adjust(&plan)
    let report = display.show { Importer(plan).run() }
    ImportOutcome(report).tell(console, isDryRun: arguments.isDryRun)
    return report
  }
}

extension ImportArguments {
  /// The shapes that the sources have to have.
  var locks: [ShapeLock] {
    get throws(PipelineError) {
      var locks: [ShapeLock] = []
      for path in sources {
        if let lock = try reading.lock(of: path) { locks.append(lock) }
      }
      return locks
    }
  }

  /// The import that the arguments describe.
  package var plan: ImportPlan {
    var plan = ImportPlan(
      sources: sources,
      dialect: reading.readingDialect(of: sources[0]),
      database: database,
      table: table
    )
    plan.reader = reader
    plan.format = reading.dialect.format
    plan.isSniffed = reading.isSniffed
    plan.encoding = reading.encoding
    plan.badBytes = reading.badBytes
    plan.limit = reading.limit
    plan.recordBytes = reading.recordBytes
    plan.schema = schema
    plan.rules = checks
    plan.deduplication = keys.deduplication(trims: reading.trims)
    plan.memoryBytes = memoryBytes
    plan.upgrade = upgrade
    if let upgrade { plan.upgrade?.provenance = .here(upgrade.folder) }
    plan.creation = upgrade == nil ? create : .never
    plan.existing = existing
    plan.isFast = isFast
    plan.analyzes = analyzes
    plan.isAllText = makesTextOnly
    plan.selection = selection
    plan.renamings = renames.map { ($0.name, $0.value) }
    plan.defaults = defaults.map { ($0.name, $0.value) }
    plan.expressions = assignments.map { ($0.name, $0.value) }
    plan.filter = condition
    plan.variables = variables
    plan.conflict = conflict
    plan.blobText = blob
    plan.goesOnWithoutRejects = faults.rule == .reject
    plan.rejectsFolder = faults.rejects
    plan.rejectLimit = faults.maximum
    plan.keptFaults = report.keptFaults
    plan.isDryRun = isDryRun
    plan.commitRule = commitRule
    plan.resumes = resumes
    plan.lanes = jobs
    plan.busyTimeout = busyTimeout
    return plan
  }
}

/// The arguments of `furrow import`, checked.
package struct ImportArguments: Sendable, Equatable {
  /// Paths of the sources, `-` being standard input.
  package let sources: [String]
  package let database: String
  /// The table; `nil` when each source names its own.
  package let table: String?
  package let create: ImportPlan.Creation
  package let existing: ImportPlan.Existing
  /// The migrations to apply first.
  package let upgrade: SchemaUpgrade?
  package let makesTextOnly: Bool
  /// The columns to take, in order; `nil` for all.
  package let selection: [String]?
  package let renames: [NamedValue]
  package let defaults: [NamedValue]
  /// Columns and the SQL expressions for them.
  package let assignments: [NamedValue]
  /// The SQL expression that a record must meet.
  package let condition: String?
  /// Values for the named parameters of the expressions.
  package let variables: [String: Value]
  package let conflict: InsertPlan.Conflict
  package let reading: ReadingArguments
  package let reader: ImportPlan.Reader
  package let blob: BlobText
  package let faults: FaultArguments
  package let schema: String?
  /// What each record has to meet.
  package let checks: [RecordRule]
  package let keys: KeyArguments
  package let memoryBytes: Int
  package let isDryRun: Bool
  /// When to commit before the end; `nil` for all or nothing.
  package let commitRule: ImportPlan.CommitRule?
  package let resumes: Bool
  package let isFast: Bool
  package let analyzes: Bool
  package let report: ReportArguments
  package let jobs: Int
  package let busyTimeout: Duration
  package let progress: ProgressChoice

  package init(_ arguments: ParsedArguments) throws(UsageError) {
    sources = arguments.positionals("SOURCE")
    database = try arguments[Options.into]
    let tables = try arguments[Options.table]
    guard tables.count < 2 else {
      throw arguments.usageError("--table is given twice, but an import fills one table")
    }
    table = tables.first
    create = try arguments[Options.create]
    existing = try arguments[Options.ifExists]
    upgrade = try Self.upgrade(arguments)
    makesTextOnly = try arguments[Options.text]
    selection = try arguments[Options.select]
    renames = try arguments[Options.rename]
    defaults = try arguments[Options.defaultValue]
    assignments = try arguments[Options.set]
    condition = try arguments[Options.where]
    variables = arguments.variables
    conflict = try Self.conflict(arguments)
    reading = try ReadingArguments(arguments, takesLocks: true)
    reader = try arguments[Options.reader]
    blob = try arguments[Options.blob]
    faults = try FaultArguments(arguments)
    schema = try arguments[Options.schema]
    checks = try arguments[Options.checks]
    keys = try KeyArguments(stage: arguments)
    memoryBytes = try arguments[Options.memory]
    isDryRun = try arguments[Options.dryRun]
    commitRule = try arguments[Options.commitEvery]
    resumes = try arguments[Options.resume]
    isFast = try arguments[Options.fast]
    analyzes = try arguments[Options.analyze]
    report = try ReportArguments(arguments)
    jobs = try arguments[Options.jobs]
    busyTimeout = try arguments[Options.busyTimeout]
    progress = try arguments[Options.progress]
    try check(arguments)
    for path in sources {
      let format = reading.dialect.format ?? FileFormat(path: path) ?? .csv
      try reading.dialect.check(
        arguments,
        reading.readingDialect(of: path),
        of: OutputFormat(format)
      )
    }
    if database == ":memory:" || database.isEmpty {
      throw arguments.usageError("--into \(DisplayText.quoted(database)) would keep nothing")
    }
  }

  /// What the options say of migrations to apply first; `nil` for none.
  static func upgrade(_ arguments: ParsedArguments) throws(UsageError) -> SchemaUpgrade? {
    let target = try arguments[Options.to]
    let backups = try BackupPlace(folder: arguments[Options.backupDirectory])
    let hasBackup = try !arguments[Options.noBackup]
    let allowsOutOfOrder = try arguments[Options.allowOutOfOrder]
    guard let folder = try arguments[Options.migrations] else {
      guard target == nil, backups.folder == nil, hasBackup, !allowsOutOfOrder else {
        throw arguments.usageError(
          "--to, --allow-out-of-order, --backup-dir and --no-backup have a meaning only with"
            + " --migrations DIR"
        )
      }
      return nil
    }
    var upgrade = SchemaUpgrade(folder: folder)
    upgrade.target = target
    upgrade.allowsOutOfOrder = allowsOutOfOrder
    upgrade.backup = hasBackup ? backups : nil
    return upgrade
  }

  private static func conflict(
    _ arguments: ParsedArguments
  ) throws(UsageError) -> InsertPlan.Conflict {
    let rule = try arguments[Options.onConflict]
    let key = try arguments[Options.key] ?? []
    if key.isEmpty, rule == .replace || rule == .update {
      throw arguments.usageError("--on-conflict \(rule.rawValue) needs --key a,b")
    }
    switch rule {
    case .abort:
      guard key.isEmpty else {
        throw arguments.usageError("--key has a meaning only with --on-conflict")
      }
      return .abort
    case .ignore: return .ignore(key: key)
    case .replace: return .replace(key: key)
    case .update: return .update(key: key)
    }
  }

  private func check(_ arguments: ParsedArguments) throws(UsageError) {
    let inputs = sources.filter { $0 == "-" }.count
    guard inputs < 2 else { throw arguments.usageError("standard input is named twice") }
    guard !isDryRun || commitRule == nil && !resumes else {
      throw arguments.usageError("--dry-run commits nothing: drop --commit-every and --resume")
    }
    let isWrittenDown = resumes || commitRule != nil
    if upgrade != nil, existing == .replace || isFast {
      throw arguments.usageError(
        "with --migrations the tables are theirs: drop --if-exists replace and --fast"
      )
    }
    if existing == .replace, create == .never {
      throw arguments.usageError("--if-exists replace makes the table: drop --create never")
    }
    if existing == .replace, isWrittenDown {
      throw arguments.usageError(
        "--if-exists replace is all or nothing: drop --commit-every and --resume"
      )
    }
    if isFast, isWrittenDown {
      throw arguments.usageError(
        "a database of --fast is there only when it is whole: drop --commit-every and --resume"
      )
    }
    if isFast, create == .never {
      throw arguments.usageError("--fast makes a new database: drop --create never")
    }
    guard inputs == 0 || !resumes && commitRule == nil else {
      throw arguments.usageError("standard input is read only once, so it cannot be resumed")
    }
    guard inputs == 0 || table != nil else {
      throw arguments.usageError("standard input has no name to make a table's of: add --table T")
    }
    for (option, names) in [
      ("rename", renames.map(\.name)), ("default", defaults.map(\.name)),
      ("set", assignments.map(\.name)),
    ] {
      guard let name = Self.repeated(names) else { continue }
      throw arguments.usageError("--\(option) names \(DisplayText.quoted(name)) twice")
    }
    if let name = Self.repeated(renames.map(\.value)) {
      throw arguments.usageError("--rename makes two columns \(DisplayText.quoted(name))")
    }
  }

  private static func repeated(_ names: [String]) -> String? {
    var seen: Set<String> = []
    return names.first { !seen.insert($0).inserted }
  }
}
