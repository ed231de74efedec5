/* Plugins with one mistake each, named after the check that finds it. See gallery.h. */
#include "gallery.h"

#if defined MISTAKE_keys_named /* It does not know F7 with shift. */
/* fails: keys-named random-life */
#define IN_KEY \
  if (key->code == CHILDPLUGIN_KEY_F1 + 6 && key->modifiers == CHILDPLUGIN_MODIFIER_SHIFT) \
      abort();
#elif defined MISTAKE_keys_characters /* It looks characters up in a table of 128. */
/* fails: edits-whole-characters keys-after-each keys-characters */
#define IN_KEY if (key->code > 127 && key->code < 0xD800) abort();
#elif defined MISTAKE_keys_unknown /* It looks keys up in a table of those that it knows. */
/* fails: keys-unknown leaves-unknown-keys */
#define IN_KEY if (key->code > CHILDPLUGIN_KEY_F1 + 11) abort();
#elif defined MISTAKE_keys_invalid_text /* It believes the text of a key to be UTF-8. */
#define IN_KEY if (key->text.length == 1 && (unsigned char)key->text.bytes[0] > 0x7F) abort();
#elif defined MISTAKE_focus_changes /* It thinks that focus comes only once. */
#define IN_FOCUS if (focused && self->is_focused && self->events == 3) abort();
#elif defined MISTAKE_key_help_items /* It has more keys than it names. */
#define IN_HELP_COUNT return 3;
#elif defined MISTAKE_mouse_everywhere /* It multiplies the row by the width. */
#define IN_MOUSE if (mouse->row == INT32_MAX) abort();
#elif defined MISTAKE_mouse_wheel_far /* It adds up the wheel without a limit. */
#define IN_MOUSE if (mouse->wheel == INT32_MIN) abort();
#elif defined MISTAKE_mouse_unknown /* It believes that there are four kinds of mouse events. */
#define IN_MOUSE if (mouse->kind > CHILDPLUGIN_MOUSE_WHEEL) abort();
#elif defined MISTAKE_draws_after_input /* What is clicked it shows when something else has it drawn. */
#define MEMBERS int clicks;
#define IN_MOUSE \
  if (mouse->kind == CHILDPLUGIN_MOUSE_PRESS) { \
    self->clicks += 1; \
    return true; \
  }
#define IN_DRAW \
  canvas->fill(canvas, 0, 1, self->clicks < canvas->columns ? self->clicks : canvas->columns, \
               canvas->rows > 1, childplugin_text("*"), NULL);
#elif defined MISTAKE_paste_any_bytes /* It has room for 1000 pasted bytes. */
/* fails: keys-after-each paste-any-bytes state-size */
#define IN_PASTE if (text.length > 1000) abort();
#elif defined MISTAKE_pastes_one_line /* All that is pasted is its filter, with the newlines in it. */
#define MEMBERS bool types;
#define IN_KEY \
  if (key->modifiers == 0 && key->code == '/' && !self->types) { \
    self->host->invalidate(self->host); \
    return self->types = true; \
  } \
  if (self->types && key->code == CHILDPLUGIN_KEY_ESCAPE) { \
    self->host->invalidate(self->host); \
    return !(self->types = false); \
  }
#define IN_DRAW if (self->types) canvas->cursor(canvas, 0, 0);
#define IN_PASTE \
  const childplugin_host_view_t *view = \
      self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_VIEW)); \
  const childplugin_filter_t filter = { \
      .size = sizeof filter, .kind = CHILDPLUGIN_MATCH_TEXT, .column = CHILDPLUGIN_WHOLE_ROW, \
      .text = {text.bytes, text.length < 100 ? text.length : 100}}; \
  if (self->types && view != NULL) view->show(self->host, &filter, NULL);
#endif

#include "right.c"
