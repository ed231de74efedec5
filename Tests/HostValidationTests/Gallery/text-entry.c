/* Plugins with one mistake each, named after the check that finds it. See gallery.h. */
/* leaves-the-front: It wants the keys back whenever another child has them. */
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
/* edits-whole-characters: Backspace takes back a byte. */
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
