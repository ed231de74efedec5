#define _GNU_SOURCE
#include "host_patience.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "host_call_record.h"
#include "host_capture.h"
#include "host_crash.h"
#include "host_culprit.h"
#include "host_line.h"
#include "host_signals.h"
#include "host_terminal.h"

static timer_t timer;
static int64_t interval;
static bool has_timer;
static bool is_ticking;

/// A row of the screen is cut: what to press comes first, a long path last.
static void append_screen_text(struct host_line *line, const struct host_call_record *record) {
  host_line_append(line, " Ctrl-C twice ends it: waiting for ");
  if (record->child == NULL) {
    host_culprit_append_place(line, record);
  } else {
    host_line_append_untrusted(line, record->child);
    host_line_append(line, " in ");
    host_line_append_untrusted(line, record->function);
    host_line_append(line, ": ");
    host_line_append_untrusted(line, record->file);
  }
  host_line_append(line, " ");
}

static void say_waiting(const struct host_call_record *record) {
  struct host_line line = {.count = 0};
  if (host_terminal_is_entered()) {
    append_screen_text(&line, record);
    host_terminal_say(line.bytes, line.count);
    host_signals_redraw();
  } else {
    host_line_append(&line, "statehost: still waiting for a plugin: ");
    host_culprit_append_place(&line, record);
    host_line_append(&line, ": wait, or stop with Ctrl-C\n");
    host_line_write(&line, host_capture_original(STDERR_FILENO));
  }
}

static void tick(int number) {
  (void)number;
  int saved_errno = errno;
  struct host_call_record record = host_call_record_get();
  if (record.function) {
    __atomic_store_n(&host_current_call->ticks, record.ticks + 1, __ATOMIC_RELAXED);
    if (record.ticks == 1) say_waiting(&record);
  }
  errno = saved_errno;
}

static void set_timer(int64_t nanoseconds) {
  struct timespec every = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
  struct itimerspec ticks = {.it_interval = every, .it_value = every};
  timer_settime(timer, 0, &ticks, NULL);
  is_ticking = nanoseconds > 0;
}

static bool make_timer(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = tick;
  action.sa_flags = SA_RESTART | SA_ONSTACK;
  sigfillset(&action.sa_mask);
  host_crash_allow(&action.sa_mask);
  sigaction(SIGRTMAX - 1, &action, NULL);
  struct sigevent event;
  memset(&event, 0, sizeof event);
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGRTMAX - 1;
  return timer_create(CLOCK_MONOTONIC, &event, &timer) == 0;
}

void host_patience_begin(int64_t nanoseconds) {
  if (!has_timer) has_timer = make_timer();
  if (!has_timer) return;
  interval = nanoseconds;
  set_timer(interval);
}

void host_patience_rest(void) {
  if (is_ticking) set_timer(0);
}

void host_patience_resume(void) {
  if (interval > 0 && !is_ticking) set_timer(interval);
}

void host_patience_end(void) {
  host_patience_rest();
  interval = 0;
}
