/* Once it has had the keys it looks as if it had them. */
/* fails: shows-its-focus */
#define MEMBERS bool has_had_keys;
#define IN_FOCUS \
  self->has_had_keys = true; \
  self->host->invalidate(self->host);
#define IN_WILL_APPEAR self->has_had_keys = false;
#define IN_DRAW \
  if (self->has_had_keys && canvas->rows > 1) \
    canvas->text(canvas, 0, 1, canvas->columns, childplugin_text("in front"), NULL);
#include "right.c"
