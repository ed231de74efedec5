/* What the wheel is turned up it takes for a number without a sign. */
/* fails: goes-as-far-back */
#define MEMBERS uint64_t first;
#define IN_MOUSE \
  if (mouse->kind == CHILDPLUGIN_MOUSE_WHEEL && mouse->wheel != 0) { \
    const uint64_t rows = row_count(self), shown = self->rows > 1 ? (uint64_t)self->rows - 1 : 1; \
    const uint64_t last = rows > shown ? rows - shown : 0, by = (uint32_t)mouse->wheel; \
    if (mouse->wheel < 0) self->first -= by < self->first ? by : self->first; \
    else self->first = self->first + by < last ? self->first + by : last; \
    self->host->invalidate(self->host); \
    return true; \
  }
#define IN_CHANGED self->first = 0;
#define IN_RESIZED self->first = 0;
#define IN_DRAW \
  for (uint64_t i = self->first; i < row_count(self); i += 1) { \
    const int32_t line = (int32_t)(i - self->first) + 1; \
    char cell[32]; \
    uint64_t length = \
        self->host->content_cell(self->host, i, CHILDPLUGIN_WHOLE_ROW, cell, sizeof cell); \
    childplugin_text_t bytes = {cell, length < sizeof cell ? length : 0}; \
    if (line >= canvas->rows) break; \
    canvas->text(canvas, 0, line, canvas->columns, bytes, NULL); \
  }
#include "right.c"
