/* A child that uses every key and draws every cell of its layer, another each time. */
#include <stdlib.h>

#include "childplugin.h"

static void destroy(const childplugin_child_t *child) { free((void *)child); }

static void draw(const childplugin_child_t *child, const childplugin_canvas_t *canvas) {
  (void)child;
  static unsigned frame;
  static char letters[4096];
  frame += 1;
  const childplugin_style_t style = {.size = sizeof style,
                                     .foreground = CHILDPLUGIN_COLOUR_RGB(200, 200, frame)};
  for (int32_t row = 0; row < canvas->rows; row += 1) {
    for (int32_t i = 0; i < canvas->columns; i += 1) {
      letters[i] = (char)('a' + (frame + (unsigned)(row + i)) % 26);
    }
    const childplugin_text_t text = {letters, (uint64_t)canvas->columns};
    canvas->text(canvas, 0, row, canvas->columns, text, &style);
  }
}

static bool key(const childplugin_child_t *child, const childplugin_key_t *key) {
  (void)child;
  (void)key;
  return true;
}

static const childplugin_input_t input = {.size = sizeof input, .key = key};

static const void *get_extension(const childplugin_child_t *child, childplugin_text_t id) {
  (void)child;
  return childplugin_text_equal(id, childplugin_text(CHILDPLUGIN_EXTENSION_INPUT)) ? &input : NULL;
}

static const childplugin_descriptor_t screen = {.size = sizeof screen,
                                                .flags = CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS,
                                                .id = CHILDPLUGIN_TEXT("org.example.screen"),
                                                .name = CHILDPLUGIN_TEXT("Screen")};

static bool init(childplugin_text_t path, childplugin_text_t *reason) {
  (void)path;
  (void)reason;
  return true;
}

static void deinit(void) {}

static uint32_t count(void) { return 1; }

static const childplugin_descriptor_t *descriptor(uint32_t index) {
  return index == 0 ? &screen : NULL;
}

static const childplugin_child_t *create(const childplugin_host_t *host, childplugin_text_t id) {
  (void)host;
  if (!childplugin_text_equal(id, screen.id)) return NULL;
  childplugin_child_t *child = calloc(1, sizeof *child);
  if (child == NULL) return NULL;
  child->size = sizeof *child;
  child->destroy = destroy;
  child->draw = draw;
  child->get_extension = get_extension;
  return child;
}

static const childplugin_plugin_t plugin = {.size = sizeof plugin,
                                            .abi_major = CHILDPLUGIN_ABI_MAJOR,
                                            .abi_minor = CHILDPLUGIN_ABI_MINOR,
                                            .init = init,
                                            .deinit = deinit,
                                            .descriptor_count = count,
                                            .descriptor = descriptor,
                                            .create = create};

const childplugin_plugin_t *childplugin_entry(uint32_t major, uint32_t minor) {
  (void)major;
  (void)minor;
  return &plugin;
}
