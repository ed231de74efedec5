/* It has room for an error of 1000 bytes. */
/* fails: error-hard-text */
#define IN_DRAW \
  if (self->host->content_text(self->host, CHILDPLUGIN_CONTENT_TEXT_ERROR, NULL, 0) > 1000) \
      abort();
#include "right.c"
