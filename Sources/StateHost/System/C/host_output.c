#include "internal.h"

#include <sys/ioctl.h>

enum { pipe_bytes = 1 << 20 };

static int originals[3] = {-1, -1, -1};
static int read_end = -1;

/// Flushes a stream before it is redirected. Skips one that another thread has locked, because its lock may never be
/// released.
static void flush(FILE *stream) {
  if (ftrylockfile(stream) != 0) return;
  fflush_unlocked(stream);
  funlockfile(stream);
}

/// Keeps a duplicate of a descriptor; a closed one has none. Returns 0 or -errno.
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

/// Whether a line begins a stack trace, which language runtimes print after the reason.
static bool begins_trace(const char *line) {
  static const char *const beginnings[] = {"Current stack trace:", "stack backtrace:"};
  for (size_t i = 0; i < COUNT(beginnings); i += 1) {
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
  // Counted first, because a plugin's thread may go on writing forever.
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

enum { capacity = 64 << 10 };

static const struct timespec burst = {.tv_nsec = 1000000};
/// How often the exit handler tries to lock, every tenth of a burst: 20 ms in all.
enum { rescue_steps = 200 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t began = PTHREAD_COND_INITIALIZER;

// The state below is protected by `lock`.
static int output = -1;
static pid_t owner;
static char gathered[capacity];
static size_t gathered_count;
/// Whether rows are buffered, which the thread will write.
static bool is_burst;
static bool has_thread;
/// Whether the reader has closed the pipe.
static bool is_closed;

static bool write_all(const char *bytes, size_t count) {
  while (count > 0 && !is_closed) {
    ssize_t written = write(output, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      is_closed = true;
      break;
    }
    bytes += written;
    count -= (size_t)written;
  }
  return !is_closed;
}

static bool write_gathered(void) {
  size_t count = gathered_count;
  gathered_count = 0;
  return write_all(gathered, count);
}

static void *end_bursts(void *nothing) {
  for (;;) {
    pthread_mutex_lock(&lock);
    while (!is_burst) pthread_cond_wait(&began, &lock);
    pthread_mutex_unlock(&lock);
    nanosleep(&burst, NULL);
    pthread_mutex_lock(&lock);
    is_burst = gathered_count > 0;
    write_gathered();
    pthread_mutex_unlock(&lock);
  }
  return nothing;
}

static void at_exit(int status, void *nothing) {
  (void)status;
  (void)nothing;
  host_row_output_rescue();
}

/// Raises the signal again, with its default action.
static void crashed(int number) {
  host_row_output_rescue();
  raise(number);
}

void host_row_output_begin(int descriptor) {
  output = descriptor;
  owner = getpid();
  on_exit(at_exit, NULL);
  static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};
  struct sigaction action = {.sa_handler = crashed, .sa_flags = SA_RESETHAND | SA_NODEFER | SA_ONSTACK};
  for (size_t i = 0; i < COUNT(crashes); i += 1)
    sigaction(crashes[i], &action, NULL);
  // The thread blocks all signals, so that they go to the plugin's threads.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  has_thread = pthread_create(&thread, NULL, end_bursts, NULL) == 0;
  if (has_thread) pthread_detach(thread);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static bool add(const char *bytes, size_t count) {
  if (is_closed) return false;
  if (!has_thread) return write_all(bytes, count);
  if (!is_burst) {
    is_burst = true;
    pthread_cond_signal(&began);
    return write_all(bytes, count);
  }
  if (count > capacity - gathered_count && !write_gathered()) return false;
  if (count > capacity) return write_all(bytes, count);
  memcpy(gathered + gathered_count, bytes, count);
  gathered_count += count;
  return true;
}

bool host_row_output_add(const void *bytes, size_t count) {
  if (count == 0) return true;
  pthread_mutex_lock(&lock);
  bool is_taken = add(bytes, count);
  pthread_mutex_unlock(&lock);
  return is_taken;
}

bool host_row_output_flush(void) {
  pthread_mutex_lock(&lock);
  bool is_taken = write_gathered();
  pthread_mutex_unlock(&lock);
  return is_taken;
}

void host_row_output_rescue(void) {
  if (owner == 0 || getpid() != owner) return;
  const struct timespec step = {.tv_nsec = burst.tv_nsec / 10};
  for (int i = 0; i < rescue_steps; i += 1) {
    if (pthread_mutex_trylock(&lock) == 0) {
      write_gathered();
      pthread_mutex_unlock(&lock);
      return;
    }
    nanosleep(&step, NULL);
  }
}

ssize_t host_pipe_peek(int descriptor, void *buffer, size_t capacity, bool *has_ended) {
  struct pollfd state = {.fd = descriptor, .events = POLLIN};
  poll(&state, 1, 0);
  *has_ended = state.revents & POLLHUP;
  int count = 0;
  if (ioctl(descriptor, FIONREAD, &count) != 0) return -1;
  if ((size_t)count > capacity) {
    errno = ENOBUFS;
    return -1;
  }
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  ssize_t copied = count == 0 ? 0 : tee(descriptor, ends[1], (size_t)count, SPLICE_F_NONBLOCK);
  ssize_t length = copied > 0 ? read(ends[0], buffer, (size_t)copied) : copied;
  int error = errno;
  close(ends[0]);
  close(ends[1]);
  errno = error;
  return length;
}

