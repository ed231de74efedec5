/* It has room for rows of 1000 bytes. */
/* fails: content-long-rows draws-what-is-there draws-whole-characters view-matches-anywhere */
#define IN_DRAW \
  char row[32]; \
  uint64_t length = self->host->content_cell(self->host, 0, CHILDPLUGIN_WHOLE_ROW, row, sizeof \
      row); \
  (void)row; \
  if (length > 1000) abort();
#include "right.c"
