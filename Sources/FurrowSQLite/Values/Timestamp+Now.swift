#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

extension Timestamp {
  /// This moment, by the system's clock.
  public static var now: Timestamp {
    var time = timespec()
    // Sound: the time is ours for the call, which cannot fail for this clock.
    _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  /// The moment by RFC 3339: `2025-03-04T05:06:07.089Z`.
  public var rfc3339: String { description.replacing(" ", with: "T") + "Z" }
}
