/* It has room for 256 bytes of a row, and marks what matches in it wherever that is. */
/* fails: view-matches-anywhere */
#define IN_DRAW \
  const childplugin_host_view_t *table = \
      self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_VIEW)); \
  childplugin_range_t matches[16]; \
  uint64_t count = \
      table == NULL ? 0 : table->matches(self->host, 0, CHILDPLUGIN_WHOLE_ROW, matches, 16); \
  bool is_marked[256] = {false}; \
  for (uint64_t i = 0; i < count; i += 1) { \
    if (matches[i].end > sizeof is_marked) __builtin_trap(); \
    memset(is_marked + matches[i].start, 1, matches[i].end - matches[i].start); \
  } \
  if (is_marked[0]) canvas->text(canvas, 0, 0, 1, childplugin_text("*"), NULL);
#include "right.c"
