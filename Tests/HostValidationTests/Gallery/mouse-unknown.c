/* It believes that there are four kinds of mouse events. */
/* fails: mouse-unknown */
#define IN_MOUSE if (mouse->kind > CHILDPLUGIN_MOUSE_WHEEL) abort();
#include "right.c"
