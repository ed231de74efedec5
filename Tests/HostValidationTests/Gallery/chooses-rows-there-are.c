/* It has room for eight marked rows, and accepts as many as are marked. */
/* fails: chooses-rows-there-are */
#define IN_KEY \
  const childplugin_host_selection_t *marks = \
      self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_SELECTION)); \
  const childplugin_host_actions_t *actions = \
      self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_ACTIONS)); \
  if (key->code == CHILDPLUGIN_KEY_ENTER && marks != NULL && actions != NULL) { \
    uint64_t chosen[4096]; \
    memset(chosen, 0xFF, sizeof chosen); \
    if (marks->marked_rows(self->host, 0, chosen, 8) > 0) \
      return actions->accept_rows(self->host, chosen, marks->marked_count(self->host)); \
  }
#include "right.c"
