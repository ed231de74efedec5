/* Each change of the view puts the user on what was found last. */
/* fails: follows-a-find-once */
#define IN_VIEW \
  const childplugin_host_view_t *table = \
      self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_VIEW)); \
  const childplugin_host_selection_t *rows = \
      self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_SELECTION)); \
  childplugin_view_t info = {.size = sizeof info}; \
  if (table != NULL && rows != NULL && table->info(self->host, &info) && \
      (info.flags & CHILDPLUGIN_VIEW_FOUND) != 0) \
    rows->set_row(self->host, info.found_row);
#include "right.c"
