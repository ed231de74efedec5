#define _GNU_SOURCE
#include "host_os_text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host_descriptor.h"
#include "host_utf8.h"

/// As long as the valid sequence at `bytes`; 0 also for the scalars that stand for bytes: they are taken
/// apart themselves, so that they come back, too.
static size_t sequence_length(const unsigned char *bytes) {
  size_t length = host_utf8_length(bytes);
  return length == 4 && bytes[0] == 0xF4 && bytes[1] == 0x8F && bytes[2] >= 0xBE ? 0 : length;
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
    int opened = host_descriptor_open_nothing();
    if (opened >= 0 && opened != descriptor) {
      dup2(opened, descriptor);
      close(opened);
    }
  }
}
