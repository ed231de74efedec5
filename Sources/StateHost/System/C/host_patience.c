#define _GNU_SOURCE
#include "host_patience.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <time.h>

#include "host_call_record.h"
#include "host_crash.h"

static timer_t timer;
static bool is_ticking;
static uint64_t seen;
static uint64_t told;

static void tick(int number) {
  (void)number;
  int saved_errno = errno;
  struct host_call_record record = host_call_record_get();
  uint64_t call = record.function ? record.number : 0;
  if (call != 0 && call == seen && call != told) {
    told = call;
    host_crash_say_waiting();
  }
  seen = call;
  errno = saved_errno;
}

void host_patience_begin(int64_t nanoseconds) {
  if (is_ticking) return;
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
  is_ticking = timer_create(CLOCK_MONOTONIC, &event, &timer) == 0;
  if (!is_ticking) return;
  struct timespec every = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
  struct itimerspec ticks = {.it_interval = every, .it_value = every};
  timer_settime(timer, 0, &ticks, NULL);
}

void host_patience_end(void) {
  if (!is_ticking) return;
  is_ticking = false;
  timer_delete(timer);
}
