/* It counts rows in 32 bits. */
/* fails: content-huge draws-many-rows */
#define IN_DRAW \
  childplugin_content_t content = {.size = sizeof content}; \
  bool is_there = self->host->content(self->host, &content); \
  (void)is_there; \
  if (content.rows > UINT32_MAX && !(content.flags & CHILDPLUGIN_CONTENT_LOADING)) abort();
#include "right.c"
