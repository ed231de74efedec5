#define _GNU_SOURCE
#include "host_row_output.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { capacity = 64 << 10 };

static const struct timespec burst = {.tv_nsec = 1000000};
/// How long the end of the process waits for who is writing, in steps of a tenth of a burst.
enum { rescue_steps = 200 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t began = PTHREAD_COND_INITIALIZER;

// All that follows belongs to whoever has the lock.
static int output = -1;
static pid_t owner;
static char gathered[capacity];
static size_t gathered_count;
/// Rows are gathered, and the thread will come for them.
static bool is_burst;
static bool has_thread;
/// Nobody takes any more.
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

/// The signal's own action comes next.
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
  for (size_t i = 0; i < sizeof crashes / sizeof crashes[0]; i += 1)
    sigaction(crashes[i], &action, NULL);
  // Signals are the plugin's own threads'.
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
