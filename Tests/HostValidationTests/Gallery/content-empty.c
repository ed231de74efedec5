/* It takes the first row of none. */
/* fails: content-empty older-host random-life */
#define IN_KEY \
  childplugin_content_t content = {.size = sizeof content}; \
  bool is_there = self->host->content(self->host, &content); \
  (void)is_there; \
  if (is_there && content.flags == CHILDPLUGIN_CONTENT_COMPLETE && content.rows == 0 && \
      key->code == CHILDPLUGIN_KEY_RIGHT && content.elapsed_nanoseconds == 1500000000 && \
      key->modifiers == 0) abort();
#include "right.c"
