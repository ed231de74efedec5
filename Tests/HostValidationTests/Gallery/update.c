/* Plugins with one mistake each, named after the check that finds it. See gallery.h. */
/* follows-what-changes: It shows how many rows the view had when it appeared. */
#define MEMBERS uint64_t shown;
#define IN_WILL_APPEAR \
  HOST_TABLE(table, view, VIEW) \
  childplugin_view_t info = {.size = sizeof info}; \
  self->shown = table != NULL && table->info(self->host, &info) ? info.rows : 0;
#define IN_DRAW \
  char count[32]; \
  snprintf(count, sizeof count, "%llu shown", (unsigned long long)self->shown); \
  LINE(count)
/* marks-the-users-row: It takes the place of the user's row for the number of a row. */
#define IN_DRAW \
  HOST_TABLE(view, view, VIEW) \
  HOST_TABLE(user, selection, SELECTION) \
  uint64_t rows[100]; \
  uint64_t shown = view == NULL ? 0 : view->rows(self->host, 0, rows, 100); \
  uint64_t place = view == NULL ? 0 : view->place(self->host, user->row(self->host)); \
  for (uint64_t i = 0; i < shown && i + 1 < (uint64_t)canvas->rows; i += 1) { \
    char cell[32] = ">"; \
    uint64_t length = self->host->content_cell( \
        self->host, rows[i], CHILDPLUGIN_WHOLE_ROW, cell + 1, sizeof cell - 1); \
    childplugin_text_t bytes = {cell, length < sizeof cell ? length + 1 : 0}; \
    if (rows[i] != place) cell[0] = ' '; \
    canvas->text(canvas, 0, (int32_t)i + 1, canvas->columns, bytes, NULL); \
  }
#define IN_KEY \
  HOST_TABLE(user, selection, SELECTION) \
  uint64_t row = user == NULL ? 0 : user->row(self->host); \
  if (key->code == CHILDPLUGIN_KEY_ENTER && row < row_count(self)) \
    return self->host->perform(self->host, CHILDPLUGIN_ACTION_ACCEPT_ROW, (int64_t)row);
/* shows-the-marks: What it has marked it keeps in mind by itself. */
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
  HOST_TABLE(user, selection, SELECTION) \
  if (key->code == ' ' && key->modifiers == 0 && user != NULL && self->selected < 100 && \
      user->mark(self->host, self->selected, 1, !self->marked[self->selected])) { \
    self->marked[self->selected] = !self->marked[self->selected]; \
    self->host->invalidate(self->host); \
    return true; \
  }
/* shows-the-row-there: It stays scrolled as far as it was in the row before. */
#define MEMBERS uint64_t row, start;
#define USER \
  HOST_TABLE(user, selection, SELECTION) \
  const uint64_t row = user == NULL ? 0 : user->row(self->host); \
  childplugin_row_t info = {.size = sizeof info}; \
  if (!self->host->content_row(self->host, row, &info)) info.length = 0;
#define IN_KEY \
  USER \
  if (key->code == ']' && key->modifiers == 0 && self->start + 100 < info.length) { \
    self->start += 40; \
    self->host->invalidate(self->host); \
    return true; \
  }
#define IN_DRAW \
  USER \
  static char cell[1 << 20]; \
  const uint64_t length = self->host->content_cell( \
      self->host, row, CHILDPLUGIN_WHOLE_ROW, cell, sizeof cell); \
  const uint64_t end = length < sizeof cell ? length : sizeof cell; \
  uint64_t from = self->start < end ? self->start : end; \
  while (from > 0 && from < end && ((unsigned char)cell[from] & 0xC0) == 0x80) from += 1; \
  const childplugin_text_t rest = {cell + from, end - from}; \
  if (canvas->rows > 1 && row != CHILDPLUGIN_NO_ROW) \
    canvas->text(canvas, 0, 1, canvas->columns, rest, NULL);
/* shows-its-focus: Once it has had the keys it looks as if it had them. */
#define MEMBERS bool has_had_keys;
#define IN_FOCUS \
  self->has_had_keys = true; \
  self->host->invalidate(self->host);
#define IN_WILL_APPEAR self->has_had_keys = false;
#define IN_DRAW if (self->has_had_keys) LINE("in front")
/* shows-what-is-known: It says how far a load is, whether that is known or not. */
#define IN_DRAW \
  childplugin_content_t content = {.size = sizeof content}; \
  self->host->content(self->host, &content); \
  char line[16]; \
  snprintf(line, sizeof line, "%d %%", (int)(content.fraction * 100)); \
  if ((content.flags & CHILDPLUGIN_CONTENT_LOADING) != 0) LINE(line)
/* logs-little: Each draw is in its log. */
#define IN_DRAW self->host->log(self->host, CHILDPLUGIN_LOG_DEBUG, childplugin_text("draw"));
/* reads-what-it-wrote draws-whole-characters shows-the-selection: It takes cells for C strings. */
#define IN_DRAW \
  char cell[32]; \
  memset(cell, 'x', sizeof cell); \
  cell[sizeof cell - 1] = 0; \
  self->host->content_cell(self->host, 0, CHILDPLUGIN_WHOLE_ROW, cell, sizeof cell - 1); \
  if (row_count(self) > 0) LINE(cell)
