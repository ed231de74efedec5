/* It shows the time of its own clock. */
/* fails: draws-by-host-time */
#define _GNU_SOURCE
#include <stdint.h>
#include <time.h>
static int64_t milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}
#define IN_DRAW \
  int64_t now = milliseconds(); \
  if (self->first == 0) self->first = now; \
  char c[2] = {now - self->first < 55 ? 65 : 66, 0}; \
  if (canvas->rows > 1) canvas->text(canvas, 0, 1, 1, childplugin_text(c), NULL);
#define MEMBERS int64_t first;
#include "right.c"
