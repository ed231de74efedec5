#include "host_checksum.h"

#include <string.h>

/* Each step can be undone, so what differs before it differs after it. */
static uint64_t add(uint64_t sum, uint64_t word) {
  sum = (sum ^ word) * 0x9E3779B97F4A7C15;
  return sum ^ sum >> 32;
}

uint64_t host_checksum(const void *bytes, uint64_t length) {
  uint64_t sum = add(0, length);
  uint64_t done = 0;
  uint64_t word;
  for (; done + sizeof word <= length; done += sizeof word) {
    memcpy(&word, (const char *)bytes + done, sizeof word);
    sum = add(sum, word);
  }
  word = 0;
  if (done < length) memcpy(&word, (const char *)bytes + done, length - done);
  return add(sum, word);
}
