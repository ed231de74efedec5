/* It loads again whenever it is drawn. */
/* fails: acts-when-asked */
#define IN_DRAW self->host->request_state(self->host, childplugin_text("content"), false);
#include "right.c"
