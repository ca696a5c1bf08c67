import Furrow

/// How a command that changes a schema goes about it.
struct MigrateWay: Sendable, Equatable {
  let backups: MigrateBackups
  let transactions: Migrator.TransactionScope
  let keyCheck: Migrator.KeyCheck
  let knowsProduction: Bool
  let afterwork: MigrateAfterwork
  private let directory: String

  static let options =
    MigrateBackups.options + [
      Options.transactions.option, Options.keyCheck.option,
    ]

  init(_ arguments: ParsedArguments) throws(UsageError) {
    backups = try MigrateBackups(arguments)
    transactions = try arguments[Options.transactions]
    keyCheck = try arguments[Options.keyCheck]
    afterwork = try MigrateAfterwork(arguments)
    directory = try arguments[Options.directory]
    // `up` cannot do what production is guarded from.
    let isGuarded = arguments.commandName != "migrate up"
    knowsProduction = isGuarded ? try arguments[Options.knowsProduction] : false
  }

  func fill(_ options: inout Migrator.Options) {
    options.scope = transactions
    options.keyCheck = keyCheck
    options.backup = backups.place
    options.knowsProduction = knowsProduction
    options.hasAfterwork = afterwork.isWanted
    options.provenance = .here(directory)
  }
}
