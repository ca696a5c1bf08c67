internal import FurrowCore

/// Makes the digests by which duplicates are held against what is kept, on the thread that reads.
struct DigestRecords: Stage {
  let name = "digest"
  /// How the records claim their key.
  let form: ClaimForm

  mutating func process(_ batch: inout RecordBatch) throws(PipelineError) {
    var digests: [UInt64] = []
    swap(&digests, &batch.digests)
    digests.reserveCapacity(2 * batch.count)
    for record in 0..<batch.count {
      let digest = form.content(record, of: batch)
      digests.append(digest.first)
      digests.append(digest.second)
    }
    swap(&digests, &batch.digests)
  }
}
