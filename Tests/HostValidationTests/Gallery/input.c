/* Plugins with one mistake each, named after the check that finds it. See gallery.h. */
/* keys-named random-life: It does not know F7 with shift. */
#define IN_KEY \
  if (key->code == CHILDPLUGIN_KEY_F1 + 6 && key->modifiers == CHILDPLUGIN_MODIFIER_SHIFT) \
      abort();
/* keys-characters edits-whole-characters keys-after-each: It looks characters up in a table of 128.
 * */
#define IN_KEY if (key->code > 127 && key->code < 0xD800) abort();
/* keys-unknown leaves-unknown-keys: It looks keys up in a table of those that it knows. */
#define IN_KEY if (key->code > CHILDPLUGIN_KEY_F1 + 11) abort();
/* keys-invalid-text: It believes the text of a key to be UTF-8. */
#define IN_KEY if (key->text.length == 1 && (unsigned char)key->text.bytes[0] > 0x7F) abort();
/* focus-changes: It thinks that focus comes only once. */
#define IN_FOCUS if (focused && self->is_focused && self->events == 3) abort();
/* key-help-items: It has more keys than it names. */
#define IN_HELP_COUNT return 3;
/* mouse-everywhere: It multiplies the row by the width. */
#define IN_MOUSE if (mouse->row == INT32_MAX) abort();
/* mouse-wheel-far: It adds up the wheel without a limit. */
#define IN_MOUSE if (mouse->wheel == INT32_MIN) abort();
/* mouse-unknown: It believes that there are four kinds of mouse events. */
#define IN_MOUSE if (mouse->kind > CHILDPLUGIN_MOUSE_WHEEL) abort();
/* draws-after-input: What is clicked it shows when something else has it drawn. */
#define MEMBERS int clicks;
#define IN_MOUSE \
  if (mouse->kind == CHILDPLUGIN_MOUSE_PRESS) { \
    self->clicks += 1; \
    return true; \
  }
#define IN_DRAW \
  canvas->fill(canvas, 0, 1, self->clicks < canvas->columns ? self->clicks : canvas->columns, \
               canvas->rows > 1, childplugin_text("*"), NULL);
/* paste-any-bytes keys-after-each state-size: It has room for 1000 pasted bytes. */
#define IN_PASTE if (text.length > 1000) abort();
/* says-it-takes-text: What is typed is drawn behind a cursor of its own, and nobody knows that it
 * is a text. */
#define IN_KEY \
  if (key->code >= 'a' && key->code <= 'z' && key->modifiers == 0) { \
    if (self->typed_length < sizeof self->typed) \
      self->typed[self->typed_length++] = (char)key->code; \
    self->host->invalidate(self->host); \
    return true; \
  }
