// 64 bytes of delimited text at a time, as bit masks.
//
// Bit i of a mask speaks of byte i (bit 0 is the first byte). SSE2 is part of every x86-64 and
// NEON of every arm64, so nothing is chosen at run time; other machines take the portable loop.
#ifndef FURROW_CSCAN_H
#define FURROW_CSCAN_H

#include <stdint.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__ARM_NEON) && defined(__aarch64__)
#include <arm_neon.h>
#endif

// What stands where in one block of 64 bytes.
typedef struct {
  uint64_t delimiter;
  uint64_t quote;
  uint64_t cr;
  uint64_t lf;
  uint64_t nul;
  uint64_t high;  // bytes of 0x80 and above: not ASCII
} furrow_masks;

// The definition: one byte at a time. The other two must equal it.
static inline furrow_masks furrow_masks_portable(
    const uint8_t *block, uint8_t delimiter, uint8_t quote) {
  furrow_masks masks = {0, 0, 0, 0, 0, 0};
  for (unsigned i = 0; i < 64; i++) {
    uint8_t byte = block[i];
    masks.delimiter |= (uint64_t)(byte == delimiter) << i;
    masks.quote |= (uint64_t)(byte == quote) << i;
    masks.cr |= (uint64_t)(byte == '\r') << i;
    masks.lf |= (uint64_t)(byte == '\n') << i;
    masks.nul |= (uint64_t)(byte == 0) << i;
    masks.high |= (uint64_t)(byte >> 7) << i;
  }
  return masks;
}

#if defined(__SSE2__)

static inline uint64_t furrow_equal_sse2(const __m128i part[4], uint8_t byte) {
  __m128i wanted = _mm_set1_epi8((char)byte);
  uint64_t mask = 0;
  for (unsigned i = 0; i < 4; i++) {
    uint64_t bits = (uint16_t)_mm_movemask_epi8(_mm_cmpeq_epi8(part[i], wanted));
    mask |= bits << (16 * i);
  }
  return mask;
}

static inline furrow_masks furrow_masks_simd(
    const uint8_t *block, uint8_t delimiter, uint8_t quote) {
  __m128i part[4];
  furrow_masks masks;
  masks.high = 0;
  for (unsigned i = 0; i < 4; i++) {
    part[i] = _mm_loadu_si128((const __m128i *)(block + 16 * i));
    masks.high |= (uint64_t)(uint16_t)_mm_movemask_epi8(part[i]) << (16 * i);
  }
  masks.delimiter = furrow_equal_sse2(part, delimiter);
  masks.quote = furrow_equal_sse2(part, quote);
  masks.cr = furrow_equal_sse2(part, '\r');
  masks.lf = furrow_equal_sse2(part, '\n');
  masks.nul = furrow_equal_sse2(part, 0);
  return masks;
}

#elif defined(__ARM_NEON) && defined(__aarch64__)

// Keeps one bit of each byte of four compare results and folds them into 64 bits.
static inline uint64_t furrow_fold_neon(
    uint8x16_t a, uint8x16_t b, uint8x16_t c, uint8x16_t d) {
  const uint8x16_t bit = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  uint8x16_t ab = vpaddq_u8(vandq_u8(a, bit), vandq_u8(b, bit));
  uint8x16_t cd = vpaddq_u8(vandq_u8(c, bit), vandq_u8(d, bit));
  uint8x16_t all = vpaddq_u8(ab, cd);
  all = vpaddq_u8(all, all);
  return vgetq_lane_u64(vreinterpretq_u64_u8(all), 0);
}

static inline uint64_t furrow_equal_neon(uint8x16x4_t part, uint8_t byte) {
  uint8x16_t wanted = vdupq_n_u8(byte);
  return furrow_fold_neon(
      vceqq_u8(part.val[0], wanted), vceqq_u8(part.val[1], wanted),
      vceqq_u8(part.val[2], wanted), vceqq_u8(part.val[3], wanted));
}

static inline furrow_masks furrow_masks_simd(
    const uint8_t *block, uint8_t delimiter, uint8_t quote) {
  uint8x16x4_t part = {{
      vld1q_u8(block), vld1q_u8(block + 16), vld1q_u8(block + 32), vld1q_u8(block + 48)}};
  const uint8x16_t top = vdupq_n_u8(0x80);
  furrow_masks masks;
  masks.delimiter = furrow_equal_neon(part, delimiter);
  masks.quote = furrow_equal_neon(part, quote);
  masks.cr = furrow_equal_neon(part, '\r');
  masks.lf = furrow_equal_neon(part, '\n');
  masks.nul = furrow_equal_neon(part, 0);
  masks.high = furrow_fold_neon(
      vcgeq_u8(part.val[0], top), vcgeq_u8(part.val[1], top),
      vcgeq_u8(part.val[2], top), vcgeq_u8(part.val[3], top));
  return masks;
}

#else

static inline furrow_masks furrow_masks_simd(
    const uint8_t *block, uint8_t delimiter, uint8_t quote) {
  return furrow_masks_portable(block, delimiter, quote);
}

#endif

// Bit i of the result is the exclusive or of bits 0 to i: from quotes to what stands inside them.
static inline uint64_t furrow_prefix_xor(uint64_t bits) {
  bits ^= bits << 1;
  bits ^= bits << 2;
  bits ^= bits << 4;
  bits ^= bits << 8;
  bits ^= bits << 16;
  bits ^= bits << 32;
  return bits;
}

#include "Copy.h"
#include "Keys.h"
#include "Json.h"

#endif
