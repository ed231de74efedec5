/* It pads a cell to so many bytes. */
/* fails: columns-line-up draws-whole-characters shows-the-selection */
#define IN_DRAW \
  char cells[2][64] = {"", ""}; \
  for (uint32_t column = 0; column < 2; column += 1) { \
    self->host->content_cell(self->host, 0, column, cells[column], 63); \
  } \
  char row[256]; \
  int bytes = snprintf(row, sizeof row, "%-20s%s", cells[0], cells[1]); \
  childplugin_text_t all = {row, (uint64_t)bytes}; \
  if (canvas->rows > 1) canvas->text(canvas, 0, 1, canvas->columns, all, NULL);
#include "right.c"
