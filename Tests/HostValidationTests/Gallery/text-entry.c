/* Plugins with one mistake each, named after the check that finds it. See gallery.h. */
#include "gallery.h"

#if defined MISTAKE_leaves_the_front /* It wants the keys back whenever another child has them. */
#define IN_GET_EXTENSION \
  if (childplugin_text_equal(id, childplugin_text(CHILDPLUGIN_EXTENSION_FOCUS))) return &front_table;
static void front_changed(const childplugin_child_t *child);
static const childplugin_focus_observer_t front_table = {
    .size = sizeof front_table, .changed = front_changed};
#include "right.c"
static void front_changed(const childplugin_child_t *child) {
  SELF;
  const childplugin_host_focus_t *focus =
      self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_FOCUS));
  if (focus != NULL && !focus->in_front(self->host)) focus->ask(self->host);
}
#elif defined MISTAKE_edits_whole_characters /* Backspace takes back a byte. */
#define IN_KEY \
  if (key->code == CHILDPLUGIN_KEY_BACKSPACE && self->typed_length > 0) { \
    self->typed_length -= 1; \
    self->host->invalidate(self->host); \
    return true; \
  } \
  if (key->text.length > 1 && key->text.length < 5 && self->typed_length + key->text.length < 32 && \
      self->is_focused) { \
    memcpy(self->typed + self->typed_length, key->text.bytes, key->text.length); \
    self->typed_length += key->text.length; \
    self->host->invalidate(self->host); \
    return true; \
  }
#elif defined MISTAKE_draws_what_is_typed /* A blank in a text is left to others. */
#define MEMBERS bool types; uint64_t at;
#define KEEP(t, where) \
  if (self->typed_length + (t).length <= sizeof self->typed) { \
    memmove(self->typed + (where) + (t).length, self->typed + (where), self->typed_length - (where)); \
    memcpy(self->typed + (where), (t).bytes, (t).length); \
    self->typed_length += (t).length; \
    self->at = (where) + (t).length; \
    self->host->invalidate(self->host); \
  }
#define IN_KEY \
  if (key->modifiers == 0 && key->code == '/' && !self->types) { \
    self->host->invalidate(self->host); \
    return self->types = true; \
  } \
  if (self->types && key->code == CHILDPLUGIN_KEY_ESCAPE) { \
    self->typed_length = self->at = 0; \
    self->host->invalidate(self->host); \
    return !(self->types = false); \
  } \
  if (self->types && key->code == ' ') return false; \
  if (self->types && key->modifiers == 0 && key->text.length > 0) { \
    KEEP(key->text, self->at) \
    return true; \
  }
#define IN_PASTE return false;
#define IN_DRAW \
  childplugin_text_t typed = {self->typed, self->typed_length}, before = {self->typed, self->at}; \
  if (self->types) { \
    canvas->text(canvas, 0, 1, canvas->columns, typed, NULL); \
    canvas->cursor(canvas, self->host->text_columns(self->host, before), 1); \
  }
#elif defined MISTAKE_edits_at_the_cursor /* The left arrow moves what is typed, and not the cursor. */
#define MEMBERS bool types; uint64_t at;
#define KEEP(t, where) \
  if (self->typed_length + (t).length <= sizeof self->typed) { \
    memmove(self->typed + (where) + (t).length, self->typed + (where), self->typed_length - (where)); \
    memcpy(self->typed + (where), (t).bytes, (t).length); \
    self->typed_length += (t).length; \
    self->at = (where) + (t).length; \
    self->host->invalidate(self->host); \
  }
#define IN_KEY \
  if (key->modifiers == 0 && key->code == '/' && !self->types) { \
    self->host->invalidate(self->host); \
    return self->types = true; \
  } \
  if (self->types && key->code == CHILDPLUGIN_KEY_ESCAPE) { \
    self->typed_length = self->at = 0; \
    self->host->invalidate(self->host); \
    return !(self->types = false); \
  } \
  if (self->types && key->code == CHILDPLUGIN_KEY_LEFT && key->modifiers == 0 && self->at > 0) { \
    do self->at -= 1; while (self->at > 0 && (self->typed[self->at] & 0xC0) == 0x80); \
    return true; \
  } \
  if (self->types && key->modifiers == 0 && key->text.length > 0) { \
    KEEP(key->text, self->at) \
    return true; \
  }
#define IN_PASTE return false;
#define IN_DRAW \
  childplugin_text_t typed = {self->typed, self->typed_length}; \
  if (self->types) { \
    canvas->text(canvas, 0, 1, canvas->columns, typed, NULL); \
    canvas->cursor(canvas, self->host->text_columns(self->host, typed), 1); \
  }
#elif defined MISTAKE_filters_by_all_letters /* Rows are filtered by the first three letters, whatever follows. */
#define MEMBERS bool types;
#define IN_KEY \
  const childplugin_host_view_t *view = \
      self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_VIEW)); \
  if (key->modifiers == 0 && key->code == '/' && !self->types && view != NULL) { \
    self->host->invalidate(self->host); \
    return self->types = true; \
  } \
  if (self->types && key->code == CHILDPLUGIN_KEY_ESCAPE) { \
    self->typed_length = 0; \
    childplugin_sort_t order = {.size = sizeof order}; \
    view->show(self->host, NULL, view->sort(self->host, &order) ? &order : NULL); \
    self->host->invalidate(self->host); \
    return !(self->types = false); \
  } \
  if (self->types && key->modifiers == 0 && key->text.length > 0 && \
      self->typed_length + key->text.length <= sizeof self->typed) { \
    memcpy(self->typed + self->typed_length, key->text.bytes, key->text.length); \
    self->typed_length += key->text.length; \
    const childplugin_filter_t filter = { \
        .size = sizeof filter, .kind = CHILDPLUGIN_MATCH_TEXT, .column = CHILDPLUGIN_WHOLE_ROW, \
        .text = {self->typed, self->typed_length < 4 ? self->typed_length : 4}}; \
    childplugin_sort_t order = {.size = sizeof order}; \
    view->show(self->host, &filter, view->sort(self->host, &order) ? &order : NULL); \
    self->host->invalidate(self->host); \
    return true; \
  }
#define IN_DRAW \
  childplugin_text_t typed = {self->typed, self->typed_length}; \
  if (self->types) \
    canvas->cursor( \
        canvas, canvas->text(canvas, 0, 1, canvas->columns, typed, NULL), 1);
#endif

#include "right.c"
