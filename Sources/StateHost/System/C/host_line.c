#include "host_line.h"

#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <unistd.h>

enum { untrusted_limit = 256, patience_ms = 100 };

static void append_byte(struct host_line *line, char byte) {
  if (line->count < sizeof line->bytes) line->bytes[line->count++] = byte;
}

void host_line_append(struct host_line *line, const char *text) {
  for (; *text; text += 1) append_byte(line, *text);
}

/// C0, DEL, and the C1 controls as UTF-8 writes them (C2 80 to C2 9F).
static bool is_control(unsigned char byte, unsigned char before) {
  return byte < 0x20 || byte == 0x7F || (before == 0xC2 && byte < 0xA0);
}

void host_line_append_untrusted(struct host_line *line, const char *text) {
  unsigned char before = 0;
  for (size_t i = 0; i < untrusted_limit && text[i]; i += 1) {
    unsigned char byte = (unsigned char)text[i];
    append_byte(line, is_control(byte, before) ? '?' : text[i]);
    before = byte;
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
