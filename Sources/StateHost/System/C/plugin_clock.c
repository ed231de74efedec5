#define _GNU_SOURCE
#include "plugin_clock.h"

#include <stdbool.h>
#include <sys/time.h>
#include <time.h>

#include "plugin_functions.h"

static int64_t shift;
static const int64_t second = 1000000000;

static struct timespec shifted(struct timespec now) {
  int64_t nanoseconds = now.tv_nsec + shift;
  now.tv_sec += nanoseconds / second;
  now.tv_nsec = nanoseconds % second;
  return now;
}

static int shifted_clock_gettime(clockid_t clock, struct timespec *now) {
  int result = clock_gettime(clock, now);
  if (result == 0) *now = shifted(*now);
  return result;
}

static time_t shifted_time(time_t *now) {
  struct timespec exact;
  clock_gettime(CLOCK_REALTIME, &exact);
  time_t result = shifted(exact).tv_sec;
  if (now != NULL) *now = result;
  return result;
}

static int shifted_gettimeofday(struct timeval *now, void *zone) {
  (void)zone;
  struct timespec exact;
  int result = clock_gettime(CLOCK_REALTIME, &exact);
  exact = shifted(exact);
  if (now != NULL) *now = (struct timeval){exact.tv_sec, exact.tv_nsec / 1000};
  return result;
}

static int shifted_timespec_get(struct timespec *now, int base) {
  return shifted_clock_gettime(CLOCK_REALTIME, now) == 0 ? base : 0;
}

/// The functions that tell the time, and what stands in their place.
static const struct plugin_function functions[] = {
    {"clock_gettime", (void (*)(void))shifted_clock_gettime},
    {"time", (void (*)(void))shifted_time},
    {"gettimeofday", (void (*)(void))shifted_gettimeofday},
    {"timespec_get", (void (*)(void))shifted_timespec_get},
};

void plugin_clock_shift(int64_t nanoseconds) {
  static bool is_replaced;
  if (!is_replaced) plugin_functions_replace(functions, sizeof functions / sizeof functions[0]);
  is_replaced = true;
  shift = nanoseconds;
}
