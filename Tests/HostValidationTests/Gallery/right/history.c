/* It keeps a point of each of the last 3600 reloads, in memory that doubles as it fills; with SLOW it takes its
 * time to draw, too. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <unistd.h>
struct point { int64_t time; double value, mean; };
#define MEMBERS struct point *points; uint32_t used, room;
#define IN_DESTROY free(self->points);
#define IN_CHANGED \
  if (self->used == 3600) self->used = 0; \
  if (self->used == self->room) { \
    const uint32_t room = self->room > 0 ? self->room * 2 : 16; \
    struct point *points = realloc(self->points, room * sizeof *points); \
    if (points == NULL) return; \
    self->points = points; \
    self->room = room; \
  } \
  self->points[self->used++] = (struct point){.value = (double)rows};
#ifdef SLOW
#define IN_DRAW usleep(5500);
#endif
#include "../right.c"
