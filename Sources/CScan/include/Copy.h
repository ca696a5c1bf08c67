// Copies text 16 bytes at a time up to the first byte that may not stand as it is.
#ifndef FURROW_COPY_H
#define FURROW_COPY_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

// Which bytes stop a copy.
typedef enum {
  FURROW_STOP_FIELD,  // the two given ones, CR and LF
  FURROW_STOP_QUOTE,  // the two given ones
  FURROW_STOP_JSON    // quotation mark, backslash and what is below space
} furrow_stop;

typedef struct {
  size_t plain;   // bytes before the first one that stops
  uint64_t high;  // not 0 when a byte of 0x80 or above was seen
} furrow_copied;

// The definition: whether one byte stops a copy.
static inline int furrow_stops(uint8_t byte, furrow_stop stop, uint8_t a, uint8_t b) {
  switch (stop) {
    case FURROW_STOP_FIELD: return byte == a || byte == b || byte == '\r' || byte == '\n';
    case FURROW_STOP_QUOTE: return byte == a || byte == b;
    default: return byte == '"' || byte == '\\' || byte < 0x20;
  }
}

// Masks of 16 bytes, with FURROW_STOP_BITS bits for each.
#if defined(__SSE2__)

#define FURROW_STOP_BITS 1
static inline uint64_t furrow_stops_16(
    const uint8_t *from, furrow_stop stop, uint8_t a, uint8_t b, uint64_t *high) {
  __m128i part = _mm_loadu_si128((const __m128i *)from);
  uint8_t first = stop == FURROW_STOP_JSON ? '"' : a;
  uint8_t second = stop == FURROW_STOP_JSON ? '\\' : b;
  __m128i found = _mm_or_si128(
      _mm_cmpeq_epi8(part, _mm_set1_epi8((char)first)),
      _mm_cmpeq_epi8(part, _mm_set1_epi8((char)second)));
  if (stop == FURROW_STOP_FIELD) {
    found = _mm_or_si128(found, _mm_cmpeq_epi8(part, _mm_set1_epi8('\r')));
    found = _mm_or_si128(found, _mm_cmpeq_epi8(part, _mm_set1_epi8('\n')));
  } else if (stop == FURROW_STOP_JSON) {
    found = _mm_or_si128(found, _mm_cmpeq_epi8(_mm_min_epu8(part, _mm_set1_epi8(0x1F)), part));
  }
  *high = (uint16_t)_mm_movemask_epi8(part);
  return (uint16_t)_mm_movemask_epi8(found);
}

#elif defined(__ARM_NEON) && defined(__aarch64__)

#define FURROW_STOP_BITS 4
static inline uint64_t furrow_nibbles_neon(uint8x16_t wide) {
  uint8x8_t narrow = vshrn_n_u16(vreinterpretq_u16_u8(wide), 4);
  return vget_lane_u64(vreinterpret_u64_u8(narrow), 0);
}
static inline uint64_t furrow_stops_16(
    const uint8_t *from, furrow_stop stop, uint8_t a, uint8_t b, uint64_t *high) {
  uint8x16_t part = vld1q_u8(from);
  uint8_t first = stop == FURROW_STOP_JSON ? '"' : a;
  uint8_t second = stop == FURROW_STOP_JSON ? '\\' : b;
  uint8x16_t found = vorrq_u8(vceqq_u8(part, vdupq_n_u8(first)), vceqq_u8(part, vdupq_n_u8(second)));
  if (stop == FURROW_STOP_FIELD) {
    found = vorrq_u8(found, vceqq_u8(part, vdupq_n_u8('\r')));
    found = vorrq_u8(found, vceqq_u8(part, vdupq_n_u8('\n')));
  } else if (stop == FURROW_STOP_JSON) {
    found = vorrq_u8(found, vcltq_u8(part, vdupq_n_u8(0x20)));
  }
  *high = furrow_nibbles_neon(vcgeq_u8(part, vdupq_n_u8(0x80)));
  return furrow_nibbles_neon(found);
}

#else

#define FURROW_STOP_BITS 1
static inline uint64_t furrow_stops_16(
    const uint8_t *from, furrow_stop stop, uint8_t a, uint8_t b, uint64_t *high) {
  uint64_t found = 0;
  *high = 0;
  for (unsigned i = 0; i < 16; i++) {
    found |= (uint64_t)furrow_stops(from[i], stop, a, b) << i;
    *high |= (uint64_t)(from[i] >> 7) << i;
  }
  return found;
}

#endif

// Copies `length` bytes, or those before the first one that stops.
//
// At `to` 16 bytes more than `length` may be written, meant or not. `readable` says how many bytes
// may be read from `from` on, at least `length`.
static inline furrow_copied furrow_copy_until(
    uint8_t *to, const uint8_t *from, size_t length, size_t readable,
    furrow_stop stop, uint8_t a, uint8_t b) {
  furrow_copied result = {length, 0};
  for (size_t done = 0; done < length; done += 16) {
    size_t left = length - done;
    const uint8_t *block = from + done;
    uint8_t last[16] = {0};
    if (readable - done < 16) {
      memcpy(last, block, left);
      block = last;
    }
    uint64_t high;
    uint64_t found = furrow_stops_16(block, stop, a, b, &high);
    memcpy(to + done, block, 16);
    if (left < 16) {
      uint64_t meant = ((uint64_t)1 << (left * FURROW_STOP_BITS)) - 1;
      found &= meant;
      high &= meant;
    }
    result.high |= high;
    if (found != 0) {
      result.plain = done + (size_t)__builtin_ctzll(found) / FURROW_STOP_BITS;
      return result;
    }
  }
  return result;
}

#endif
