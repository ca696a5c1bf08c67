import Furrow

/// The names of tables and columns in the files that a command line names.
///
/// Nothing is waited for and nothing is told: a file that cannot be read has no names.
struct CompletionNames {
  private let line: TypedLine
  private let environment: Environment

  init(_ line: TypedLine, _ environment: Environment) {
    self.line = line
    self.environment = environment
  }

  /// The tables and views of the database.
  func tables() -> [String] {
    (try? open()?.tables().map(\.name)) ?? []
  }

  /// The columns of the first source and of the table, each once.
  func columns() -> [String] {
    var names: [String] = []
    for name in sourceColumns() + tableColumns() where !names.contains(name) { names.append(name) }
    return names
  }

  private func tableColumns() -> [String] {
    guard let table = line.given[Options.table.option.name]?.last else { return [] }
    return (try? open()?.columns(of: table).map(\.name)) ?? []
  }

  private func sourceColumns() -> [String] {
    guard let path = line.positionals["SOURCE"]?.first,
      let reading = try? ReadingArguments(arguments, writesText: true),
      let source = try? TextCommands.sources([path], reading).first
    else { return [] }
    return (try? source.firstColumns()) ?? []
  }

  /// What is typed, as the commands read it; what is missing there is not missed here.
  private var arguments: ParsedArguments {
    ParsedArguments(
      commandName: line.command?.name ?? "",
      given: line.given,
      positionals: line.positionals,
      environment: environment
    )
  }

  private func open() throws -> Database? {
    let options = [Options.into.option.name, Options.database.option.name]
    let named = options.compactMap { line.given[$0]?.last }.first
    guard let path = named ?? line.positionals["DB"]?.first, !DatabaseFile(path).isNew,
      !FileSource.isReadOnce(path)
    else {
      return nil
    }
    return try Database.toRead(path, busyTimeout: .zero)
  }
}
