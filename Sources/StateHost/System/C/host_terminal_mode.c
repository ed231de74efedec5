#include "host_terminal_mode.h"

#include <errno.h>
#include <poll.h>
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

void host_terminal_drop_answers(int descriptor) {
  enum { patience_ms = 100, look_ms = 10 };
  struct pollfd input = {.fd = descriptor, .events = POLLIN};
  for (int waited = 0; waited < patience_ms; waited += look_ms) {
    char bytes[256];
    if (poll(&input, 1, look_ms) > 0 && read(descriptor, bytes, sizeof bytes) <= 0) return;
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
