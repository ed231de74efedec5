/* It looks errors up in a table of seven. */
/* fails: error-every-kind */
#define IN_DRAW \
  childplugin_content_t content = {.size = sizeof content}; \
  bool is_there = self->host->content(self->host, &content); \
  (void)is_there; \
  if (content.error_kind > CHILDPLUGIN_ERROR_OTHER) abort();
#include "right.c"
