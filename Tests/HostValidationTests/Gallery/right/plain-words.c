/* A key is called as what it does, a box of three rows is filled where there are two, and time passes as it is woken. */
#define MEMBERS int wakes;
#define IN_HELP_ITEM \
  if (index == 1) { \
    item->key = childplugin_text("end"); \
    item->action = childplugin_text("end"); \
    return true; \
  }
#define IN_HELP_COUNT return 2;
#define IN_KEY \
  if (key->code == CHILDPLUGIN_KEY_END) { \
    self->selected = row_count(self) > 0 ? row_count(self) - 1 : 0; \
    self->host->invalidate(self->host); \
    return true; \
  }
#define IN_WOKE self->wakes += self->wakes < 60;
#define IN_DRAW \
  canvas->fill(canvas, 0, canvas->rows - 2, 6, 3, childplugin_text("-"), NULL); \
  canvas->fill(canvas, 0, 1, self->wakes, canvas->rows > 4, childplugin_text("+"), NULL);
#include "../right.c"
