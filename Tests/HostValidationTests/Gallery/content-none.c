/* It believes that there is always content. */
/* fails: content-none */
#define IN_SPEAK \
  childplugin_content_t content = {.size = sizeof content}; \
  bool is_there = self->host->content(self->host, &content); \
  (void)is_there; \
  if (!is_there && self->draws > 0 && !self->is_refused) abort();
#define IN_TIMING self->is_refused = true;
#define MEMBERS bool is_refused;
#include "right.c"
