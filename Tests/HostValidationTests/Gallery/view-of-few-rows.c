/* It has room for as many marked rows as there usually are. */
/* fails: chooses-rows-there-are view-of-few-rows */
#define MEMBERS uint64_t marked[64];
#define IN_SELECTION \
  const childplugin_host_selection_t *table = \
      self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_SELECTION)); \
  if (table != NULL && \
      table->marked_count(self->host) > sizeof self->marked / sizeof self->marked[0]) \
    abort();
#include "right.c"
