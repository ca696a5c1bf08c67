#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// `write(2)`, for types in which that name means a method: it writes `count` bytes at most, and tells
/// how many; below 0 `errno` says why none.
@unsafe func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  // The caller owns `count` bytes there.
  unsafe write(descriptor, bytes, count)
}
