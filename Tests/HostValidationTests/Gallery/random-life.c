/* It forgets to look at the room for the third paste. */
/* fails: random-life */
#define IN_PASTE self->pastes += 1;
#define IN_WILL_DISAPPEAR if (self->pastes > 2 && self->wheel) abort();
#define IN_MOUSE \
  if (mouse->kind == CHILDPLUGIN_MOUSE_WHEEL && mouse->wheel == -2) self->wheel = true;
#define MEMBERS int pastes; bool wheel;
#include "right.c"
