/* A child whose callbacks are empty and whose draw writes one row of 61 letters. */
#include "one-child.h"

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

static const childplugin_descriptor_t described = {.size = sizeof described,
                                                   .id = CHILDPLUGIN_TEXT("org.example.called"),
                                                   .name = CHILDPLUGIN_TEXT("Called")};
static const childplugin_child_t table = {.will_appear = will_appear, .draw = draw};
