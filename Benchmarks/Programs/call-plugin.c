/* A child whose callbacks are empty and whose draw writes one row of 60 letters. */
#include <stdlib.h>

#include "childplugin.h"

static void destroy(const childplugin_child_t *child) { free((void *)child); }

static void will_appear(const childplugin_child_t *child, bool animated) {
  (void)child;
  (void)animated;
}

static void draw(const childplugin_child_t *child, const childplugin_canvas_t *canvas) {
  (void)child;
  static const childplugin_style_t style = {.size = sizeof style,
                                            .foreground = CHILDPLUGIN_COLOUR_ROLE(CHILDPLUGIN_ROLE_TEXT)};
  static const childplugin_text_t row =
      CHILDPLUGIN_TEXT("the quick brown fox jumps over the lazy dog and then it rests");
  canvas->text(canvas, 0, 0, canvas->columns, row, &style);
}

static const childplugin_descriptor_t called = {.size = sizeof called,
                                                .id = CHILDPLUGIN_TEXT("org.example.called"),
                                                .name = CHILDPLUGIN_TEXT("Called")};

static bool init(childplugin_text_t path, childplugin_text_t *reason) {
  (void)path;
  (void)reason;
  return true;
}

static void deinit(void) {}

static uint32_t count(void) { return 1; }

static const childplugin_descriptor_t *descriptor(uint32_t index) {
  return index == 0 ? &called : NULL;
}

static const childplugin_child_t *create(const childplugin_host_t *host, childplugin_text_t id) {
  (void)host;
  if (!childplugin_text_equal(id, called.id)) return NULL;
  childplugin_child_t *child = calloc(1, sizeof *child);
  if (child == NULL) return NULL;
  child->size = sizeof *child;
  child->destroy = destroy;
  child->will_appear = will_appear;
  child->draw = draw;
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
