/* It sleeps while it draws. */
/* fails: draws-quickly */
#define _GNU_SOURCE
#include <unistd.h>
#define IN_DRAW \
  if (self->is_focused && canvas->columns == 80 && self->is_shown && self->events == 1) \
      usleep(20000);
#include "right.c"
