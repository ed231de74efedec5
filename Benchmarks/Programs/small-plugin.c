/* One small child, compiled a thousand times with another id: -DID='"org.example.n1"'. */
#include "one-child.h"

static void draw(const childplugin_child_t *child, const childplugin_canvas_t *canvas) {
  (void)child;
  canvas->text(canvas, 0, 0, canvas->columns, childplugin_text(ID), NULL);
}

static const childplugin_descriptor_t described = {.size = sizeof described,
                                                   .id = CHILDPLUGIN_TEXT(ID),
                                                   .name = CHILDPLUGIN_TEXT("Small")};
static const childplugin_child_t table = {.draw = draw};
