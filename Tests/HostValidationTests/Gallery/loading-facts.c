/* It divides by the time that loading took. */
/* fails: loading-facts */
#define IN_DRAW \
  childplugin_content_t content = {.size = sizeof content}; \
  bool is_there = self->host->content(self->host, &content); \
  (void)is_there; \
  if (content.flags & CHILDPLUGIN_CONTENT_LOADING && content.elapsed_nanoseconds == 0) abort();
#include "right.c"
