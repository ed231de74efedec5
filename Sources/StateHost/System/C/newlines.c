#define _GNU_SOURCE
#include "newlines.h"

#include <string.h>

// Bytes counted side by side; the compiler turns the inner loop into vector instructions.
enum { LANES = 64 };

size_t host_newline_count(const uint8_t *bytes, size_t count) {
  size_t total = 0;
  while (count >= LANES) {
    // A lane is a byte and gains at most 1 a step, so it is emptied before 256 steps.
    size_t steps = count / LANES;
    if (steps > 255) {
      steps = 255;
    }
    uint8_t lanes[LANES] = {0};
    for (size_t step = 0; step < steps; step++) {
      for (size_t lane = 0; lane < LANES; lane++) {
        lanes[lane] += bytes[step * LANES + lane] == '\n';
      }
    }
    for (size_t lane = 0; lane < LANES; lane++) {
      total += lanes[lane];
    }
    bytes += steps * LANES;
    count -= steps * LANES;
  }
  for (size_t index = 0; index < count; index++) {
    total += bytes[index] == '\n';
  }
  return total;
}

size_t host_newline_first(const uint8_t *bytes, size_t count) {
  const uint8_t *found = count == 0 ? NULL : memchr(bytes, '\n', count);
  return found == NULL ? count : (size_t)(found - bytes);
}

size_t host_newline_after(const uint8_t *bytes, size_t count, size_t nth) {
  // Short rows are counted in groups as well, for a call costs more than to count some bytes.
  static const size_t groups[] = {1024, 64};
  size_t offset = 0;
  for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i += 1) {
    while (count - offset >= groups[i]) {
      size_t here = host_newline_count(bytes + offset, groups[i]);
      if (here >= nth) {
        break;
      }
      nth -= here;
      offset += groups[i];
    }
  }
  while (nth > 0 && offset < count) {
    offset += host_newline_first(bytes + offset, count - offset) + 1;
    nth -= 1;
  }
  return offset < count ? offset : count;
}

size_t host_newline_after_last(const uint8_t *bytes, size_t count) {
  const uint8_t *found = count == 0 ? NULL : memrchr(bytes, '\n', count);
  return found == NULL ? 0 : (size_t)(found - bytes) + 1;
}

size_t host_plain_length(const uint8_t *bytes, size_t count) {
  size_t length = 0;
  while (length + LANES <= count) {
    uint8_t others = 0;
    for (size_t lane = 0; lane < LANES; lane++) {
      uint8_t byte = bytes[length + lane];
      uint8_t is_shown = (uint8_t)(byte - 0x20) < 0x5F;
      others |= !(is_shown | (byte == '\n') | (byte == '\t'));
    }
    if (others) {
      break;
    }
    length += LANES;
  }
  while (length < count) {
    uint8_t byte = bytes[length];
    if ((uint8_t)(byte - 0x20) >= 0x5F && byte != '\n' && byte != '\t') {
      break;
    }
    length += 1;
  }
  return length;
}

static uint8_t is_movement(uint8_t byte, uint8_t next) {
  return (byte == '\b') | (byte == 0x1B) | ((byte == '\r') & (next != '\n'));
}

size_t host_movement_first(const uint8_t *bytes, size_t count) {
  size_t offset = 0;
  while (offset + LANES < count) {
    uint8_t any = 0;
    for (size_t lane = 0; lane < LANES; lane++) {
      any |= is_movement(bytes[offset + lane], bytes[offset + lane + 1]);
    }
    if (any) {
      break;
    }
    offset += LANES;
  }
  while (offset < count && !is_movement(bytes[offset], offset + 1 < count ? bytes[offset + 1] : 0)) {
    offset += 1;
  }
  return offset;
}

__extension__ typedef unsigned __int128 product;

static uint64_t mixed(uint64_t a, uint64_t b) {
  const product whole = (product)a * b;
  return (uint64_t)whole ^ (uint64_t)(whole >> 64);
}

static uint64_t loaded(const uint8_t *bytes, size_t count) {
  uint64_t number = 0;
  memcpy(&number, bytes, count);
  return number;
}

uint64_t host_bytes_hash(const uint8_t *bytes, size_t count) {
  static const uint64_t odd = 0x9E3779B97F4A7C15u, other = 0xD1B54A32D192ED03u;
  uint64_t hash = mixed(count ^ odd, other);
  size_t place = 0;
  for (; count - place >= 16; place += 16)
    hash = mixed(loaded(bytes + place, 8) ^ odd, loaded(bytes + place + 8, 8) ^ hash);
  const size_t rest = count - place;
  if (rest > 8)
    return mixed(loaded(bytes + place, 8) ^ odd, loaded(bytes + place + 8, rest - 8) ^ hash);
  return mixed(loaded(bytes + place, rest) ^ other, hash ^ odd);
}
