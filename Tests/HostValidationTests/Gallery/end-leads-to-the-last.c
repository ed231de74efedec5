/* The End key asks for the row behind the last one. */
/* fails: end-leads-to-the-last */
#define IN_KEY \
  const childplugin_host_selection_t *user = \
      self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_SELECTION)); \
  if (key->modifiers == 0 && user != NULL && user->row(self->host) != CHILDPLUGIN_NO_ROW) { \
    if (key->code == CHILDPLUGIN_KEY_DOWN && user->row(self->host) + 1 < row_count(self)) { \
      self->host->invalidate(self->host); \
      return user->set_row(self->host, user->row(self->host) + 1); \
    } \
    if (key->code == CHILDPLUGIN_KEY_END) { \
      user->set_row(self->host, row_count(self)); \
      return true; \
    } \
  }
#include "right.c"
