public import FurrowCore

/// Somewhere records come from.
public protocol RecordReader: AnyObject {
  /// The source's name in messages.
  var path: String { get }
  /// The names of the columns, each once, in the file's order.
  var columns: [String] { get }
  /// What was changed in the header to make each name stand once.
  var renamings: [HeaderNames.Renaming] { get }
  /// The bytes of the header record with its line end; empty when there is none.
  var header: [UInt8] { get }
  /// The line that the header stands on, counted from 1.
  var headerLine: Int { get }

  /// Passes over everything before `position`, and gives the checksum of what was passed over.
  ///
  /// Called before the first record is read, with a position that an earlier run came to.
  /// - Throws: ``ReadFailure`` when the source cannot be read, or this format cannot be resumed.
  func skip(to position: SourcePosition) throws(ReadFailure) -> UInt32

  /// Fills `batch` with the next records; false when there are none.
  ///
  /// Records at fault are among the batch's rejections, with their place.
  /// - Throws: ``ReadFailure`` when the source cannot be read on, or a record is too long.
  func fill(_ batch: inout RecordBatch) throws(ReadFailure) -> Bool
}
