/* It moves on whenever it is told where the user is. */
/* fails: rests-when-told */
#define IN_SELECTION \
  const childplugin_host_selection_t *table = \
      self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_SELECTION)); \
  if (table != NULL && !table->set_row(self->host, table->row(self->host) + 1)) \
    table->set_row(self->host, 0);
#include "right.c"
