/* What it has marked it keeps in mind by itself. */
/* fails: shows-the-marks */
#define MEMBERS bool marked[100];
#define IN_DRAW \
  for (uint64_t i = 0; i < 100 && i < row_count(self) && i + 1 < (uint64_t)canvas->rows; i += 1) { \
    char cell[32] = "*"; \
    uint64_t length = self->host->content_cell( \
        self->host, i, CHILDPLUGIN_WHOLE_ROW, cell + 1, sizeof cell - 1); \
    childplugin_text_t bytes = {cell, length < sizeof cell ? length + 1 : 0}; \
    if (!self->marked[i]) cell[0] = ' '; \
    canvas->text(canvas, 0, (int32_t)i + 1, canvas->columns, bytes, NULL); \
  }
#define IN_KEY \
  const childplugin_host_selection_t *user = \
      self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_SELECTION)); \
  if (key->code == ' ' && key->modifiers == 0 && user != NULL && self->selected < 100 && \
      user->mark(self->host, self->selected, 1, !self->marked[self->selected])) { \
    self->marked[self->selected] = !self->marked[self->selected]; \
    self->host->invalidate(self->host); \
    return true; \
  }
#include "right.c"
