/* The yardstick of calls: call-plugin.c in a loop of C that does nothing else. Its canvas is the
 * least that can be drawn on: 80 cells, which are cleared and take bytes as they come. Prints the
 * nanoseconds of one empty callback and of one draw.
 * Arguments: the plugin, how many callbacks, how many draws. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "childplugin.h"

#define COLUMNS 80

struct cell {
  uint32_t character, foreground, background, attributes;
};
static struct cell cells[COLUMNS];

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static int32_t put(const childplugin_canvas_t *canvas, int32_t column, int32_t row,
                   int32_t max_columns, childplugin_text_t text, const childplugin_style_t *style) {
  if (row < 0 || row >= canvas->rows || column < 0) return 0;
  int32_t used = 0;
  for (; used < max_columns && (uint64_t)used < text.length && column + used < COLUMNS; used += 1)
    cells[column + used] = (struct cell){(unsigned char)text.bytes[used], style->foreground,
                                         style->background, style->attributes};
  return used;
}

int main(int count, char **arguments) {
  static childplugin_host_t host = {.size = sizeof host, .abi_major = CHILDPLUGIN_ABI_MAJOR};
  if (count != 4) return 2;
  long callbacks = atol(arguments[2]), draws = atol(arguments[3]);
  void *library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return 1;
  const childplugin_plugin_t *(*entry)(uint32_t, uint32_t);
  *(void **)&entry = dlsym(library, CHILDPLUGIN_ENTRY_SYMBOL);
  if (entry == NULL) return 1;
  const childplugin_plugin_t *plugin = entry(CHILDPLUGIN_ABI_MAJOR, CHILDPLUGIN_ABI_MINOR);
  const childplugin_child_t *child = plugin->create(&host, plugin->descriptor(0)->id);
  if (child == NULL) return 1;

  int64_t began = now();
  for (long i = 0; i < callbacks; i += 1) child->will_appear(child, false);
  double callback = (double)(now() - began) / (double)callbacks;

  childplugin_canvas_t canvas = {.size = sizeof canvas, .columns = COLUMNS, .rows = 1, .text = put};
  began = now();
  for (long i = 0; i < draws; i += 1) {
    memset(cells, 0, sizeof cells);
    child->draw(child, &canvas);
  }
  printf("%f %f\n", callback, (double)(now() - began) / (double)draws);
  return cells[0].character == 't' ? 0 : 1;
}
