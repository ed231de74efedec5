/* It keeps the filter in as many bytes as its own has. */
/* fails: view-long-filter */
#define IN_VIEW \
  const childplugin_host_view_t *table = \
      self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_VIEW)); \
  char filter[2048]; \
  uint64_t length = \
      table == NULL ? 0 : table->filter(self->host, NULL, filter, sizeof filter); \
  memcpy(self->typed, filter, length); \
  self->typed_length = length;
#include "right.c"
