public import FurrowCore
public import FurrowFormats
public import FurrowSQLite

/// The run's fault: why it stopped.
public enum PipelineError: Error, Sendable, CustomStringConvertible {
  /// A source cannot be read.
  case reading(ReadFailure)
  /// A file cannot be written.
  case writing(WriteFailure)
  /// A schema or dialect is at fault.
  case document(DocumentError)
  /// The database refuses something that is no record's fault.
  case database(SQLiteError)
  /// A record of a source made the database end the whole transaction, as a trigger may do.
  case rolledBack(String, SourcePosition, SQLiteError)
  /// The migrations before the load failed.
  case migration(MigrationError)
  /// A name that the run was given is not there, or two of its wishes contradict each other.
  case plan(String)
  /// A source has not the shape that it was locked in.
  case drift(ShapeDrift)
  /// Records are at fault and the run may not go on without them.
  case rejected(String)
  /// Somebody wished the run to stop; what was committed before stays.
  case interrupted(isPartlyLoaded: Bool)
  /// The run's own books do not balance.
  case unbalanced(String)

  /// One line, lower case, with what to do where there is an answer.
  public var description: String {
    switch self {
    case .reading(let failure): failure.description
    case .writing(let failure): failure.description
    case .document(let error): error.description
    case .database(let error): error.description
    case .rolledBack(let path, let place, let error):
      "\(path):\(place.line): the database rolled the transaction back at this record:"
        + " \(error.description) (record \(place.record), byte \(place.byte))"
    case .migration(let error): error.description
    case .drift(let drift): drift.description
    case .interrupted(isPartlyLoaded: false): "interrupted; the database is as it was"
    case .interrupted(isPartlyLoaded: true): "interrupted; what was not committed is taken back"
    case .plan(let message), .rejected(let message), .unbalanced(let message): message
    }
  }
}

/// Runs `body`, which speaks to the database, and wraps its error.
func database<Result: ~Copyable>(
  _ body: () throws(SQLiteError) -> Result
) throws(PipelineError) -> Result {
  do { return try body() } catch { throw .database(error) }
}

/// Runs `body`, which reads a source, and wraps its error.
func reading<Result: ~Copyable>(
  _ body: () throws(ReadFailure) -> Result
) throws(PipelineError) -> Result {
  do {
    return try body()
  } catch {
    throw error.isInterruption ? .interrupted(isPartlyLoaded: false) : .reading(error)
  }
}

/// Runs `body`, which writes a file, and wraps its error.
func writing<Result: ~Copyable>(
  _ body: () throws(WriteFailure) -> Result
) throws(PipelineError) -> Result {
  do { return try body() } catch { throw .writing(error) }
}
