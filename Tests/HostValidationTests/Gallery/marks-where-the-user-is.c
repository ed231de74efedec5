/* It marks the row whose number is the place of the user's. */
/* fails: marks-where-the-user-is */
#define IN_KEY \
  const childplugin_host_view_t *view = \
      self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_VIEW)); \
  const childplugin_host_selection_t *user = \
      self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_SELECTION)); \
  if (key->code == ' ' && key->modifiers == 0 && user != NULL) { \
    uint64_t row = view->place(self->host, user->row(self->host)); \
    return row != CHILDPLUGIN_NO_ROW && user->mark(self->host, row, 1, true); \
  }
#include "right.c"
