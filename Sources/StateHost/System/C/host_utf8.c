#include "host_utf8.h"

size_t host_utf8_length(const unsigned char *bytes) {
  unsigned char first = bytes[0];
  if (first < 0x80) return 1;
  size_t length = first >= 0xC2 && first < 0xE0   ? 2
                  : first >= 0xE0 && first < 0xF0 ? 3
                  : first >= 0xF0 && first < 0xF5 ? 4
                                                  : 0;
  for (size_t i = 1; i < length; i += 1) {
    if ((bytes[i] & 0xC0) != 0x80) return 0;
  }
  unsigned char second = bytes[1];
  if ((first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) ||
      (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F))
    return 0;
  return length;
}
