/* It shows how many rows the view had when it appeared. */
/* fails: follows-what-changes */
#define MEMBERS uint64_t shown;
#define IN_WILL_APPEAR \
  const childplugin_host_view_t *table = \
      self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_VIEW)); \
  childplugin_view_t info = {.size = sizeof info}; \
  self->shown = table != NULL && table->info(self->host, &info) ? info.rows : 0;
#define IN_DRAW \
  char count[32]; \
  snprintf(count, sizeof count, "%llu shown", (unsigned long long)self->shown); \
  if (canvas->rows > 1) canvas->text(canvas, 0, 1, canvas->columns, childplugin_text(count), NULL);
#include "right.c"
