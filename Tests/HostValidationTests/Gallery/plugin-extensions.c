/* It has every extension that it is asked for. */
/* fails: plugin-extensions */
#include <childplugin.h>
static const uint32_t anything[4] = {sizeof anything};
static const void *any(childplugin_text_t id) {
  (void)id;
  return anything;
}
#define PLUGIN .get_extension = any
#include "right.c"
