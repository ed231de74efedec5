/* It takes the first letter of an empty error. */
/* fails: error-empty */
#define IN_DRAW \
  childplugin_content_t content = {.size = sizeof content}; \
  bool is_there = self->host->content(self->host, &content); \
  (void)is_there; \
  if (content.flags & CHILDPLUGIN_CONTENT_ERROR && self->host->content_text(self->host, \
      CHILDPLUGIN_CONTENT_TEXT_ERROR, NULL, 0) == 0 && content.error_kind == \
      CHILDPLUGIN_ERROR_NONE) abort();
#include "right.c"
