/* It makes a line of all cells of a row, with tabs between them, and draws it as one text. */
#define IN_DRAW \
  childplugin_content_t all = {.size = sizeof all}; \
  if (!self->host->content(self->host, &all)) return; \
  for (int32_t row = 1; row < canvas->rows && (uint64_t)row <= all.rows; row += 1) { \
    char text[512]; \
    uint64_t used = 0; \
    for (uint32_t column = 0; column == 0 || (column < all.columns && used < 400); column += 1) { \
      char cell[100]; \
      const uint32_t which = all.columns == 0 ? CHILDPLUGIN_WHOLE_ROW : column; \
      uint64_t length = self->host->content_cell(self->host, (uint64_t)row - 1, which, cell, 100); \
      while (length > 100 || (length == 100 && (cell[99] & 0x80) != 0)) length = whole(cell, 100); \
      if (column > 0) text[used++] = '\t'; \
      memcpy(text + used, cell, length); \
      used += length; \
    } \
    childplugin_text_t line = {text, used}; \
    canvas->text(canvas, 0, row, canvas->columns, line, NULL); \
  }
#include <stdint.h>
/* As many bytes as are whole characters. */
static uint64_t whole(const char *bytes, uint64_t count) {
  while (count > 0 && ((unsigned char)bytes[count - 1] & 0xC0) == 0x80) count -= 1;
  return count > 0 && (unsigned char)bytes[count - 1] >= 0xC0 ? count - 1 : count;
}
#include "../right.c"
