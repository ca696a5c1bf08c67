internal import Dispatch
public import FurrowFormats
internal import FurrowSQLite

/// A wish that a run stops and takes back what it did; may be made on any thread, once.
///
/// The run looks at it once per batch. A statement that is running is interrupted, and a wait for
/// the bytes of a pipe ends.
public final class Cancellation: Sendable {
  /// What rings when the run shall stop: ringing it is all that a signal handler has to do.
  public let alarm = Alarm()

  /// Makes a wish that nobody has yet.
  public init() {}

  /// Makes the wish.
  public func cancel() { alarm.ring() }

  /// Whether the wish is made.
  public var isCancelled: Bool { alarm.isRinging }

  /// `isCancelled` as a question that others can ask.
  package var question: @Sendable () -> Bool { { self.isCancelled } }

  /// Ends the run if the wish is made.
  ///
  /// - Throws: ``PipelineError/interrupted(isPartlyLoaded:)``.
  func check() throws(PipelineError) {
    if isCancelled { throw .interrupted(isPartlyLoaded: false) }
  }

  /// Lets the wish interrupt what `database` is doing, until what is returned is called.
  func watch(_ database: Database) -> () -> Void {
    let handle = database.interruptHandle
    let watch = DispatchSource.makeReadSource(
      fileDescriptor: alarm.descriptor,
      queue: DispatchQueue(label: "furrow.cancellation")
    )
    watch.setEventHandler {
      handle.interrupt()
      // The bell rings for ever, and one interrupt is enough: the loop sees the rest.
      watch.cancel()
    }
    // The descriptor must not be closed before the watch is over.
    watch.setCancelHandler { [alarm] in _ = alarm }
    watch.activate()
    return { watch.cancel() }
  }
}
