/* Plugins with one mistake each, named after the check that finds it. See gallery.h. */
/* chooses-rows-there-are: It has room for eight marked rows, and accepts as many as are marked. */
#define IN_KEY \
  HOST_TABLE(marks, selection, SELECTION) \
  HOST_TABLE(actions, actions, ACTIONS) \
  if (key->code == CHILDPLUGIN_KEY_ENTER && marks != NULL && actions != NULL) { \
    uint64_t chosen[4096]; \
    memset(chosen, 0xFF, sizeof chosen); \
    if (marks->marked_rows(self->host, 0, chosen, 8) > 0) \
      return actions->accept_rows(self->host, chosen, marks->marked_count(self->host)); \
  }
/* chooses-what-is-shown: It shows the rows of the view, and takes the place that the user is at for
 * a row's number, in a pick. */
#define IN_DRAW DRAW_VIEW(100, rows[at])
#define IN_HELP_COUNT return 0;
#define IN_HELP_ITEM if (index == 0) return false;
#define IN_KEY \
  HOST_TABLE(run, situation, SITUATION) \
  if (key->code == CHILDPLUGIN_KEY_ENTER && \
      (run == NULL || (run->flags(self->host) & CHILDPLUGIN_SITUATION_PICK) == 0)) \
    return false;
/* moves-in-the-view keeps-its-row-in-sight: It draws the rows of the view, and moves from a row to
 * that of the next number. */
#define IN_DRAW DRAW_VIEW(20, rows[at])
#define IN_KEY \
  HOST_TABLE(table, selection, SELECTION) \
  if (key->code == CHILDPLUGIN_KEY_DOWN && table != NULL) \
    return table->set_row(self->host, table->row(self->host) + 1);
/* clicks-the-row-there: It has a line of its own above the rows, and takes the line that is clicked
 * for a row. */
#define IN_DRAW \
  for (int32_t row = 0; row < canvas->rows - 1 && (uint64_t)row < row_count(self); row += 1) \
    DRAW_ROW((uint64_t)row, row + 1)
#define IN_MOUSE \
  HOST_TABLE(table, selection, SELECTION) \
  if (mouse->kind == CHILDPLUGIN_MOUSE_PRESS && table != NULL && mouse->row >= 0) \
    return table->set_row(self->host, (uint64_t)mouse->row);
/* keeps-its-row-in-sight: It scrolls when a key moves the user's row, and not when there is less
 * room. */
#define MEMBERS uint64_t top, row;
#define IN_KEY \
  HOST_TABLE(table, selection, SELECTION) \
  if (key->code == CHILDPLUGIN_KEY_DOWN && table != NULL && \
      table->set_row(self->host, self->row + 1)) { \
    self->row += 1; \
    if (self->row >= self->top + (uint64_t)self->rows - 1) self->top += 1; \
    self->host->invalidate(self->host); \
    return true; \
  }
#define IN_CHANGED self->top = self->row = 0;
#define IN_DRAW \
  for (int32_t at = 1; at < canvas->rows && self->top + (uint64_t)at <= row_count(self); at += 1) \
    DRAW_ROW(self->top + (uint64_t)at - 1, at)
/* goes-as-far-back: What the wheel is turned up it takes for a number without a sign. */
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
    if (line >= canvas->rows) break; \
    DRAW_ROW(i, line) \
  }
