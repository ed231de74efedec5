/* It scrolls when a key moves the user's row, and not when there is less room. */
/* fails: keeps-its-row-in-sight */
#define MEMBERS uint64_t top, row;
#define IN_KEY \
  const childplugin_host_selection_t *table = \
      self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_SELECTION)); \
  if (key->code == CHILDPLUGIN_KEY_DOWN && table != NULL && \
      table->set_row(self->host, self->row + 1)) { \
    self->row += 1; \
    if (self->row >= self->top + (uint64_t)self->rows - 1) self->top += 1; \
    self->host->invalidate(self->host); \
    return true; \
  }
#define IN_CHANGED self->top = self->row = 0;
#define IN_DRAW \
  for (int32_t at = 1; at < canvas->rows && self->top + (uint64_t)at <= row_count(self); at += 1) { \
    char cell[32]; \
    uint64_t length = self->host->content_cell( \
        self->host, self->top + (uint64_t)at - 1, CHILDPLUGIN_WHOLE_ROW, cell, sizeof cell); \
    childplugin_text_t bytes = {cell, length < sizeof cell ? length : 0}; \
    canvas->text(canvas, 0, at, canvas->columns, bytes, NULL); \
  }
#include "right.c"
