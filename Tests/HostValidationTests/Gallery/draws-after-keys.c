/* It moves on with the space bar, and shows it when it is drawn for something else. */
/* fails: draws-after-keys */
#define IN_KEY \
  if (key->code == ' ') { \
    self->moves += 1; \
    return true; \
  }
#define IN_DRAW \
  char moves[16]; \
  snprintf(moves, sizeof moves, "%d", self->moves); \
  canvas->text(canvas, 0, 1, 16, childplugin_text(moves), NULL);
#include "right.c"
