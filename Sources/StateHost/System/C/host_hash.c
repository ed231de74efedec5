#include "internal.h"

static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

enum { block_bytes = 64, read_bytes = 64 * 1024 };

/// The intermediate value of a SHA-256.
struct state {
  uint32_t words[8];
};

static const struct state beginning = {{
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
}};

static uint32_t turn(uint32_t word, int bits) { return word >> bits | word << (32 - bits); }

static void add_block(struct state *state, const uint8_t *block) {
  uint32_t schedule[64];
  for (int i = 0; i < 16; i += 1) {
    const uint8_t *word = block + 4 * i;
    schedule[i] = (uint32_t)word[0] << 24 | (uint32_t)word[1] << 16 | (uint32_t)word[2] << 8 | word[3];
  }
  for (int i = 16; i < 64; i += 1) {
    uint32_t older = schedule[i - 15], newer = schedule[i - 2];
    uint32_t first = turn(older, 7) ^ turn(older, 18) ^ older >> 3;
    uint32_t second = turn(newer, 17) ^ turn(newer, 19) ^ newer >> 10;
    schedule[i] = schedule[i - 16] + first + schedule[i - 7] + second;
  }
  uint32_t a = state->words[0], b = state->words[1], c = state->words[2], d = state->words[3];
  uint32_t e = state->words[4], f = state->words[5], g = state->words[6], h = state->words[7];
  for (int i = 0; i < 64; i += 1) {
    uint32_t choice = (e & f) ^ (~e & g);
    uint32_t majority = (a & b) ^ (a & c) ^ (b & c);
    uint32_t one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + constants[i] + schedule[i];
    uint32_t two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority;
    h = g, g = f, f = e, e = d + one, d = c, c = b, b = a, a = one + two;
  }
  const uint32_t added[8] = {a, b, c, d, e, f, g, h};
  for (int i = 0; i < 8; i += 1) state->words[i] += added[i];
}

static void add_blocks(struct state *state, const uint8_t *bytes, uint64_t length) {
  for (uint64_t done = 0; done + block_bytes <= length; done += block_bytes)
    add_block(state, bytes + done);
}

/// Pads the rest after the last whole block: a bit, zeros, and the total number of bits.
static void finish(struct state *state, const uint8_t *rest, uint64_t total, uint8_t *hash) {
  uint8_t last[2 * block_bytes] = {0};
  uint64_t left = total % block_bytes;
  if (left > 0) memcpy(last, rest, left);
  last[left] = 0x80;
  uint64_t size = left < block_bytes - 8 ? block_bytes : 2 * block_bytes;
  for (int i = 0; i < 8; i += 1) last[size - 1 - (uint64_t)i] = (uint8_t)(total * 8 >> 8 * i);
  add_blocks(state, last, size);
  for (int i = 0; i < HOST_SHA256_BYTES; i += 1)
    hash[i] = (uint8_t)(state->words[i / 4] >> (24 - 8 * (i % 4)));
}

int host_sha256_of_file(int descriptor, uint8_t *hash) {
  struct state state = beginning;
  uint8_t bytes[read_bytes];
  for (uint64_t total = 0;; total += read_bytes) {
    int64_t count = host_file_read(descriptor, bytes, read_bytes, total);
    if (count < 0) return (int)count;
    add_blocks(&state, bytes, (uint64_t)count);
    if (count == read_bytes) continue;
    uint64_t whole = (uint64_t)count / block_bytes * block_bytes;
    finish(&state, bytes + whole, total + (uint64_t)count, hash);
    return 0;
  }
}
