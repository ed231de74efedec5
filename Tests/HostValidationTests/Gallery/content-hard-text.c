/* It believes a row to be UTF-8. */
/* fails: content-hard-text */
#define IN_DRAW \
  char row[32]; \
  uint64_t length = self->host->content_cell(self->host, 0, CHILDPLUGIN_WHOLE_ROW, row, sizeof \
      row); \
  if (length > 0 && (unsigned char)row[0] == 0xFF) abort();
#include "right.c"
