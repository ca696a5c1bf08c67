// JSON's strings, keys and brackets, 16 or 64 bytes at a time.
#ifndef FURROW_JSON_H
#define FURROW_JSON_H

#include "Copy.h"

// Finds the first quotation mark, backslash or control character from `from` on; there has to be
// one. Up to 15 bytes behind it are read.
static inline furrow_copied furrow_json_plain(const uint8_t *from) {
  furrow_copied result = {0, 0};
  for (;; result.plain += 16) {
    uint64_t high;
    uint64_t found = furrow_stops_16(from + result.plain, FURROW_STOP_JSON, 0, 0, &high);
    if (found != 0) {
      result.high |= high & ((found & (0 - found)) - 1);
      result.plain += (size_t)__builtin_ctzll(found) / FURROW_STOP_BITS;
      return result;
    }
    result.high |= high;
  }
}

// Whether `text` starts with the `length` bytes of `label`. Of both as many bytes may be read as
// the next multiple of 16.
static inline int furrow_json_starts(const uint8_t *text, const uint8_t *label, size_t length) {
#if defined(__SSE2__)
  for (size_t done = 0; done < length; done += 16) {
    __m128i a = _mm_loadu_si128((const __m128i *)(text + done));
    __m128i b = _mm_loadu_si128((const __m128i *)(label + done));
    unsigned differ = 0xFFFFu ^ (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(a, b));
    size_t left = length - done;
    if (left < 16) differ &= (1u << left) - 1;
    if (differ != 0) return 0;
  }
  return 1;
#else
  return memcmp(text, label, length) == 0;
#endif
}

// What stands where in one block of 64 bytes of JSON.
typedef struct {
  uint64_t quote;
  uint64_t backslash;
  uint64_t open;   // { and [
  uint64_t close;  // } and ]
  uint64_t lf;
} furrow_json_masks;

// The definition: one byte at a time. The other two must equal it.
static inline furrow_json_masks furrow_json_masks_portable(const uint8_t *block) {
  furrow_json_masks masks = {0, 0, 0, 0, 0};
  for (unsigned i = 0; i < 64; i++) {
    uint8_t byte = block[i];
    masks.quote |= (uint64_t)(byte == '"') << i;
    masks.backslash |= (uint64_t)(byte == '\\') << i;
    masks.open |= (uint64_t)((byte | 0x20) == '{') << i;
    masks.close |= (uint64_t)((byte | 0x20) == '}') << i;
    masks.lf |= (uint64_t)(byte == '\n') << i;
  }
  return masks;
}

#if defined(__SSE2__)

static inline furrow_json_masks furrow_json_masks_simd(const uint8_t *block) {
  __m128i part[4], lower[4];
  for (unsigned i = 0; i < 4; i++) {
    part[i] = _mm_loadu_si128((const __m128i *)(block + 16 * i));
    // [ and { differ in this bit alone, and so do ] and }.
    lower[i] = _mm_or_si128(part[i], _mm_set1_epi8(0x20));
  }
  furrow_json_masks masks;
  masks.quote = furrow_equal_sse2(part, '"');
  masks.backslash = furrow_equal_sse2(part, '\\');
  masks.open = furrow_equal_sse2(lower, '{');
  masks.close = furrow_equal_sse2(lower, '}');
  masks.lf = furrow_equal_sse2(part, '\n');
  return masks;
}

#elif defined(__ARM_NEON) && defined(__aarch64__)

static inline furrow_json_masks furrow_json_masks_simd(const uint8_t *block) {
  uint8x16x4_t part, lower;
  for (unsigned i = 0; i < 4; i++) {
    part.val[i] = vld1q_u8(block + 16 * i);
    lower.val[i] = vorrq_u8(part.val[i], vdupq_n_u8(0x20));
  }
  furrow_json_masks masks;
  masks.quote = furrow_equal_neon(part, '"');
  masks.backslash = furrow_equal_neon(part, '\\');
  masks.open = furrow_equal_neon(lower, '{');
  masks.close = furrow_equal_neon(lower, '}');
  masks.lf = furrow_equal_neon(part, '\n');
  return masks;
}

#else

static inline furrow_json_masks furrow_json_masks_simd(const uint8_t *block) {
  return furrow_json_masks_portable(block);
}

#endif

#endif
