/* A child that shows its id, draws anew 60 times a second with the option "restless", and crashes at x. */
#include "one-child.h"

#define FRAME_NANOSECONDS 16666667

static bool is_restless;

static void woke(const childplugin_child_t *child) {
  const childplugin_host_t *host = host_of(child);
  if (is_restless) host->wake_after(host, FRAME_NANOSECONDS);
}

static void will_appear(const childplugin_child_t *child, bool animated) {
  (void)animated;
  char option[4];
  const childplugin_host_t *host = host_of(child);
  is_restless = host->option(host, childplugin_text("restless"), option, sizeof option) == 1;
  woke(child);
}

static void draw(const childplugin_child_t *child, const childplugin_canvas_t *canvas) {
  static unsigned frame;
  char text[64];
  (void)child;
  if (is_restless) frame += 1;
  snprintf(text, sizeof text, ID " %u", frame);
  canvas->text(canvas, 0, 0, canvas->columns, childplugin_text(text), NULL);
}

static bool key(const childplugin_child_t *child, const childplugin_key_t *key) {
  (void)child;
  if (key->code == 'x') __builtin_trap();
  return false;
}

static const void *get_extension(const childplugin_child_t *child, childplugin_text_t id) {
  static const childplugin_input_t input = {.size = sizeof input, .key = key};
  static const childplugin_wake_t wake = {.size = sizeof wake, .woke = woke};
  (void)child;
  if (childplugin_text_equal(id, childplugin_text(CHILDPLUGIN_EXTENSION_INPUT))) return &input;
  if (childplugin_text_equal(id, childplugin_text(CHILDPLUGIN_EXTENSION_WAKE))) return &wake;
  return NULL;
}

static const childplugin_descriptor_t described = {.size = sizeof described,
                                                   .flags = CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS,
                                                   .id = CHILDPLUGIN_TEXT(ID),
                                                   .name = CHILDPLUGIN_TEXT(ID)};
static const childplugin_child_t table = {
    .will_appear = will_appear, .draw = draw, .get_extension = get_extension};
