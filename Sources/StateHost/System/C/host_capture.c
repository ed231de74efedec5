#define _GNU_SOURCE
#include "host_capture.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "host_descriptor.h"

enum { first_private_descriptor = 10, pipe_bytes = 1 << 20 };

static int originals[3] = {-1, -1, -1};
static int read_end = -1;

/// What stdio still holds belongs to the side it was written for. A stream that another thread
/// holds is left alone: waiting for it could be for ever.
static void flush(FILE *stream) {
  if (ftrylockfile(stream) != 0) return;
  fflush_unlocked(stream);
  funlockfile(stream);
}

/// A descriptor that is closed has no original.
static int keep(int descriptor) {
  int kept = host_descriptor_duplicate(descriptor, first_private_descriptor);
  originals[descriptor] = kept >= 0 ? kept : -1;
  return kept < 0 && kept != -EBADF ? kept : 0;
}

static void forget_originals(void) {
  for (int i = STDOUT_FILENO; i <= STDERR_FILENO; i += 1) {
    if (originals[i] >= 0) close(originals[i]);
    originals[i] = -1;
  }
}

int host_capture_begin(void) {
  if (read_end >= 0) return -EBUSY;
  int ends[2];
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return -errno;
  int near_end = host_descriptor_duplicate(ends[0], first_private_descriptor);
  int far_end = host_descriptor_duplicate(ends[1], first_private_descriptor);
  int result = near_end < 0 ? near_end : far_end < 0 ? far_end : 0;
  close(ends[0]);
  close(ends[1]);
  if (result == 0) result = keep(STDOUT_FILENO);
  if (result == 0) result = keep(STDERR_FILENO);
  if (result < 0) {
    forget_originals();
    close(near_end);
    close(far_end);
    return result;
  }
  fcntl(far_end, F_SETPIPE_SZ, pipe_bytes);
  flush(stdout);
  flush(stderr);
  setvbuf(stdout, NULL, _IOLBF, 0);
  read_end = near_end;
  dup2(far_end, STDOUT_FILENO);
  dup2(far_end, STDERR_FILENO);
  close(far_end);
  return near_end;
}

void host_capture_flush(void) {
  flush(stdout);
  flush(stderr);
}

int host_capture_original(int descriptor) {
  if (descriptor != STDOUT_FILENO && descriptor != STDERR_FILENO) return descriptor;
  return originals[descriptor] >= 0 ? originals[descriptor] : descriptor;
}

int host_capture_waiting(void) {
  int count = 0;
  if (read_end < 0 || ioctl(read_end, FIONREAD, &count) != 0) return 0;
  return count;
}

/// What the runtimes of languages write after the words that tell what has happened.
static bool begins_trace(const char *line) {
  static const char *const beginnings[] = {"Current stack trace:", "stack backtrace:"};
  for (size_t i = 0; i < sizeof beginnings / sizeof beginnings[0]; i += 1) {
    if (strncmp(line, beginnings[i], strlen(beginnings[i])) == 0) return true;
  }
  return false;
}

static void copy(char *to, const char *from, size_t capacity) {
  size_t length = 0;
  for (; from[length] && length + 1 < capacity; length += 1) to[length] = from[length];
  to[length] = 0;
}

int host_capture_last_words(char *words, size_t capacity) {
  char line[160];
  size_t length = 0;
  bool is_traced = false;
  char chunk[512];
  words[0] = 0;
  // Counted first: another thread of the plugin may go on writing for ever.
  int waiting = host_capture_waiting();
  while (waiting > 0) {
    size_t wanted = (size_t)waiting < sizeof chunk ? (size_t)waiting : sizeof chunk;
    ssize_t count = read(read_end, chunk, wanted);
    if (count <= 0) break;
    waiting -= (int)count;
    for (ssize_t i = 0; i < count && !is_traced; i += 1) {
      bool is_over = chunk[i] == '\n' || (waiting == 0 && i + 1 == count);
      if (chunk[i] != '\n' && length + 1 < sizeof line) line[length++] = chunk[i];
      if (!is_over || length == 0) continue;
      line[length] = 0;
      length = 0;
      is_traced = begins_trace(line);
      if (!is_traced) copy(words, line, capacity);
    }
  }
  return words[0] != 0;
}
