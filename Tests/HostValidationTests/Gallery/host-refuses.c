/* It insists on its state. */
/* fails: host-refuses stays-in-its-state */
#define IN_FOCUS \
  if (!self->host->request_state(self->host, childplugin_text("content"), false)) abort();
#include "right.c"
