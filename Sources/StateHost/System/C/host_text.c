#include "host_text.h"

// Places tried side by side; the compiler turns the inner loop into vector instructions.
enum { LANES = 64 };

static int is_at(
    const uint8_t *bytes, const uint8_t *needle, const uint8_t *masks, size_t length) {
  for (size_t index = 0; index < length; index++) {
    if ((bytes[index] & masks[index]) != needle[index]) return 0;
  }
  return 1;
}

size_t host_text_find(
    const uint8_t *bytes, size_t count, const uint8_t *needle, const uint8_t *masks,
    size_t length) {
  if (length > count) return count;
  size_t places = count - length + 1;
  size_t last = length - 1;
  uint8_t first_byte = needle[0], first_mask = masks[0];
  uint8_t last_byte = needle[last], last_mask = masks[last];
  size_t place = 0;
  while (place + LANES <= places) {
    // Where both ends are right the middle is looked at.
    uint8_t lanes[LANES];
    uint8_t any = 0;
    for (size_t lane = 0; lane < LANES; lane++) {
      uint8_t first = bytes[place + lane] & first_mask;
      uint8_t end = bytes[place + lane + last] & last_mask;
      lanes[lane] = (first == first_byte) & (end == last_byte);
      any |= lanes[lane];
    }
    if (any) {
      for (size_t lane = 0; lane < LANES; lane++) {
        if (lanes[lane] && is_at(bytes + place + lane, needle, masks, length)) {
          return place + lane;
        }
      }
    }
    place += LANES;
  }
  for (; place < places; place++) {
    if (is_at(bytes + place, needle, masks, length)) return place;
  }
  return count;
}

size_t host_text_subsequence(
    const uint8_t *bytes, size_t count, const uint8_t *needle, const uint8_t *masks,
    size_t length) {
  size_t found = 0;
  for (size_t index = 0; index < count; index++) {
    if ((bytes[index] & masks[found]) == needle[found]) {
      found++;
      if (found == length) return index + 1;
    }
  }
  return 0;
}
