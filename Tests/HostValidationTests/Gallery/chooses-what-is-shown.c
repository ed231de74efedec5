/* It shows the rows of the view, and takes the place that the user is at for a row's number, in a pick. */
/* fails: chooses-what-is-shown */
#define IN_DRAW \
  const childplugin_host_view_t *table = \
      self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_VIEW)); \
  uint64_t rows[100]; \
  uint64_t shown = table == NULL ? 0 : table->rows(self->host, 0, rows, 100); \
  for (uint64_t place = 0; place < shown && place + 1 < (uint64_t)canvas->rows; place += 1) { \
    char cell[32]; \
    uint64_t length = self->host->content_cell( \
        self->host, rows[place], CHILDPLUGIN_WHOLE_ROW, cell, sizeof cell); \
    childplugin_text_t bytes = {cell, length < sizeof cell ? length : 0}; \
    canvas->text(canvas, 0, (int32_t)place + 1, canvas->columns, bytes, NULL); \
  }
#define IN_HELP_COUNT return 0;
#define IN_HELP_ITEM if (index == 0) return false;
#define IN_KEY \
  const childplugin_host_situation_t *run = \
      self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_SITUATION)); \
  if (key->code == CHILDPLUGIN_KEY_ENTER && \
      (run == NULL || (run->flags(self->host) & CHILDPLUGIN_SITUATION_PICK) == 0)) \
    return false;
#include "right.c"
