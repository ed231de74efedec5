/* It takes text with a key, and never says that it takes none. */
/* fails: gives-text-back */
#define IN_KEY \
  const childplugin_host_focus_t *focus = \
      self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_FOCUS)); \
  if (focus != NULL && key->code == '/') focus->take_text(self->host, true);
#include "right.c"
