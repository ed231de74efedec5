/* It stays scrolled as far as it was in the row before. */
/* fails: shows-the-row-there */
#define MEMBERS uint64_t row, start;
#define USER \
  const childplugin_host_selection_t *user = \
      self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_SELECTION)); \
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
#include "right.c"
