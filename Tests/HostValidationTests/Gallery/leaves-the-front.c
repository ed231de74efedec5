/* It wants the keys back whenever another child has them. */
/* fails: leaves-the-front */
#define IN_GET_EXTENSION \
  if (childplugin_text_equal(id, childplugin_text(CHILDPLUGIN_EXTENSION_FOCUS))) return &front_table;
#include <childplugin.h>
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
