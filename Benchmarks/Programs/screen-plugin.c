/* A child that uses every key, asks for a drawing after it, and draws every cell of its layer, another each time. */
#include "one-child.h"

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
  (void)key;
  host_of(child)->invalidate(host_of(child));
  return true;
}

static const childplugin_input_t input = {.size = sizeof input, .key = key};

static const void *get_extension(const childplugin_child_t *child, childplugin_text_t id) {
  (void)child;
  return childplugin_text_equal(id, childplugin_text(CHILDPLUGIN_EXTENSION_INPUT)) ? &input : NULL;
}

static const childplugin_descriptor_t described = {.size = sizeof described,
                                                   .flags = CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS,
                                                   .id = CHILDPLUGIN_TEXT("org.example.screen"),
                                                   .name = CHILDPLUGIN_TEXT("Screen")};
static const childplugin_child_t table = {.draw = draw, .get_extension = get_extension};
