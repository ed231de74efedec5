/* It logs a text that is not there. */
/* fails: texts-have-bytes */
#define IN_WOKE self->host->log(self->host, 0, (childplugin_text_t){NULL, 5});
#include "right.c"
