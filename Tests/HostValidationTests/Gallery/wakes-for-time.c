/* It counts the seconds, and nothing has them drawn. */
/* fails: wakes-for-time */
#define IN_DRAW \
  char seconds[32]; \
  snprintf(seconds, sizeof seconds, "%lld s", (long long)(canvas->time_nanoseconds / 1000000000)); \
  if (canvas->rows > 1) \
    canvas->text(canvas, 0, 1, canvas->columns, childplugin_text(seconds), NULL);
#include "right.c"
