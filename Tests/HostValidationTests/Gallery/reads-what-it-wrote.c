/* It takes a cell for a C string. */
/* fails: draws-whole-characters reads-what-it-wrote shows-the-selection */
#define IN_DRAW \
  char cell[32]; \
  memset(cell, 'x', sizeof cell); \
  cell[sizeof cell - 1] = 0; \
  self->host->content_cell(self->host, 0, CHILDPLUGIN_WHOLE_ROW, cell, sizeof cell - 1); \
  if (row_count(self) > 0 && canvas->rows > 1) \
    canvas->text(canvas, 0, 1, canvas->columns, childplugin_text(cell), NULL);
#include "right.c"
