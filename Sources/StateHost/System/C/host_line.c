#include "host_line.h"

#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <unistd.h>

#include "host_utf8.h"

enum { untrusted_limit = 256, patience_ms = 100 };

static void append_byte(struct host_line *line, char byte) {
  if (line->count < sizeof line->bytes) line->bytes[line->count++] = byte;
}

void host_line_append(struct host_line *line, const char *text) {
  for (; *text; text += 1) append_byte(line, *text);
}

/// Letters that stand where they are written, one cell or two: no controls, no marks that pile up, none
/// that changes the direction of the others. Texts of a signal handler are not shown more finely.
static bool is_plain(uint32_t scalar) {
  static const struct {
    uint32_t first, last;
  } plain[] = {
      {0x20, 0x7E},     {0xA1, 0xAC},     {0xAE, 0x2FF},    {0x370, 0x482},   {0x48A, 0x52F},
      {0x2010, 0x2027}, {0x20A0, 0x20C0}, {0x3041, 0x3096}, {0x30A0, 0x30FF}, {0x4E00, 0x9FFF},
      {0xAC00, 0xD7A3},
  };
  for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i += 1) {
    if (scalar >= plain[i].first && scalar <= plain[i].last) return true;
  }
  return false;
}

static uint32_t scalar_of(const unsigned char *bytes, size_t length) {
  static const unsigned char lead_bits[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
  uint32_t scalar = bytes[0] & lead_bits[length];
  for (size_t i = 1; i < length; i += 1) scalar = scalar << 6 | (bytes[i] & 0x3F);
  return scalar;
}

void host_line_append_untrusted(struct host_line *line, const char *text) {
  const unsigned char *bytes = (const unsigned char *)text;
  for (size_t i = 0; i < untrusted_limit && bytes[i];) {
    size_t length = host_utf8_length(bytes + i);
    bool is_shown = length > 0 && is_plain(scalar_of(bytes + i, length));
    for (size_t k = 0; is_shown && k < length; k += 1) append_byte(line, text[i + k]);
    if (!is_shown) append_byte(line, '?');
    i += length > 0 ? length : 1;
  }
}

void host_line_write(const struct host_line *line, int descriptor) {
  size_t done = 0;
  while (done < line->count) {
    struct pollfd ready = {.fd = descriptor, .events = POLLOUT};
    int count = poll(&ready, 1, patience_ms);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;
    if (ready.revents & (POLLHUP | POLLERR | POLLNVAL)) return;
    ssize_t written = write(descriptor, line->bytes + done, line->count - done);
    if (written > 0) {
      done += (size_t)written;
    } else if (errno != EINTR && errno != EAGAIN) {
      return;
    }
  }
}

void host_line_append_number(struct host_line *line, unsigned number) {
  char digits[16] = {0};
  size_t place = sizeof digits - 1;
  do {
    digits[--place] = (char)('0' + number % 10);
    number /= 10;
  } while (number > 0);
  host_line_append(line, digits + place);
}
