/* It scrolls on where there are no rows any more. */
/* fails: keeps-rows-in-sight shows-the-selection */
#define IN_KEY \
  if (key->code == CHILDPLUGIN_KEY_PAGE_DOWN) { \
    self->moves += 20; \
    self->host->invalidate(self->host); \
    return true; \
  }
#define IN_DRAW \
  char cell[32]; \
  uint64_t length = self->host->content_cell( \
      self->host, (uint64_t)self->moves, CHILDPLUGIN_WHOLE_ROW, cell, sizeof cell); \
  childplugin_text_t row = {cell, length < sizeof cell ? length : 0}; \
  canvas->text(canvas, 0, 1, canvas->columns, row, NULL);
#include "right.c"
