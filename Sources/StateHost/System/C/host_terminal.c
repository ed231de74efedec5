#define _GNU_SOURCE
#include "host_terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

struct sequence {
  uint8_t bytes[HOST_TERMINAL_SEQUENCE_LIMIT];
  size_t count;
};

static struct {
  int descriptor;
  /// Of the terminal, as `fstat` says: by it the descriptor is known again.
  dev_t device;
  struct termios original;
  struct termios raw;
  int has_original;
  struct sequence enter;
  struct sequence leave;
} terminal = {.descriptor = -1};

/// 1 from just before the terminal is changed until it is restored. Who changes it to 0 restores.
static int entered;

static void write_bounded(const struct sequence *sequence) {
  enum { patience_ms = 100, patience_times = 3 };
  size_t done = 0;
  int waits = 0;
  while (done < sequence->count) {
    ssize_t written =
        write(terminal.descriptor, sequence->bytes + done, sequence->count - done);
    if (written > 0) {
      done += (size_t)written;
      continue;
    }
    if (written < 0 && errno == EINTR) continue;
    if (written == 0 || errno != EAGAIN || waits == patience_times) return;
    struct pollfd ready = {.fd = terminal.descriptor, .events = POLLOUT};
    if (poll(&ready, 1, patience_ms) <= 0) waits += 1;
    if (ready.revents & (POLLHUP | POLLERR | POLLNVAL)) return;
  }
}

/// A process in the background must not change the settings that the shell has made.
static int is_in_background(void) {
  pid_t foreground = tcgetpgrp(terminal.descriptor);
  return foreground > 0 && foreground != getpgrp();
}

/// Signal keys stay on (ISIG), so that Ctrl-C and Ctrl-Z work while a plugin hangs; NOFLSH, so
/// that they do not cut a frame that is on its way.
static struct termios raw_settings(void) {
  struct termios raw = terminal.original;
  raw.c_iflag &= ~(tcflag_t)(IGNBRK | BRKINT | PARMRK | ISTRIP | INLCR | IGNCR | ICRNL | IXON);
  raw.c_oflag &= ~(tcflag_t)OPOST;
  raw.c_lflag &= ~(tcflag_t)(ECHO | ECHONL | ICANON | IEXTEN);
  raw.c_lflag |= ISIG | NOFLSH;
  raw.c_cflag &= ~(tcflag_t)(CSIZE | PARENB);
  raw.c_cflag |= CS8;
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  return raw;
}

static int set_settings(const struct termios *settings) {
  while (tcsetattr(terminal.descriptor, TCSANOW, settings) != 0) {
    if (errno != EINTR) return -errno;
  }
  return 0;
}

static int is_same(const struct termios *one, const struct termios *other) {
  return one->c_iflag == other->c_iflag && one->c_oflag == other->c_oflag &&
         one->c_cflag == other->c_cflag && one->c_lflag == other->c_lflag;
}

/// Remembers the settings to go back to: those before the first entering, or what a person made of
/// them while the process was suspended, but never the host's own.
static int remember_original(void) {
  struct termios current;
  if (tcgetattr(terminal.descriptor, &current) != 0) return -errno;
  int is_own = terminal.has_original && is_same(&current, &terminal.raw);
  if (!is_own) terminal.original = current;
  terminal.has_original = 1;
  return 0;
}

static int enter_now(void) {
  int was_entered = __atomic_load_n(&entered, __ATOMIC_ACQUIRE);
  int result = was_entered ? 0 : remember_original();
  if (result < 0) return result;
  __atomic_store_n(&entered, 1, __ATOMIC_RELEASE);
  terminal.raw = raw_settings();
  result = set_settings(&terminal.raw);
  if (result < 0) {
    __atomic_store_n(&entered, 0, __ATOMIC_RELEASE);
    return result;
  }
  write_bounded(&terminal.enter);
  return 0;
}

int host_terminal_enter(
    int descriptor, const uint8_t *enter, size_t enter_count, const uint8_t *leave,
    size_t leave_count) {
  static int is_registered;
  if (enter_count > HOST_TERMINAL_SEQUENCE_LIMIT || leave_count > HOST_TERMINAL_SEQUENCE_LIMIT)
    return -E2BIG;
  if (host_terminal_is_entered() && terminal.descriptor != descriptor) return -EBUSY;
  if (!is_registered) {
    atexit(host_terminal_leave);
    at_quick_exit(host_terminal_leave);
    is_registered = 1;
  }
  terminal.descriptor = descriptor;
  struct stat facts;
  terminal.device = fstat(descriptor, &facts) == 0 ? facts.st_rdev : 0;
  if (enter_count > 0) memcpy(terminal.enter.bytes, enter, enter_count);
  terminal.enter.count = enter_count;
  if (leave_count > 0) memcpy(terminal.leave.bytes, leave, leave_count);
  terminal.leave.count = leave_count;
  return enter_now();
}

int host_terminal_enter_again(void) {
  return terminal.descriptor < 0 ? -EBADF : enter_now();
}

/// A plugin may have closed the descriptor, or have put something else in its place.
static void find_again(void) {
  struct stat facts;
  if (fstat(terminal.descriptor, &facts) == 0 && S_ISCHR(facts.st_mode) &&
      facts.st_rdev == terminal.device)
    return;
  int again = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (again >= 0) terminal.descriptor = again;
}

void host_terminal_leave(void) {
  if (!__atomic_exchange_n(&entered, 0, __ATOMIC_ACQ_REL)) return;
  int saved_errno = errno;
  sigset_t stops, previous;
  sigemptyset(&stops);
  sigaddset(&stops, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &stops, &previous);
  find_again();
  write_bounded(&terminal.leave);
  if (!is_in_background()) {
    tcflush(terminal.descriptor, TCIFLUSH);
    set_settings(&terminal.original);
  }
  pthread_sigmask(SIG_SETMASK, &previous, NULL);
  errno = saved_errno;
}

void host_terminal_release(int descriptor) {
  if (terminal.descriptor != descriptor) return;
  host_terminal_leave();
  terminal.descriptor = -1;
  terminal.has_original = 0;
}

int host_terminal_is_entered(void) { return __atomic_load_n(&entered, __ATOMIC_ACQUIRE); }

int host_terminal_size(int descriptor, uint16_t *columns, uint16_t *rows) {
  struct winsize size = {0};
  *columns = 0;
  *rows = 0;
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0) return -errno;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return 0;
}
