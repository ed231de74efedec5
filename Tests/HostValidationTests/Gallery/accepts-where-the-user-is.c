/* It accepts the row whose number is the place of the user's. */
/* fails: accepts-where-the-user-is */
#define IN_KEY \
  const childplugin_host_view_t *view = \
      self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_VIEW)); \
  const childplugin_host_selection_t *user = \
      self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_SELECTION)); \
  if (key->code == CHILDPLUGIN_KEY_ENTER && key->modifiers == 0 && user != NULL) { \
    uint64_t row = view->place(self->host, user->row(self->host)); \
    return row != CHILDPLUGIN_NO_ROW && \
        self->host->perform(self->host, CHILDPLUGIN_ACTION_ACCEPT_ROW, (int64_t)row); \
  }
#include "right.c"
