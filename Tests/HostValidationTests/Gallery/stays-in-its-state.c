/* It goes elsewhere whenever it is shown. */
/* fails: stays-in-its-state */
#define IN_WILL_APPEAR self->host->request_state(self->host, childplugin_text("empty"), true);
#include "right.c"
