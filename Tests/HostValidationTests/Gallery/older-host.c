/* It takes for granted that the host has what 1.1 brought. */
/* fails: older-host */
#define IN_KEY \
  if (key->code == CHILDPLUGIN_KEY_PAGE_UP) { \
    const childplugin_host_focus_t *table = \
        self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_FOCUS)); \
    if (table->count(self->host) > 1) table->ask(self->host); \
  }
#include "right.c"
