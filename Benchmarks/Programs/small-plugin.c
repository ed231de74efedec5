/* One small child, compiled a thousand times with another id: -DID='"org.example.n1"'; -DSTATE='"content"' has it
 * present a state. */
#include "one-child.h"

static void draw(const childplugin_child_t *child, const childplugin_canvas_t *canvas) {
  (void)child;
  canvas->text(canvas, 0, 0, canvas->columns, childplugin_text(ID), NULL);
}

#ifdef STATE
static const childplugin_place_t place = {
    .size = sizeof place, .state = CHILDPLUGIN_TEXT(STATE), .place = 20};
#endif

static const childplugin_descriptor_t described = {
    .size = sizeof described,
    .id = CHILDPLUGIN_TEXT(ID),
#ifdef STATE
    .places = &place,
    .place_count = 1,
#endif
    .name = CHILDPLUGIN_TEXT("Small"),
};
static const childplugin_child_t table = {.draw = draw};
