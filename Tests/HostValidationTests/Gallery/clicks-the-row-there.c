/* It has a line of its own above the rows, and takes the line that is clicked for a row. */
/* fails: clicks-the-row-there */
#define ROWS \
  for (int32_t row = 0; row < canvas->rows - 1 && (uint64_t)row < row_count(self); row += 1) { \
    char cell[32]; \
    uint64_t length = self->host->content_cell( \
        self->host, (uint64_t)row, CHILDPLUGIN_WHOLE_ROW, cell, sizeof cell); \
    childplugin_text_t bytes = {cell, length < sizeof cell ? length : 0}; \
    canvas->text(canvas, 0, row + 1, canvas->columns, bytes, NULL); \
  }
#define IN_DRAW ROWS
#define IN_MOUSE \
  const childplugin_host_selection_t *table = \
      self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_SELECTION)); \
  if (mouse->kind == CHILDPLUGIN_MOUSE_PRESS && table != NULL && mouse->row >= 0) \
    return table->set_row(self->host, (uint64_t)mouse->row);
#include "right.c"
