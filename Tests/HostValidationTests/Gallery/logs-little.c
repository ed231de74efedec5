/* Each draw is in its log. */
/* fails: logs-little */
#define IN_DRAW self->host->log(self->host, CHILDPLUGIN_LOG_DEBUG, childplugin_text("draw"));
#include "right.c"
