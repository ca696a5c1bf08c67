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
  uint64_t word = 0;
  for (size_t i = 0; i < count; i++) word |= (uint64_t)bytes[i] << (8 * i);
  return word;
}

// 64 bits that differ for most different texts; who needs to be sure compares the texts, too.
static inline uint64_t furrow_hash(const uint8_t *bytes, size_t count) {
  const uint64_t a = 0x9E3779B97F4A7C15u, b = 0xBF58476D1CE4E5B9u, c = 0x94D049BB133111EBu;
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

// Whether `byte` is one of the bytes.
static inline _Bool furrow_contains(const uint8_t *bytes, size_t count, uint8_t byte) {
  return memchr(bytes, byte, count) != NULL;
}

static inline void furrow_prefetch(const void *address) { __builtin_prefetch(address, 0, 1); }

#endif
