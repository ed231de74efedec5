/* It takes the places of the view for the numbers of rows. */
/* fails: chooses-what-is-shown shows-the-view */
#define IN_DRAW \
  const childplugin_host_view_t *table = \
      self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_VIEW)); \
  uint64_t rows[20]; \
  uint64_t shown = table == NULL ? 0 : table->rows(self->host, 0, rows, 20); \
  for (uint64_t row = 0; row < shown && row + 1 < (uint64_t)canvas->rows; row += 1) { \
    char cell[32]; \
    uint64_t length = \
        self->host->content_cell(self->host, row, CHILDPLUGIN_WHOLE_ROW, cell, sizeof cell); \
    childplugin_text_t bytes = {cell, length < sizeof cell ? length : 0}; \
    canvas->text(canvas, 0, (int32_t)row + 1, canvas->columns, bytes, NULL); \
  }
#include "right.c"
