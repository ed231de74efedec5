#include "internal.h"

#include <sys/ioctl.h>

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

void host_terminal_drop_answers(int descriptor, const struct host_terminal_sequence *question) {
  enum { patience_ms = 2000 };
  static const char last[] = "\033[0n";
  if (question->count == 0) return;
  host_terminal_write(descriptor, question);
  struct pollfd input = {.fd = descriptor, .events = POLLIN};
  int64_t end = now_nanoseconds() / 1000000 + patience_ms;
  size_t matched = 0;
  for (int64_t left = patience_ms; left > 0; left = end - now_nanoseconds() / 1000000) {
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
  return TEMP_FAILURE_RETRY(tcsetattr(descriptor, TCSANOW, settings)) != 0 ? -errno : 0;
}

int host_terminal_is_same(const struct termios *one, const struct termios *other) {
  return one->c_iflag == other->c_iflag && one->c_oflag == other->c_oflag &&
         one->c_cflag == other->c_cflag && one->c_lflag == other->c_lflag;
}

static struct {
  int descriptor;
  /// The device of the terminal (`fstat`), which detects a replaced descriptor.
  dev_t device;
  /// The process that entered it; processes that a plugin forks must not leave it.
  pid_t owner;
  int has_original;
  struct host_terminal_mode mode;
  struct host_terminal_sequence enter;
  struct host_terminal_sequence before_notice;
  struct host_terminal_sequence after_notice;
  bool keeps_input;
} terminal = {.descriptor = -1};

/// 1 from just before the terminal is changed until it is restored. The thread that sets it to 0 restores it.
static int entered;

/// Whether another process group has the terminal, whose settings must not be changed.
static int is_in_background(void) {
  pid_t foreground = tcgetpgrp(terminal.descriptor);
  return foreground > 0 && foreground != getpgrp();
}

/// The raw settings. ISIG stays on, so that Ctrl-C and Ctrl-Z work while a plugin hangs; NOFLSH keeps them from cutting
/// a frame.
static struct termios raw_settings(void) {
  struct termios raw = terminal.mode.original;
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

/// Saves the settings to restore: those before the first entry, or those that were set while the process was suspended,
/// but never the host's own.
static int remember_original(void) {
  struct termios current;
  if (tcgetattr(terminal.descriptor, &current) != 0) return -errno;
  int is_own = terminal.has_original && host_terminal_is_same(&current, &terminal.mode.raw);
  if (!is_own) terminal.mode.original = current;
  terminal.has_original = 1;
  return 0;
}

static int enter_now(void) {
  int was_entered = __atomic_load_n(&entered, __ATOMIC_ACQUIRE);
  int result = was_entered ? 0 : remember_original();
  if (result < 0) return result;
  terminal.owner = getpid();
  __atomic_store_n(&entered, 1, __ATOMIC_RELEASE);
  terminal.mode.raw = raw_settings();
  host_guardian_enter(terminal.descriptor, &terminal.mode, false);
  result = host_terminal_set(terminal.descriptor, &terminal.mode.raw);
  if (result < 0) {
    __atomic_store_n(&entered, 0, __ATOMIC_RELEASE);
    host_guardian_leave();
    return result;
  }
  host_terminal_write(terminal.descriptor, &terminal.enter);
  return 0;
}

static void copy(struct host_terminal_sequence *to, const uint8_t *bytes, size_t count) {
  if (count > 0) memcpy(to->bytes, bytes, count);
  to->count = count;
}

int host_terminal_enter(
    int descriptor, const uint8_t *enter, size_t enter_count, const uint8_t *leave,
    size_t leave_count) {
  static int is_registered;
  if (enter_count > HOST_TERMINAL_SEQUENCE_LIMIT || leave_count > HOST_TERMINAL_SEQUENCE_LIMIT)
    return -E2BIG;
  if (host_terminal_is_entered() && terminal.descriptor != descriptor) return -EBUSY;
  if (!is_registered) {
    // An exit by a plugin may leave replies of the terminal on their way; the host itself leaves the terminal before
    // exit.
    atexit(host_terminal_abandon);
    is_registered = 1;
  }
  terminal.descriptor = descriptor;
  struct stat facts;
  terminal.device = fstat(descriptor, &facts) == 0 ? facts.st_rdev : 0;
  copy(&terminal.enter, enter, enter_count);
  copy(&terminal.mode.leave, leave, leave_count);
  return enter_now();
}

int host_terminal_enter_again(void) {
  return terminal.descriptor < 0 ? -EBADF : enter_now();
}

/// Whether a plugin has closed or replaced the descriptor.
static bool is_lost(void) {
  struct stat facts;
  return fstat(terminal.descriptor, &facts) != 0 || !S_ISCHR(facts.st_mode) ||
         facts.st_rdev != terminal.device;
}

/// Reopens the lost terminal and waits for the guardian to restore it; if both restored it, they would read each
/// other's replies. Returns false if the terminal stays raw; true if it cannot be reopened, because its old descriptor
/// may be any file.
static bool guardian_restores(void) {
  enum { patience_ms = 2500, pause_ms = 10 };
  terminal.descriptor = open("/dev/tty", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
  if (terminal.descriptor < 0) return true;
  struct timespec pause = {.tv_nsec = pause_ms * 1000000L};
  for (int waited = 0; waited < patience_ms; waited += pause_ms) {
    struct termios now;
    if (tcgetattr(terminal.descriptor, &now) != 0) return false;
    if (!host_terminal_is_same(&now, &terminal.mode.raw)) return true;
    nanosleep(&pause, NULL);
  }
  return false;
}

/// Replaces the descriptor that other threads use with a socket, so that they draw and read nothing: a frame after the
/// leave sequence would stay on the shell's screen.
static void keep_from_others(void) {
  int pair[2];
  int own = fcntl(terminal.descriptor, F_DUPFD_CLOEXEC, first_private_descriptor);
  if (own < 0) return;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, pair) == 0 &&
      dup3(pair[0], terminal.descriptor, O_CLOEXEC) >= 0)
    terminal.descriptor = own;
}

static void restore(bool is_orderly) {
  if (!is_orderly) keep_from_others();
  if (!is_orderly && !is_in_background())
    host_terminal_drop_answers(terminal.descriptor, &terminal.mode.question);
  host_terminal_write(terminal.descriptor, &terminal.mode.leave);
  if (is_in_background()) return;
  if (!is_orderly || !terminal.keeps_input) tcflush(terminal.descriptor, TCIFLUSH);
  host_terminal_set(terminal.descriptor, &terminal.mode.original);
}

static void leave(bool is_orderly) {
  if (terminal.owner != getpid()) return;
  if (!__atomic_exchange_n(&entered, 0, __ATOMIC_ACQ_REL)) return;
  int saved_errno = errno;
  sigset_t previous;
  mask_signal(SIG_BLOCK, SIGTTOU, &previous);
  if (!is_lost())
    restore(is_orderly);
  else if (!guardian_restores())
    restore(false);
  pthread_sigmask(SIG_SETMASK, &previous, NULL);
  host_guardian_leave();
  errno = saved_errno;
}

void host_terminal_leave(void) { leave(true); }
void host_terminal_abandon(void) { leave(false); }

void host_terminal_release(int descriptor) {
  if (terminal.descriptor != descriptor) return;
  host_terminal_leave();
  terminal.descriptor = -1;
  terminal.has_original = 0;
}

const struct host_terminal_mode *host_terminal_known_mode(void) { return &terminal.mode; }

int host_terminal_is_entered(void) {
  return __atomic_load_n(&entered, __ATOMIC_ACQUIRE) && terminal.owner == getpid();
}

void host_terminal_set_question(const uint8_t *bytes, size_t count) {
  if (count > sizeof terminal.mode.question.bytes) return;
  copy(&terminal.mode.question, bytes, count);
}

void host_terminal_set_notice(
    const uint8_t *before, size_t before_count, const uint8_t *after, size_t after_count) {
  if (before_count + after_count > HOST_TERMINAL_SEQUENCE_LIMIT / 2) return;
  copy(&terminal.before_notice, before, before_count);
  copy(&terminal.after_notice, after, after_count);
}

static void append(
    struct host_terminal_sequence *sequence, const void *bytes, size_t count, size_t limit) {
  if (count > limit) count = limit;
  memcpy(sequence->bytes + sequence->count, bytes, count);
  sequence->count += count;
}

void host_terminal_say(const char *text, size_t count) {
  uint16_t columns, rows;
  if (!host_terminal_is_entered()) return;
  host_terminal_size(terminal.descriptor, &columns, &rows);
  struct host_terminal_sequence line = {.count = 0};
  const struct host_terminal_sequence *before = &terminal.before_notice;
  const struct host_terminal_sequence *after = &terminal.after_notice;
  size_t room = sizeof line.bytes - before->count - after->count;
  append(&line, before->bytes, before->count, sizeof line.bytes);
  append(&line, text, count, columns > 0 && columns < room ? columns : room);
  append(&line, after->bytes, after->count, sizeof line.bytes);
  host_terminal_write(terminal.descriptor, &line);
}

void host_terminal_keep_input(void) { terminal.keeps_input = true; }

size_t host_terminal_unread(int descriptor) {
  int count = 0;
  return ioctl(descriptor, FIONREAD, &count) == 0 && count > 0 ? (size_t)count : 0;
}

int host_terminal_size(int descriptor, uint16_t *columns, uint16_t *rows) {
  struct winsize size = {0};
  *columns = 0;
  *rows = 0;
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0) return -errno;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return 0;
}
