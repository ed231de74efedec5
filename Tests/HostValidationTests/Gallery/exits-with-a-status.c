/* The user's no is the status -1. */
/* fails: exits-with-a-status */
#define IN_KEY \
  const childplugin_host_actions_t *actions = \
      self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_ACTIONS)); \
  if (key->code == 'n' && key->modifiers == 0 && actions != NULL) \
    return actions->accept_text(self->host, childplugin_text("no"), -1);
#include "right.c"
