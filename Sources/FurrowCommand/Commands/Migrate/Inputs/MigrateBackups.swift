import Furrow

/// Where copies go, as the command line says.
struct MigrateBackups: Sendable, Equatable {
  /// `nil` makes none.
  let place: BackupPlace?

  static let options = [
    Options.noBackup.option, Options.backupDirectory.option, Options.keepBackups.option,
  ]

  init(_ arguments: ParsedArguments) throws(UsageError) {
    let isOff = try arguments[Options.noBackup]
    let place = BackupPlace(
      folder: try arguments[Options.backupDirectory],
      count: try arguments[Options.keepBackups]
    )
    self.place = isOff ? nil : place
  }
}
