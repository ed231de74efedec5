#define _GNU_SOURCE
#include "host_terminal_mode.h"

#include <errno.h>
#include <poll.h>
#include <time.h>
#include <unistd.h>

void host_terminal_write(int descriptor, const struct host_terminal_sequence *sequence) {
  enum { patience_ms = 100, patience_times = 3 };
  size_t done = 0;
  int waits = 0;
  while (done < sequence->count) {
    ssize_t written = write(descriptor, sequence->bytes + done, sequence->count - done);
    if (written > 0) {
      done += (size_t)written;
      continue;
    }
    if (written < 0 && errno == EINTR) continue;
    if (written == 0 || errno != EAGAIN || waits == patience_times) return;
    struct pollfd ready = {.fd = descriptor, .events = POLLOUT};
    if (poll(&ready, 1, patience_ms) <= 0) waits += 1;
    if (ready.revents & (POLLHUP | POLLERR | POLLNVAL)) return;
  }
}

static int64_t now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void host_terminal_drop_answers(int descriptor, const struct host_terminal_sequence *question) {
  enum { patience_ms = 2000 };
  static const char last[] = "\033[0n";
  if (question->count == 0) return;
  host_terminal_write(descriptor, question);
  struct pollfd input = {.fd = descriptor, .events = POLLIN};
  int64_t end = now_ms() + patience_ms;
  size_t matched = 0;
  for (int64_t left = patience_ms; left > 0; left = end - now_ms()) {
    int ready = poll(&input, 1, (int)left);
    if (ready < 0 && errno == EINTR) continue;
    char bytes[256];
    ssize_t count = ready > 0 ? read(descriptor, bytes, sizeof bytes) : 0;
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (count <= 0) return;
    for (ssize_t i = 0; i < count; i += 1) {
      matched = bytes[i] == last[matched] ? matched + 1 : bytes[i] == last[0];
      if (matched == sizeof last - 1) return;
    }
  }
}

int host_terminal_set(int descriptor, const struct termios *settings) {
  while (tcsetattr(descriptor, TCSANOW, settings) != 0) {
    if (errno != EINTR) return -errno;
  }
  return 0;
}

int host_terminal_is_same(const struct termios *one, const struct termios *other) {
  return one->c_iflag == other->c_iflag && one->c_oflag == other->c_oflag &&
         one->c_cflag == other->c_cflag && one->c_lflag == other->c_lflag;
}
