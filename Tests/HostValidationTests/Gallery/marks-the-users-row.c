/* It takes the place of the user's row for the number of a row. */
/* fails: marks-the-users-row */
#define IN_DRAW \
  const childplugin_host_view_t *view = \
      self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_VIEW)); \
  const childplugin_host_selection_t *user = \
      self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_SELECTION)); \
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
  const childplugin_host_selection_t *user = \
      self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_SELECTION)); \
  uint64_t row = user == NULL ? 0 : user->row(self->host); \
  if (key->code == CHILDPLUGIN_KEY_ENTER && row < row_count(self)) \
    return self->host->perform(self->host, CHILDPLUGIN_ACTION_ACCEPT_ROW, (int64_t)row);
#include "right.c"
