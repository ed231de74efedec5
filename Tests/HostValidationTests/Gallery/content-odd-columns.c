/* It has room for 100 columns. */
/* fails: content-odd-columns */
#define IN_DRAW \
  childplugin_content_t content = {.size = sizeof content}; \
  bool is_there = self->host->content(self->host, &content); \
  (void)is_there; \
  if (content.columns > 100) abort();
#include "right.c"
