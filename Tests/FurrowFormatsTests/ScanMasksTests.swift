import CScan
import TestSupport
import Testing

@Suite struct ScanMasksTests {
  @Test(arguments: 0..<20)
  func `gives the same masks by SIMD, by the portable loop and byte by byte`(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let alphabet: [UInt8] = [0x2C, 0x22, 0x0D, 0x0A, 0x00, 0x80, 0xFF, 0x7F, 0x61]
    for round in 0..<200 {
      let block = (0..<64).map { _ in
        round % 2 == 0
          ? UInt8.random(in: 0...255, using: &random) : alphabet.randomElement(using: &random) ?? 0
      }
      // The block has the 64 bytes that both read.
      let (simd, portable) = unsafe block.withUnsafeBufferPointer { block in
        unsafe (
          furrow_masks_simd(block.baseAddress, 0x2C, 0x22),
          furrow_masks_portable(block.baseAddress, 0x2C, 0x22)
        )
      }
      for masks in [simd, portable] {
        #expect(masks.delimiter == mask(block) { $0 == 0x2C })
        #expect(masks.quote == mask(block) { $0 == 0x22 })
        #expect(masks.cr == mask(block) { $0 == 0x0D })
        #expect(masks.lf == mask(block) { $0 == 0x0A })
        #expect(masks.nul == mask(block) { $0 == 0 })
        #expect(masks.high == mask(block) { $0 >= 0x80 })
      }
    }
  }

  @Test func `folds a mask so that bit i is the exclusive or of bits 0 to i`() {
    var random = SplitMix64(seed: 1)
    for bits in [0, 1, ~0, 1 << 63] + (0..<200).map({ _ in random.next() }) {
      var expected: UInt64 = 0
      var isInside: UInt64 = 0
      for bit in 0..<64 {
        isInside ^= bits >> UInt64(bit) & 1
        expected |= isInside << UInt64(bit)
      }
      #expect(furrow_prefix_xor(bits) == expected)
    }
  }

  @Test(arguments: [FURROW_STOP_FIELD, FURROW_STOP_QUOTE, FURROW_STOP_JSON].map(\.rawValue))
  func `copies up to the first byte that stops, with or without room to read on`(stop: UInt32) {
    var random = SplitMix64(seed: UInt64(stop))
    for round in 0..<3000 {
      let length = Int.random(in: 0...70, using: &random)
      let slack = Int.random(in: 0...20, using: &random)
      let isDense = round % 4 == 0
      let bytes = (0..<length + slack).map { _ in
        isDense || Int.random(in: 0..<40, using: &random) == 0
          ? UInt8.random(in: 0...255, using: &random)
          : UInt8.random(in: 0x61...0x7A, using: &random)
      }
      var copy = [UInt8](repeating: 0, count: length + 16)
      // Both buffers have what the copy may touch: the source its count, the target 16 bytes more.
      let found = unsafe bytes.withUnsafeBufferPointer { bytes in
        unsafe copy.withUnsafeMutableBufferPointer { copy in
          unsafe furrow_copy_until(
            copy.baseAddress,
            bytes.baseAddress,
            length,
            bytes.count,
            furrow_stop(rawValue: stop),
            0x2C,
            0x22
          )
        }
      }
      let expected = bytes.prefix(length).prefix {
        furrow_stops($0, furrow_stop(rawValue: stop), 0x2C, 0x22) == 0
      }
      #expect(found.plain == expected.count)
      #expect(copy.prefix(found.plain) == expected)
      if expected.contains(where: { $0 >= 0x80 }) { #expect(found.high != 0) }
      if !bytes.prefix(length).contains(where: { $0 >= 0x80 }) { #expect(found.high == 0) }
    }
  }

  fileprivate func mask(_ block: [UInt8], _ holds: (UInt8) -> Bool) -> UInt64 {
    block.enumerated().reduce(0) { holds($1.element) ? $0 | 1 << UInt64($1.offset) : $0 }
  }
}

extension ScanMasksTests {
  @Test(arguments: 0..<20)
  func `gives the same masks of JSON by SIMD, by the portable loop and byte by byte`(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let alphabet = Array("{}[]\"\\\na;=Z_".utf8) + [0xFB, 0xFD]
    for round in 0..<200 {
      let block = (0..<64).map { _ in
        round % 2 == 0
          ? UInt8.random(in: 0...255, using: &random) : alphabet.randomElement(using: &random) ?? 0
      }
      // The block has the 64 bytes that both read.
      let (simd, portable) = unsafe block.withUnsafeBufferPointer { block in
        unsafe (
          furrow_json_masks_simd(block.baseAddress),
          furrow_json_masks_portable(block.baseAddress)
        )
      }
      for masks in [simd, portable] {
        #expect(masks.quote == mask(block) { $0 == 0x22 })
        #expect(masks.backslash == mask(block) { $0 == 0x5C })
        #expect(masks.open == mask(block) { $0 == 0x7B || $0 == 0x5B })
        #expect(masks.close == mask(block) { $0 == 0x7D || $0 == 0x5D })
        #expect(masks.lf == mask(block) { $0 == 0x0A })
      }
    }
  }
}
