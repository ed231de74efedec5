/* It draws the rows of the view, and moves from a row to that of the next number. */
/* fails: moves-in-the-view */
#define IN_DRAW \
  const childplugin_host_view_t *table = \
      self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_VIEW)); \
  uint64_t rows[20]; \
  uint64_t shown = table == NULL ? 0 : table->rows(self->host, 0, rows, 20); \
  for (uint64_t at = 0; at < shown && at + 1 < (uint64_t)canvas->rows; at += 1) { \
    char cell[32]; \
    uint64_t length = self->host->content_cell(self->host, rows[at], CHILDPLUGIN_WHOLE_ROW, cell, \
                                               sizeof cell); \
    childplugin_text_t bytes = {cell, length < sizeof cell ? length : 0}; \
    canvas->text(canvas, 0, (int32_t)at + 1, canvas->columns, bytes, NULL); \
  }
#define IN_KEY \
  const childplugin_host_selection_t *table = \
      self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_SELECTION)); \
  if (key->code == CHILDPLUGIN_KEY_DOWN && table != NULL) \
    return table->set_row(self->host, table->row(self->host) + 1);
#include "right.c"
