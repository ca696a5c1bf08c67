// Hashing of keys, a hint to the cache where one will be looked up, and a byte's presence.
#ifndef FURROW_KEYS_H
#define FURROW_KEYS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint64_t furrow_mix(uint64_t left, uint64_t right) {
  __uint128_t product = (__uint128_t)left * right;
  return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static inline uint64_t furrow_load64(const uint8_t *bytes) {
  uint64_t word;
  memcpy(&word, bytes, 8);
  return word;
}

// The up to 7 bytes at `bytes` as one word.
static inline uint64_t furrow_load_tail(const uint8_t *bytes, size_t count) {
  if (count >= 4) {
    uint32_t low, high;
    memcpy(&low, bytes, 4);
    memcpy(&high, bytes + count - 4, 4);
    return low | (uint64_t)high << (8 * (count - 4));
  }
  if (count == 0) return 0;
  // Two of the three are the same byte in a text of one or two.
  return bytes[0] | (uint64_t)bytes[count / 2] << (8 * (count / 2)) |
         (uint64_t)bytes[count - 1] << (8 * (count - 1));
}

// 64 bits that differ for most different texts; who needs to be sure compares the texts, too.
static inline uint64_t furrow_hash(const uint8_t *bytes, size_t count, uint64_t seed) {
  // The seed is in each constant: where one of them is known, a text can make a factor zero, and all
  // before it is forgotten.
  const uint64_t a = 0x9E3779B97F4A7C15u ^ seed, b = 0xBF58476D1CE4E5B9u ^ (seed << 21 | seed >> 43),
                 c = 0x94D049BB133111EBu ^ (seed << 42 | seed >> 22);
  uint64_t hash = a ^ count;
  size_t i = 0;
  for (; i + 16 <= count; i += 16)
    hash = furrow_mix(furrow_load64(bytes + i) ^ b, furrow_load64(bytes + i + 8) ^ hash);
  if (i + 8 <= count) {
    hash = furrow_mix(furrow_load64(bytes + i) ^ c, hash ^ b);
    i += 8;
  }
  hash = furrow_mix(furrow_load_tail(bytes + i, count - i) ^ b, hash ^ c);
  return furrow_mix(hash ^ a, c);
}

// Two words that take in one text after the other.
typedef struct {
  uint64_t first, second;
} furrow_digest_state;

// Takes in a text with its length; `kind` tells texts apart from what is none.
static inline void furrow_digest(furrow_digest_state *state, const uint8_t *bytes, size_t count,
                                 uint64_t kind) {
  const uint64_t a = 0xD6E8FEB86659FD93u, b = 0xA0761D6478BD642Fu;
  uint64_t first = state->first ^ (kind << 32 | count), second = state->second + kind + count;
  size_t i = 0;
  for (;;) {
    uint64_t left, right = 0;
    size_t rest = count - i;
    if (rest >= 16) {
      left = furrow_load64(bytes + i);
      right = furrow_load64(bytes + i + 8);
    } else if (rest >= 8) {
      left = furrow_load64(bytes + i);
      right = furrow_load_tail(bytes + i + 8, rest - 8);
    } else {
      left = furrow_load_tail(bytes + i, rest);
    }
    // The product of neither word is lost: what was taken in is part of both factors.
    uint64_t third = furrow_mix(left ^ first ^ a, right ^ second);
    second = (second ^ first) + furrow_mix(left ^ second, right ^ first ^ b);
    first = third;
    if (rest <= 16) break;
    i += 16;
  }
  state->first = first;
  state->second = second;
}

// Whether `byte` is one of the bytes.
static inline _Bool furrow_contains(const uint8_t *bytes, size_t count, uint8_t byte) {
  return memchr(bytes, byte, count) != NULL;
}

static inline void furrow_prefetch(const void *address) { __builtin_prefetch(address, 0, 1); }

#endif
