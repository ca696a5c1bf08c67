/// `furrow migrate`: the schema of a database, kept as a folder of SQL files.
package enum MigrateCommand {
  package static let command = Command(
    name: "migrate",
    summary: "bring the schema of a database up to date",
    synopsis: ["furrow migrate COMMAND --db DB [OPTIONS]"],
    examples: [MigrateUp.command, MigrateStatus.command, MigrateCheck.command].flatMap {
      $0.examples.prefix(1)
    },
    body: .group([
      MigrateNew.command, MigrateStatus.command, MigratePlan.command, MigrateUp.command,
      MigrateDown.command, MigrateReplace.redo, MigrateReplace.sync, MigrateCheck.command,
      MigrateLint.command,
      MigrateDrift.command, MigrateDump.command, MigrateLoad.command, MigrateBaseline.command,
      MigrateAdopt.command, MigrateRepair.command, MigrateRehearse.command,
      MigrateSquash.command, MigrateBackup.command, MigrateRestore.command,
      MigrateEnvironment.command,
    ])
  )

  /// One command of the group; all of them take `--json`.
  static func make<Work: MigrateWork>(
    _ name: String,
    _ summary: String,
    synopsis: String = "--db DB [OPTIONS]",
    positionals: [Positional] = [],
    options: [Option],
    examples: [(line: String, meaning: String)],
    _ work: Work.Type
  ) -> Command {
    Command(
      name: "migrate \(name)",
      summary: summary,
      synopsis: ["furrow migrate \(name) \(synopsis)"],
      positionals: positionals,
      options: options + [Options.json.option],
      examples: examples.map { Command.Example($0.line, $0.meaning) },
      body: .run { arguments, console in
        try MigrateRunner(arguments, console).run(Work(arguments))
      }
    )
  }
}
