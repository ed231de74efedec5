/* Plugins with one mistake each, named after the check that finds it. See gallery.h. */
#include "gallery.h"

#if defined MISTAKE_chooses_rows_there_are /* It has room for eight marked rows, and accepts as many as are marked. */
#define IN_KEY \
  const childplugin_host_selection_t *marks = \
      self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_SELECTION)); \
  const childplugin_host_actions_t *actions = \
      self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_ACTIONS)); \
  if (key->code == CHILDPLUGIN_KEY_ENTER && marks != NULL && actions != NULL) { \
    uint64_t chosen[4096]; \
    memset(chosen, 0xFF, sizeof chosen); \
    if (marks->marked_rows(self->host, 0, chosen, 8) > 0) \
      return actions->accept_rows(self->host, chosen, marks->marked_count(self->host)); \
  }
#elif defined MISTAKE_chooses_what_is_shown
/* It shows the rows of the view, and takes the place that the user is at for a row's number, in a pick. */
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
#elif defined MISTAKE_accepts_where_the_user_is /* It accepts the row whose number is the place of the user's. */
#define IN_KEY \
  const childplugin_host_view_t *view = \
      self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_VIEW)); \
  const childplugin_host_selection_t *user = \
      self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_SELECTION)); \
  if (key->code == CHILDPLUGIN_KEY_ENTER && key->modifiers == 0 && user != NULL) { \
    uint64_t row = view->place(self->host, user->row(self->host)); \
    return row != CHILDPLUGIN_NO_ROW && \
        self->host->perform(self->host, CHILDPLUGIN_ACTION_ACCEPT_ROW, (int64_t)row); \
  }
#elif defined MISTAKE_marks_where_the_user_is /* It marks the row whose number is the place of the user's. */
#define IN_KEY \
  const childplugin_host_view_t *view = \
      self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_VIEW)); \
  const childplugin_host_selection_t *user = \
      self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_SELECTION)); \
  if (key->code == ' ' && key->modifiers == 0 && user != NULL) { \
    uint64_t row = view->place(self->host, user->row(self->host)); \
    return row != CHILDPLUGIN_NO_ROW && user->mark(self->host, row, 1, true); \
  }
#elif defined MISTAKE_moves_in_the_view /* It draws the rows of the view, and moves from a row to that of the next number. */
#define IN_DRAW \
  const childplugin_host_view_t *table = \
      self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_VIEW)); \
  uint64_t rows[20]; \
  uint64_t shown = table == NULL ? 0 : table->rows(self->host, 0, rows, 20); \
  for (uint64_t at = 0; at < shown && at + 1 < (uint64_t)canvas->rows; at += 1) { \
    char cell[32]; \
    uint64_t length = self->host->content_cell(self->host, rows[at], CHILDPLUGIN_WHOLE_ROW, cell, \
                                               sizeof cell); \
    childplugin_text_t bytes = {cell, length < sizeof cell ? length : 0}; \
    canvas->text(canvas, 0, (int32_t)at + 1, canvas->columns, bytes, NULL); \
  }
#define IN_KEY \
  const childplugin_host_selection_t *table = \
      self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_SELECTION)); \
  if (key->code == CHILDPLUGIN_KEY_DOWN && table != NULL) \
    return table->set_row(self->host, table->row(self->host) + 1);
#elif defined MISTAKE_clicks_the_row_there
/* It has a line of its own above the rows, and takes the line that is clicked for a row. */
#define ROWS \
  for (int32_t row = 0; row < canvas->rows - 1 && (uint64_t)row < row_count(self); row += 1) { \
    char cell[32]; \
    uint64_t length = self->host->content_cell( \
        self->host, (uint64_t)row, CHILDPLUGIN_WHOLE_ROW, cell, sizeof cell); \
    childplugin_text_t bytes = {cell, length < sizeof cell ? length : 0}; \
    canvas->text(canvas, 0, row + 1, canvas->columns, bytes, NULL); \
  }
#define IN_DRAW ROWS
#define IN_MOUSE \
  const childplugin_host_selection_t *table = \
      self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_SELECTION)); \
  if (mouse->kind == CHILDPLUGIN_MOUSE_PRESS && table != NULL && mouse->row >= 0) \
    return table->set_row(self->host, (uint64_t)mouse->row);
#elif defined MISTAKE_keeps_its_row_in_sight /* It scrolls when a key moves the user's row, and not when there is less room. */
#define MEMBERS uint64_t top, row;
#define IN_KEY \
  const childplugin_host_selection_t *table = \
      self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_SELECTION)); \
  if (key->code == CHILDPLUGIN_KEY_DOWN && table != NULL && \
      table->set_row(self->host, self->row + 1)) { \
    self->row += 1; \
    if (self->row >= self->top + (uint64_t)self->rows - 1) self->top += 1; \
    self->host->invalidate(self->host); \
    return true; \
  }
#define IN_CHANGED self->top = self->row = 0;
#define IN_DRAW \
  for (int32_t at = 1; at < canvas->rows && self->top + (uint64_t)at <= row_count(self); at += 1) { \
    char cell[32]; \
    uint64_t length = self->host->content_cell( \
        self->host, self->top + (uint64_t)at - 1, CHILDPLUGIN_WHOLE_ROW, cell, sizeof cell); \
    childplugin_text_t bytes = {cell, length < sizeof cell ? length : 0}; \
    canvas->text(canvas, 0, at, canvas->columns, bytes, NULL); \
  }
#elif defined MISTAKE_end_leads_to_the_last /* The End key asks for the row behind the last one. */
#define IN_KEY \
  const childplugin_host_selection_t *user = \
      self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_SELECTION)); \
  if (key->modifiers == 0 && user != NULL && user->row(self->host) != CHILDPLUGIN_NO_ROW) { \
    if (key->code == CHILDPLUGIN_KEY_DOWN && user->row(self->host) + 1 < row_count(self)) { \
      self->host->invalidate(self->host); \
      return user->set_row(self->host, user->row(self->host) + 1); \
    } \
    if (key->code == CHILDPLUGIN_KEY_END) { \
      user->set_row(self->host, row_count(self)); \
      return true; \
    } \
  }
#elif defined MISTAKE_goes_as_far_back /* What the wheel is turned up it takes for a number without a sign. */
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
#endif

#include "right.c"
