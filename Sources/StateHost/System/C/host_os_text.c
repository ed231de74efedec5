#define _GNU_SOURCE
#include "host_os_text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// How many bytes the valid sequence at `bytes` has; 0 when none is there.
static size_t sequence_length(const unsigned char *bytes) {
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
  // The scalars that stand for bytes are taken apart themselves, so that they come back, too.
  if (first == 0xF4 && second == 0x8F && length == 4 && bytes[2] >= 0xBE) return 0;
  if ((first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) ||
      (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F))
    return 0;
  return length;
}

static void *allocate(size_t size) {
  void *memory = malloc(size);
  if (memory == NULL) abort();
  return memory;
}

char *host_text_of_name(const char *name) {
  const unsigned char *bytes = (const unsigned char *)name;
  char *text = allocate(4 * strlen(name) + 1);
  size_t count = 0;
  while (*bytes != 0) {
    size_t length = sequence_length(bytes);
    if (length > 0) {
      memcpy(text + count, bytes, length);
      count += length;
      bytes += length;
    } else {
      // U+10FF80 ... U+10FFFF
      text[count++] = (char)0xF4;
      text[count++] = (char)0x8F;
      text[count++] = (char)(0xBC | *bytes >> 6);
      text[count++] = (char)(0x80 | (*bytes & 0x3F));
      bytes += 1;
    }
  }
  text[count] = 0;
  return text;
}

char *host_name_of_text(const char *text) {
  const unsigned char *bytes = (const unsigned char *)text;
  char *name = allocate(strlen(text) + 1);
  size_t count = 0;
  while (*bytes != 0) {
    if (bytes[0] == 0xF4 && bytes[1] == 0x8F && (bytes[2] & 0xFE) == 0xBE &&
        (bytes[3] & 0xC0) == 0x80) {
      name[count++] = (char)((bytes[2] & 0x03) << 6 | (bytes[3] & 0x3F));
      bytes += 4;
    } else {
      name[count++] = (char)*bytes++;
    }
  }
  name[count] = 0;
  return name;
}

int host_open(const char *path, int flags, mode_t mode) {
  char *name = host_name_of_text(path);
  int descriptor = open(name, flags, mode);
  int error = errno;
  free(name);
  errno = error;
  return descriptor;
}

int host_exists(const char *path) {
  char *name = host_name_of_text(path);
  int result = access(name, F_OK);
  free(name);
  return result == 0;
}

void host_secure_standard_descriptors(void) {
  for (int descriptor = 0; descriptor <= 2; descriptor += 1) {
    if (fcntl(descriptor, F_GETFD) >= 0) continue;
    int opened = open("/dev/null", O_RDONLY);
    if (opened >= 0 && opened != descriptor) {
      dup2(opened, descriptor);
      close(opened);
    }
  }
}
